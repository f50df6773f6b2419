import { arrowKeys, addressOf } from './address'
import { labelOf } from './outline'
import type { Sheet } from './chart/sheets'
import { statesOf } from './states'

/** An item of a chart that can be found by its text. */
export type Entry = {
  kind: 'machine' | 'state' | 'event' | 'guard' | 'action' | 'actor' | 'line'
  words: string
  /**
   * For a machine, its file; for a state, the title of its machine; for anything else, that title with the state or the
   * arrow to which it belongs.
   */
  where: string
  machine: string
  address: string
}

const unique = (entries: Entry[]) => [...new Map(entries.map((entry) => [entry.kind + entry.address, entry])).values()]

/** Everything in a machine's chart, in the order in which it is listed: the machine and its states first. */
export function entriesOf(sheet: Sheet): Entry[] {
  const { title, id, root, arrows } = sheet
  const keys = arrowKeys(arrows)
  const base = { machine: id }
  const atState = (state: string) => addressOf(id, { state })
  const states = statesOf(root)
  return [
    { ...base, kind: 'machine', words: title, where: sheet.file, address: addressOf(id) },
    ...states.map((state): Entry => {
      const words = state.id === id ? id : state.id.slice(id.length + 1)
      return { ...base, kind: 'state', words, where: title, address: atState(state.id) }
    }),
    ...arrows.flatMap((arrow, number): Entry[] => {
      const where = `${title}: ${arrow.source.split('.').at(-1)} → ${arrow.targets.map((to) => to.split('.').at(-1)).join(', ') || 'stays'}`
      const address = addressOf(id, { arrow: keys[number] ?? '' })
      const own = { ...base, address, where: `${where}, ${labelOf(arrow)}` }
      return [
        ...(arrow.event === '' ? [] : [{ ...own, kind: 'event' as const, words: arrow.words }]),
        ...(arrow.guard === null ? [] : [{ ...own, kind: 'guard' as const, words: arrow.guard }]),
        ...unique(arrow.actions.map((words) => ({ ...own, kind: 'action' as const, words }))),
      ]
    }),
    ...states.flatMap(({ id: state, entry, exit, invokes }): Entry[] => {
      const own = { ...base, where: `${title}: ${state.split('.').at(-1)}`, address: atState(state) }
      return [
        ...[...entry, ...exit].map((words) => ({ ...own, kind: 'action' as const, words })),
        ...invokes.map((words) => ({ ...own, kind: 'actor' as const, words })),
      ]
    }),
  ]
}

/**
 * The parts of machines that are defined at a line such as `session.machine.ts:120`, or else at the nearest line above
 * it.
 */
function entryAt(sheets: Sheet[], file: string, line: number): Entry[] {
  return sheets.flatMap((sheet) => {
    const keys = arrowKeys(sheet.arrows)
    const places = [
      ...Object.entries(sheet.places.states).map(([state, place]) => ({ place, words: state, parameters: { state } })),
      ...sheet.arrows.map((arrow, number) => ({
        place: sheet.places.arrows[number] ?? '',
        words: labelOf(arrow) || 'eventless transition',
        parameters: { arrow: keys[number] ?? '' },
      })),
    ]
    const above = places.flatMap((one) => {
      const [, own = '', at = ''] = /^(.*):(\d+)$/.exec(one.place) ?? []
      const isFile = own === file || own.endsWith(`/${file}`) || file.endsWith(`/${own}`)
      return isFile && Number(at) <= line ? [{ ...one, at: Number(at) }] : []
    })
    const nearest = Math.max(...above.map(({ at }) => at))
    return above
      .filter(({ at }) => at === nearest)
      .map(({ words, parameters, place }) => ({
        kind: 'line' as const,
        words: place,
        where: `${sheet.title}: ${words}`,
        machine: sheet.id,
        address: addressOf(sheet.id, parameters),
      }))
  })
}

const limit = 50

/**
 * The best matches for a search text: exact names first, then names that begin with the text, then others that contain
 * it. Among equal matches, those in the shown machine come first. A search text such as `session.machine.ts:120` finds
 * what is defined at that line.
 */
export function find(sheets: Sheet[], entries: Entry[], text: string, shown: string | null): Entry[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const [, file, line] = /^(\S+\.ts):(\d+)(?::\d+)?$/.exec(text.trim()) ?? []
  if (file !== undefined) return entryAt(sheets, file, Number(line)).slice(0, limit)
  const rankOf = ({ words, machine }: Entry) => {
    const name = words.toLowerCase()
    const place = name.indexOf(wanted)
    if (place < 0) return null
    const quality = name === wanted || name.endsWith(`.${wanted}`) ? 0 : place === 0 || name[place - 1] === '.' ? 1 : 2
    return quality * 2 + (machine === shown ? 0 : 1)
  }
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry)
      return rank === null ? [] : [{ entry, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ entry }) => entry)
}
