/**
 * Rules for the start of netlist files. The browser and the API both use them to detect the file type. Pure functions.
 */

/** The netlist formats that are recognized by their content. */
export const netlistContents: [format: string, start: RegExp][] = [
  ['KiCad netlist', /^\s*\(export\b/],
  ['PADS netlist', /^\s*\*PADS[\w-]*\*/i],
  ['Allegro netlist', /^\s*FILE_TYPE\s*=\s*EXPANDEDNETLIST/],
  ['Telesis netlist', /^\$(?:PACKAGES|NETS)\b/im],
  ['IPC-D-356', /^(?:P {1,3}(?:JOB|UNITS|VER|TITLE|CODE|DIM|IMAGE|NNAME *\d+)\b|3[12]7\S[^\n]{13} {3}\S)/m],
  ['Protel netlist', /^\s*(?:PROTEL NETLIST|[[(][ \t]*\r?\n[ \t]*[^\s{}"[\](),]+[ \t]*\r?\n)/i],
  ['Wire list', /^\s*(?:<<<\s*)?wire ?list[ \t>]*\r?\n/i],
]

type NetColumn = 'net' | 'component' | 'pin'

const headings: Record<NetColumn, RegExp> = {
  net: /^(?:nets?|(?:net|signal)(?:name|label)|signal|netzname|netz)$/,
  component: /^(?:ref(?:des|erence|erenz)?|(?:reference)?designator|component|part|bauteil)$/,
  pin: /^(?:(?:pin|pad)(?:no|number|nr|s)?|nodes?|anschluss)$/,
}

/** The column that a heading in a table of nets stands for; undefined for any other heading. */
export function netColumnOf(heading: string): NetColumn | undefined {
  const plain = heading.toLowerCase().replace(/[^a-z]/g, '')
  return (Object.keys(headings) as NetColumn[]).find((column) => headings[column].test(plain))
}

/** Whether a row contains the headings of a table of nets: the net, and the component and pin that it connects. */
export function isNetHeading(cells: string[]): boolean {
  const columns = new Set(cells.slice(0, 100).map(netColumnOf))
  return columns.has('net') && columns.has('component') && columns.has('pin')
}

/** The number of lines that are searched for the headings, which a title may precede. */
export const NET_HEADING_LINES = 30

/** Whether text is a table of nets, with any of the usual separators. */
export const isNetTable = (text: string) =>
  text
    .split(/\r?\n/, NET_HEADING_LINES)
    .some((line) => isNetHeading(line.split(/[,;\t|]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))))
