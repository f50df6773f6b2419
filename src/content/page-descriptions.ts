import { brand } from './brand'

/** What the company does, for search engines and link previews. */
export const siteDescription =
  'PCB and package design, signal and power integrity simulation, and PCB prototypes from Silicon Valley, empowered by AI and machine learning.'

/** The drawings in the pictures that link previews show, each with its text alternative. */
export const previewDrawings = {
  board: 'a routed board: differential pairs from a processor to a connector',
  eye: 'an eye diagram with a mask in its opening',
}

/** The descriptions of the public pages for search engines, by path. Pages without one are not indexed. */
export const pageDescriptions: Record<string, string> = {
  '/': siteDescription,
  '/price': `Drop a layout and see what simulating its interfaces and supplies costs at ${brand.name}: fixed prices, no account needed. The file does not leave your computer.`,
  '/privacy': `What ${brand.name} does with personal information: what is collected, why, where it is kept, for how long, and the rights you have.`,
  '/sample-report': `A sample of what ${brand.name} delivers for a simulation request: the verdict and margins of a channel and a supply, with curves, networks and the board to explore. No account needed.`,
  '/terms': `The agreement for the site, the workspace, the tools and the services of ${brand.name}: trial, payment, cancellation, liability and disputes.`,
}
