import type { BoardEdge } from './board-edge'
import type { RoledFile } from './fabrication'

/** Returns a note if a file lacks its end command: M02 or M00 in Gerber, M30 or M00 in drill files. */
export function truncationOf({ name, text, role }: Pick<RoledFile, 'name' | 'text' | 'role'>): string | null {
  const end = text.slice(-400)
  const isComplete = /M0*[023]0?\s*\*/.test(end) || (role.type === 'drill' && /^M(?:30|0?0)\b/m.test(end))
  return isComplete
    ? null
    : `${name} ends without its end command (${role.type === 'drill' ? 'M30' : 'M02'}): the file may be incomplete.`
}

/** Returns a note if a drill file does not state its unit. The default of the format is inches. */
export function unitNote({ name, text, role }: Pick<RoledFile, 'name' | 'text' | 'role'>): string | null {
  // The last alternative matches Gerber files, which can also contain holes.
  const isStated = /^(?:INCH|METRIC|M7[12])|; ?FORMAT=\{[^}\n]{0,80}\/ (?:metric|inch) \/|%(?:MO|FS)/m.test(text)
  return role.type !== 'drill' || isStated ? null : `${name} states no unit: its dimensions are read as inches.`
}

/** Returns a note about a negative image, which is drawn inverted if the outline of the board is known. */
export function negativeNote({ name, role }: Pick<RoledFile, 'name' | 'role'>, isInverted: boolean): string | null {
  if (!role.isNegative) return null
  if (isInverted) return `${name} is a negative image, so it is drawn inverted within the outline of the board.`
  const missing = role.side === 'inner' ? '' : ` The ${role.side} view omits this layer.`
  return `${name} is a negative image: the areas that it draws are free of copper.${missing}`
}

/** Returns a note about an outline whose lines have no width, so that its own picture is empty. */
export function noWidthNote(
  { name }: Pick<RoledFile, 'name'>,
  isVisible: boolean,
  edge: BoardEdge | null | undefined,
): string | null {
  if (isVisible) return null
  const taken = edge && 'gerber' in edge ? ' The edge of the board is taken from them.' : ''
  return `The picture of ${name} is empty, because its lines have a width of 0.${taken}`
}

/** Lists what is missing from the set of one board, so that an incomplete picture does not look complete. */
export function setNotes(files: RoledFile[], edge: BoardEdge | null | undefined): string[] {
  const notes: string[] = []
  const of = (side: 'top' | 'bottom') => files.filter(({ role }) => role.side === side && role.type !== 'drawing')
  for (const side of ['top', 'bottom'] as const) {
    const layers = of(side).map(({ role }) => role.type)
    if (layers.length === 0) notes.push(`The ${side} side is not drawn: the set has no layer for it.`)
    else if (!layers.includes('copper')) notes.push(`The ${side} side has no copper layer.`)
    else if (!layers.includes('soldermask')) {
      notes.push(
        `The ${side} side has no solder mask, so its copper is bare${layers.includes('silkscreen') ? ' and its silkscreen is not drawn' : ''}.`,
      )
    }
  }
  if (edge === undefined) notes.push('The set has no outline, so the edge of its layers is shown instead.')
  else if (edge === null) notes.push('The outline could not be traced, so the edge of the layers is shown instead.')
  else if ('problem' in edge) notes.push(`${edge.problem} The edge of the layers is shown instead.`)
  if (!files.some(({ role }) => role.type === 'drill')) notes.push('The set has no drill file, so no holes are drawn.')
  return notes
}
