/** The text that every page loads: the tools and the footer. */

export type ToolKey = 's2spice' | 'inductance' | 'impedance'

/** The tools, with the anchors of their cards. */
export const toolLinks = {
  s2spice: { title: 'S2SPice Tool', anchor: 'id_s2spice' },
  inductance: { title: 'Inductance calculator', anchor: 'id_inductance' },
  impedance: { title: 'PCB Trace Impedance Calculator', anchor: 'id_impedance' },
} satisfies Record<ToolKey, { title: string; anchor: string }>

/** The footer columns. `hash` is an anchor of the home page. */
export const footerColumns = [
  {
    title: 'Services',
    links: [
      { text: 'PCB/Package design', hash: 'id_services' },
      { text: 'SIPI simulation', hash: 'id_services' },
      { text: 'PCB prototype', hash: 'id_services' },
    ],
  },
  {
    title: 'Tools',
    links: Object.values(toolLinks).map(({ title, anchor }) => ({ text: title, hash: anchor })),
  },
  {
    title: 'Company',
    links: [
      { text: 'About', hash: 'id_about' },
      { text: 'News', hash: 'id_news' },
      { text: 'Publications', hash: 'id_publications' },
    ],
  },
]
