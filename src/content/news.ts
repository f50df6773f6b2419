/**
 * A news item. The list is sorted from newest to oldest. `date` is display text; `content` is HTML, which the build
 * checks (scripts/unsafe-news.mjs).
 */
export type NewsItem = { id: number; image: string; date: string; title: string; content: string }

export const news: NewsItem[] = [
  {
    id: 4,
    image: '/news/sipi-university.svg',
    date: '19-21 August 2025',
    title: 'Global SIPI University 2025',
    content:
      '<p>Three days of classes on signal and power integrity, from transmission-line basics to machine learning for PDN design.</p><p>Our engineers follow the sessions that are relevant to daily work:</p><ul><li>decoupling by optimization instead of rules of thumb;</li><li>S-parameter models that stay <strong>passive and causal</strong>;</li><li>what a time-domain reflectometer shows and a network analyzer hides.</li></ul><p>If you are there, come and talk about your board: we have open questions of our own on supply-induced jitter, and would like to hear yours.</p>',
  },
  {
    id: 3,
    image: '/news/cadencelive.svg',
    date: '07 May 2025',
    title: 'CadenceLIVE Silicon Valley 2025',
    content:
      '<p>A day on design flows from chip to board in Silicon Valley, with a focus on automation and AI in placement and routing.</p><p>Our takeaway: constraints that are <strong>written early</strong> pay for themselves in every later step. A router that knows the impedance, the skew and the return path finds in an hour what a review would have asked for in a week.</p><p>We saw good solutions for the handoff between package and board, where most surprises in a project occur. Ask us how we carry constraints from schematic to sign-off.</p>',
  },
  {
    id: 2,
    image: '/news/ibis-summit.svg',
    date: '31 Jan 2025',
    title: 'IBIS Summit at DesignCon 2025',
    content:
      '<p>The summit gathers the people who write and use I/O buffer models, right after DesignCon.</p><p>Buffer and package models decide how far a channel simulation can be trusted. We bring the questions that come up in customer projects and pass the answers on.</p>',
  },
  {
    id: 1,
    image: '/news/designcon.svg',
    date: '28-30 Jan 2025',
    title: 'DesignCon 2025',
    content:
      '<p>Chip, board and system engineers meet in Santa Clara, a short drive from our office in Campbell.</p><p>This year’s topics:</p><ul><li>links at 32 GT/s and above, and the margin left after the connector;</li><li>power delivery for accelerators that draw a kiloampere;</li><li>measurement that agrees with simulation, and how to tell when that is luck.</li></ul><p>We went to learn, and came back with two fixtures to build and a model to throw away.</p>',
  },
]
