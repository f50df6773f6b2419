/** Nets that are highlighted in the same color, such as those of a row of a request. */
export type NetGroup = {
  nets: string[]
  /** The index of the color. */
  color: number
  /** Whether the nets are drawn like those that are not highlighted, because the pointer is over another group. */
  isDimmed: boolean
}

/** Nets to draw in one color or, if `color` is null, in the colors of their layers. */
export type DrawnNets = { nets: string[]; color: number | null }

/**
 * The highlighted nets by color. A net in several groups has the color of the first one that is not dimmed. The
 * selected net is always drawn.
 */
export function drawnNets(highlighted: string[], selected: string | null, groups: NetGroup[]): DrawnNets[] {
  const groupOf = new Map<string, NetGroup>()
  for (const group of groups) {
    for (const net of group.nets) if (groupOf.get(net)?.isDimmed ?? true) groupOf.set(net, group)
  }
  const byColor = new Map<number | null, string[]>()
  const draw = (net: string, color: number | null) => {
    const nets = byColor.get(color)
    if (nets) nets.push(net)
    else byColor.set(color, [net])
  }
  for (const net of new Set(highlighted)) {
    const group = groupOf.get(net)
    if (!group?.isDimmed) draw(net, group?.color ?? null)
  }
  const isDrawn = [...byColor.values()].some((nets) => nets.includes(selected ?? ''))
  if (selected !== null && !isDrawn) draw(selected, null)
  return [...byColor].map(([color, nets]) => ({ nets, color }))
}
