/** The text of the home page's sections. src/site selects the drawings by key. */
import { type ToolKey, toolLinks } from './shell'

export type ServiceKey = 'design' | 'simulation' | 'prototype'

export const services = {
  legend: 'Services',
  title: 'PCB innovations with AI/ML services',
  text: 'Three services that hand their results to one another: what is simulated is what was laid out, and what is built is what was simulated.',
  cards: [
    {
      key: 'design',
      title: 'PCB/Package Design',
      text: 'Stackup, constraints, placement and routing for boards and packages that have to work the first time.',
      points: [
        'Stackup and impedance planning with the fabricator',
        'High-speed and high-current layout',
        'Package and board under one set of constraints',
      ],
      way: { text: 'Request a quote', to: '/#id_contact' },
    },
    {
      key: 'simulation',
      title: 'SIPI Simulation',
      text: 'Signal and power integrity from DC drop to 32 GT/s channels, with models you can keep and check.',
      points: [
        'Channel and eye analysis for serial links',
        'PDN impedance and decoupling optimized with machine learning',
        'DC drop, current density and return paths',
      ],
      way: { text: 'See the price for your board', to: '/price' },
    },
    {
      key: 'prototype',
      title: 'PCB Prototype',
      text: 'Boards made to the simulated stackup, assembled, brought up and measured against the prediction.',
      points: [
        'Fabrication and assembly in small quantities',
        'Controlled impedance with test coupons',
        'Bring-up and correlation with simulation',
      ],
      way: { text: 'Request a quote', to: '/#id_contact' },
    },
  ] satisfies { key: ServiceKey; title: string; text: string; points: string[]; way: { text: string; to: string } }[],
}

export const howItWorks = {
  legend: 'How it works',
  title: 'From a board to a report in three steps',
  steps: [
    {
      title: 'Drop the layout',
      text: 'Its interfaces and supply rails are found in the browser, each with its fixed price. No account needed.',
    },
    {
      title: 'Choose and pay',
      text: 'Pick what to simulate. Files and nets are checked before you pay, and you see every item and the total.',
    },
    {
      title: 'Get the report',
      text: 'An engineer simulates your board and asks you on the request’s page if something is unclear. The report usually arrives {delivery}.',
    },
  ],
  picture: {
    // `npm run screens -- --picture` creates the image files, each in both themes.
    wide: { name: 'workspace', width: 1280, height: 720 },
    narrow: { name: 'workspace-phone', width: 390, height: 640 },
    alt: 'The board of a project in the workspace, with its layers',
    caption: 'The workspace: a board with its layers, nets and components, next to its files and requests.',
  },
  needs: {
    title: 'What we need from you',
    items: [
      { term: 'Layout', detail: 'One file: KiCad, IPC-2581, or ODB++ as a zip or tgz.' },
      { term: 'Stackup', detail: 'Only if the layout does not contain it, or if the fabricator changed it.' },
      { term: 'Material', detail: 'Optional: data on the laminate, if it matters at your data rate.' },
      { term: 'Interfaces', detail: 'The nets are found on the board. You confirm them and enter the speed.' },
      { term: 'Supplies', detail: 'The rail and its ground net, and the target impedance for an AC analysis.' },
    ],
    way: 'See the price for your board',
    drawing: 'A report shows, for example, the eye of a 32 GT/s link with its mask.',
  },
}

/** This text states only what the product does. A comment at each point refers to the code that enforces it. */
export const security = {
  legend: 'Security',
  title: 'Your board is confidential. Here is how we keep it that way',
  text: 'No badges, and no promises beyond what the product does.',
  points: [
    // src/workspace/pricing/read-board.ts; tests/e2e/pricing checks that no HTTP request contains the file.
    {
      title: 'A price without an upload',
      text: 'A board whose price you look up is read in your browser. It is sent to us only when you sign in and continue.',
    },
    // server/auth/access.ts and machines/projects/project-rights.ts
    {
      title: 'For the members of a project',
      text: 'Projects are visible to their members and to administrators; private projects are visible only to their members.',
    },
    // server/staff/routes.ts (recordAccess)
    {
      title: 'We open only what you ordered',
      text: 'Once a request is paid for, our engineers can open its files, but no others. The project’s activity list shows each time they do.',
    },
    // server/sharing/share-store.ts, server/sharing/share-routes.ts
    {
      title: 'Links that expire',
      text: 'A link to a file expires, can have a password, and can be revoked. The files of private projects cannot have links.',
    },
    // server/payments/stripe.ts: the payment page belongs to the provider.
    {
      title: 'No card numbers here',
      text: 'You pay on the payment provider’s page. We learn that you have paid, but never see your card number.',
    },
    // server/people/export.ts, server/people/deletion.ts
    {
      title: 'Your data is yours',
      text: 'You can export or delete the data stored about you at any time. Your name is removed from records that must be kept for accounting, except from invoices.',
    },
  ],
  more: { text: 'Do you need a non-disclosure agreement first?', way: 'Write to us before you upload' },
}

export const publicationsIntro = {
  legend: 'Publications',
  title: 'Selected reading in the field',
  text: 'Papers by researchers whose work we learn from. These papers are theirs, not ours.',
}

export const tools = {
  legend: 'Tools',
  title: 'Online tools for everyday questions',
  script: 'This tool requires JavaScript.',
  cards: [
    {
      key: 's2spice',
      ...toolLinks.s2spice,
      text: 'Turns measured or simulated S-parameters of a PDN into a SPICE model, extracts the circuit and optimizes it.',
      origin: 'Our own cloud tool. Requires a login.',
    },
    {
      key: 'inductance',
      ...toolLinks.inductance,
      text: 'Self and mutual inductance of loops, vias and traces from their geometry.',
      origin: 'Run by a university laboratory, not by us.',
    },
    {
      key: 'impedance',
      ...toolLinks.impedance,
      text: 'Characteristic impedance of microstrip and stripline from width, height and permittivity.',
      origin: 'Run by a university laboratory, not by us.',
    },
  ] satisfies { key: ToolKey; anchor: string; title: string; text: string; origin: string }[],
}

export const about = {
  legend: 'About',
  title: 'Engineers for the boards that are hard to get right',
  paragraphs: [
    'We are a Silicon Valley company for PCB and package design, signal and power integrity, and prototypes. We are led by our founder and CEO, an engineer who has spent a career on interconnects and power delivery.',
    'We use AI and machine learning where they earn their place: to search thousands of decoupling choices, to predict impedance before a field solver has run, to find the net that needs a second look. Every result is checked against physics and signed off by an engineer.',
  ],
  facts: [
    { term: 'Led by', detail: 'Founder and CEO' },
    { term: 'Where', detail: 'Campbell, Silicon Valley' },
    { term: 'What', detail: 'Design, simulation, prototypes' },
    { term: 'How', detail: 'Physics first, AI/ML alongside it' },
    { term: 'Board formats', detail: 'KiCad, IPC-2581, ODB++' },
    { term: 'Reports', detail: 'Usually {delivery}' },
  ],
}

export const contact = {
  legend: 'Contact',
  title: 'Tell us about your board',
  text: 'A sentence about the interface, the rail or the deadline is enough to start. An engineer will read it and reply.',
  fields: {
    name: { label: 'Name', missing: 'Please tell us your name.' },
    email: { label: 'Email', missing: 'Please enter an e-mail address for our reply.' },
    message: { label: 'Message', missing: 'Please write a sentence or two.' },
  },
  send: 'Send message',
  sending: 'Sending...',
  kept: 'Your message is still here.',
}

export const newsIntro = { legend: 'News', title: 'Where to meet us' }

/** Remove the note if the logos are those of real companies. */
export const partnersIntro = {
  title: 'A trusted partner of leading companies worldwide',
  note: 'Sample logos: these companies are fictitious.',
}
