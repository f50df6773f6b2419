import { type Arrow, labelOf } from '../outline'
import { type Outline, type StateOutline, statesOf } from '../states'

export type Change = 'added' | 'removed' | 'changed'

/** The differences between two versions of a chart. */
export type Changes = {
  /** Both versions in one chart, including removed states and arrows. */
  outline: Outline
  states: Record<string, Change>
  /** By the number of the arrow in `outline`. */
  arrows: Record<number, Change>
  /** The changes in words, each with the id of the state or the number of the arrow in `outline`. */
  lines: { words: string; at: string | number }[]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The properties of a state itself, in words. */
const factsOf = ({ type, initial, entry, exit, invokes }: StateOutline) => ({
  type,
  'initial state': nameOf(initial ?? ''),
  entry: entry.join(', '),
  exit: exit.join(', '),
  invokes: invokes.join(', '),
})

const nameOf = (id: string) => id.split('.').slice(1).join('.') || id

const fromTo = (before: string, after: string) => `${before || 'nothing'} → ${after || 'nothing'}`

function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).flatMap((name) => {
    const [old, now] = [before[name] ?? '', after[name] ?? '']
    return old === now ? [] : [`${name} ${fromTo(old, now)}`]
  })
}

/** A state with the children of both versions. */
function union(before: StateOutline | undefined, after: StateOutline | undefined): StateOutline {
  const state = after ?? before
  if (!state) throw new Error('The state exists in neither version.')
  const keys = new Set([...(after?.states ?? []), ...(before?.states ?? [])].map(({ key }) => key))
  const childIn = (version: StateOutline | undefined, key: string) => version?.states.find((child) => child.key === key)
  return { ...state, states: [...keys].map((key) => union(childIn(before, key), childIn(after, key))) }
}

const eventOf = ({ source, event }: Arrow) => `${source} ${event}`
const identityOf = (arrow: Arrow) => JSON.stringify([arrow.source, arrow.event, arrow.guard, arrow.targets])

const arrowFacts = ({ guard, targets, actions }: Arrow) => ({
  guard: guard ?? '',
  target: targets.map(nameOf).join(', '),
  actions: actions.join(', '),
})

/**
 * Pairs the arrows of two versions: equal ones first, then those that differ only in their actions, then those with the
 * same event in the same state. An arrow that exists in only one version forms a pair with undefined.
 */
function pairs(before: Arrow[], after: Arrow[]): { before: Arrow | undefined; after: Arrow | undefined }[] {
  const partner = new Map<Arrow, Arrow>()
  const left = new Set(before)
  for (const keyOf of [(arrow: Arrow) => JSON.stringify(arrow), identityOf, eventOf]) {
    for (const arrow of after) {
      if (partner.has(arrow)) continue
      const found = [...left].find((one) => keyOf(one) === keyOf(arrow))
      if (!found) continue
      partner.set(arrow, found)
      left.delete(found)
    }
  }
  return [
    ...after.map((arrow) => ({ before: partner.get(arrow), after: arrow })),
    ...[...left].map((arrow) => ({ before: arrow, after: undefined })),
  ]
}

const arrowWords = (arrow: Arrow) => {
  const targets = arrow.targets.map(nameOf).join(', ')
  return `${nameOf(arrow.source)}${targets === '' ? '' : ` → ${targets}`}: ${labelOf(arrow) || 'eventless transition'}`
}

/** Compares two versions of a chart. One of them may be missing, which counts as empty. */
export function compare(before: Outline | undefined, after: Outline | undefined): Changes {
  const root = union(before?.root, after?.root)
  const old = new Map((before ? statesOf(before.root) : []).map((state) => [state.id, state]))
  const now = new Map((after ? statesOf(after.root) : []).map((state) => [state.id, state]))
  const lines: Changes['lines'] = []
  const states: Changes['states'] = {}
  for (const { id } of statesOf(root)) {
    const [was, is] = [old.get(id), now.get(id)]
    const different = was && is ? differences(factsOf(was), factsOf(is)) : []
    const change = !was ? 'added' : !is ? 'removed' : different.length > 0 ? 'changed' : null
    if (change === null) continue
    states[id] = change
    const more = different.length > 0 ? `: ${different.join('; ')}` : ''
    lines.push({ words: `State ${nameOf(id)} ${change}${more}`, at: id })
  }
  const drawn: Arrow[] = []
  const arrows: Changes['arrows'] = {}
  for (const { before: was, after: is } of pairs(before?.arrows ?? [], after?.arrows ?? [])) {
    const arrow = is ?? was
    if (!arrow) continue
    drawn.push(arrow)
    if (was && is && isSame(was, is)) continue
    const change = !was ? 'added' : !is ? 'removed' : 'changed'
    const different = was && is ? differences(arrowFacts(was), arrowFacts(is)) : []
    arrows[drawn.length - 1] = change
    const more = different.length > 0 ? ` (${different.join('; ')})` : ''
    lines.push({ words: `Transition ${change}: ${arrowWords(arrow)}${more}`, at: drawn.length - 1 })
  }
  return { outline: { root, arrows: drawn }, states, arrows, lines }
}
