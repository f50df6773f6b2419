import { portReferences } from './mode-references'
import type { Network } from './network'

export interface TouchstoneText {
  text: string
  /** The usual file extension, such as ".s2p", or ".ts" for version 2. */
  ending: string
}

/**
 * Writes a network as a Touchstone file with real and imaginary parts, without loss of precision. Single-ended
 * S-parameters with one reference resistance are written in version 1, which every program reads; everything else is
 * written in version 2.
 * `modes` are the modes of the ports of mixed-mode data, and `remark` is a comment.
 */
export function touchstoneOf(network: Network, remark: string, modes: string[] | null = null): TouchstoneText {
  const { parameter, ports, frequencies, references } = network
  const isSimple = parameter === 'S' && modes === null && references.every((one) => one === references[0])
  const header = [
    ...remark.split(/[\r\n]+/).map((line) => `! ${line}`),
    ...(isSimple ? [] : ['[Version] 2.0']),
    `# Hz ${parameter} RI R ${isSimple ? references[0] : 50}`,
    ...(isSimple ? [] : keywords(network, modes)),
  ]
  const order = orderOf(ports)
  const lines = Array.from(frequencies, (frequency, at) => {
    const values = order.map((index) => `${network.traces[index]?.re[at] ?? 0} ${network.traces[index]?.im[at] ?? 0}`)
    return `${frequency} ${rowsOf(values, ports)}`
  })
  const end = isSimple ? [] : ['[End]']
  return { text: `${[...header, ...lines, ...end].join('\n')}\n`, ending: isSimple ? `.s${ports}p` : '.ts' }
}

const keywords = ({ ports, frequencies, references }: Network, modes: string[] | null) => [
  `[Number of Ports] ${ports}`,
  ...(ports === 2 ? ['[Two-Port Data Order] 21_12'] : []),
  `[Number of Frequencies] ${frequencies.length}`,
  `[Reference] ${(modes ? portReferences(modes, references) : references).join(' ')}`,
  ...(modes ? [`[Mixed-Mode Order] ${modes.join(' ')}`] : []),
  '[Network Data]',
]

/** The indices of the parameters in the order of a file: by rows, except for two ports, where S21 precedes S12. */
const orderOf = (ports: number) =>
  ports === 2 ? [0, 2, 1, 3] : Array.from({ length: ports * ports }, (_, index) => index)

/**
 * Each row of a matrix starts a new line, and a line has at most four parameters. For one or two ports, all parameters
 * are on one line.
 */
function rowsOf(values: string[], ports: number): string {
  if (ports <= 2) return values.join(' ')
  const lines: string[] = []
  for (let row = 0; row < ports; row++) {
    for (let column = 0; column < ports; column += 4)
      lines.push(values.slice(row * ports + column, row * ports + Math.min(column + 4, ports)).join(' '))
  }
  return lines.join('\n')
}
