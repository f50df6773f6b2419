/** The titles and anchors of the tools. Every page loads this file. */

export type ToolKey = 's2spice' | 'inductance' | 'impedance'

/** The tools, with the anchors of their cards. */
export const toolLinks = {
  s2spice: { title: 'S2SPice Tool', anchor: 'id_s2spice' },
  inductance: { title: 'Inductance calculator', anchor: 'id_inductance' },
  impedance: { title: 'PCB Trace Impedance Calculator', anchor: 'id_impedance' },
} satisfies Record<ToolKey, { title: string; anchor: string }>
