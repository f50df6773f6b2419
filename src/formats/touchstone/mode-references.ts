const portsOf = (mode: string): number[] => mode.slice(1).split(',').map(Number)

/** The reference resistance of a mode, as a multiple of its ports' resistance. */
const factorOf = (mode: string): number => (mode.startsWith('D') ? 2 : mode.startsWith('C') ? 0.5 : 1)

/**
 * Modes such as D2,1 C1,2 S03 in one notation, so that equal pairs have equal texts: D2,1 C2,1 S3. A common mode has
 * its ports in the order of the differential mode, since only the differential mode has a polarity. Null unless each
 * port from 1 to `ports` is used alone, or in one pair that has both its modes.
 */
export function normalizedModes(modes: string[], ports: number): string[] | null {
  if (!isCompleteOrder(modes, ports)) return null
  const pairs = modes.filter((mode) => mode.startsWith('D')).map(portsOf)
  return modes.map((mode) => {
    const own = portsOf(mode)
    const pair = pairs.find((one) => own.every((port) => one.includes(port)))
    return `${mode.charAt(0)}${(pair ?? own).join(',')}`
  })
}

function isCompleteOrder(modes: string[], ports: number): boolean {
  const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
  const of = (kind: string) => modes.filter((mode) => mode.startsWith(kind)).map((mode) => inOrder(portsOf(mode)))
  const pairs = (kind: string) => of(kind).map(String).toSorted().join(' ')
  const used = inOrder([...of('D'), ...of('S')].flat())
  return used.length === ports && used.every((port, at) => port === at + 1) && pairs('D') === pairs('C')
}

/**
 * The reference resistance of each mode. `references` are the resistances of the single-ended ports, which [Reference]
 * lists even for mixed-mode data. Relative to a port of its pair, a differential mode has twice the resistance, and a
 * common mode half the resistance. If the ports of a pair differ, which the format does not provide for, their mean is
 * used.
 */
export const modeReferences = (modes: string[], references: number[]): number[] =>
  modes.map((mode) => {
    const own = portsOf(mode).map((port) => references[port - 1] ?? Number.NaN)
    return (factorOf(mode) * own.reduce((sum, one) => sum + one, 0)) / own.length
  })

/**
 * The inverse of `modeReferences`: the reference resistance of each single-ended port, computed from the resistances of
 * the modes.
 */
export function portReferences(modes: string[], references: number[]): number[] {
  const ports: number[] = []
  modes.forEach((mode, at) => {
    for (const port of portsOf(mode)) ports[port - 1] = (references[at] ?? Number.NaN) / factorOf(mode)
  })
  return ports
}

/** The pairs whose ports have different resistances. */
export const unequalPairs = (modes: string[], references: number[]): number[][] =>
  modes
    .filter((mode) => mode.startsWith('D'))
    .map(portsOf)
    .filter(([p = 0, n = 0]) => references[p - 1] !== references[n - 1])
