const portsOf = (mode: string): number[] => mode.slice(1).split(',').map(Number)

/** Whether modes such as D1,2 C1,2 S3 use each port from 1 to `ports` alone, or in one pair that has both its modes. */
export function isCompleteOrder(modes: string[], ports: number): boolean {
  const pairsOf = (kind: string) => modes.filter((mode) => mode.startsWith(kind)).map(portsOf)
  const names = (kind: string) => pairsOf(kind).map((pair) => pair.toSorted((a, b) => a - b).join())
  const used = [...pairsOf('D'), ...pairsOf('S')].flat().toSorted((a, b) => a - b)
  return (
    used.length === ports &&
    used.every((port, at) => port === at + 1) &&
    names('D').toSorted().join(' ') === names('C').toSorted().join(' ')
  )
}

/**
 * The reference resistance of each mode. `references` are those of the single-ended ports, as [Reference] lists them
 * also for mixed-mode data. A differential mode has twice the resistance of a port of its pair, and a common mode half
 * of it. If the ports of a pair differ, which the format does not provide for, their mean counts.
 */
export const modeReferences = (modes: string[], references: number[]): number[] =>
  modes.map((mode) => {
    const own = portsOf(mode).map((port) => references[port - 1] ?? Number.NaN)
    return (factors[mode[0] ?? ''] ?? 1) * (own.reduce((sum, one) => sum + one, 0) / own.length)
  })

/** The reference resistance of each single-ended port, from those of the modes. */
export const portReferences = (modes: string[], references: number[]): number[] => {
  const ports: number[] = []
  modes.forEach((mode, at) => {
    for (const port of portsOf(mode)) ports[port - 1] = references[at]! / (factors[mode[0] ?? ''] ?? 1)
  })
  return ports
}

const factors: Record<string, number> = { D: 2, C: 0.5 }

/** The pairs of ports with different resistances. */
export const unequalPairs = (modes: string[], references: number[]): number[][] =>
  modes
    .filter((mode) => mode.startsWith('D'))
    .map(portsOf)
    .filter(([p = 0, n = 0]) => references[p - 1] !== references[n - 1])
