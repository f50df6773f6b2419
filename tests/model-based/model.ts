import { TestModel } from '@xstate/test'
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, createActor, createMachine } from 'xstate'
import { type AdjacencyMap, getAdjacencyMap, type StatePath } from 'xstate/graph'

/**
 * What a test model is made of, taken from the machine itself: the events of its invoked actors and of its delays, the
 * transitions there are, and the ways through them. Nothing here says what a machine does.
 */

/** A transition by the state that has it, what triggers it, and its place among those with the same trigger. */
export type TransitionKey = string

/** An event that nobody sends: an actor of the machine ended, or time passed. */
export type WorldEvent =
  | { kind: 'done' | 'error'; type: string; actorId: string; src: string }
  | { kind: 'after'; type: string; delay: number }

const eventless = 'always'
const triggers = { 'xstate.done.actor.': 'done', 'xstate.error.actor.': 'error' } as const

export function statesOf(machine: AnyStateMachine): AnyStateMachine['root'][] {
  const below = (node: AnyStateMachine['root']): AnyStateMachine['root'][] => [
    node,
    ...Object.values(node.states).flatMap(below),
  ]
  return below(machine.root)
}

const transitionsAt = (node: AnyStateMachine['root']) => [
  ...[...node.transitions].map(([trigger, transitions]) => [trigger, transitions] as const),
  ...(node.always ? [[eventless, node.always] as const] : []),
]

/** Every transition that is written in the machine. */
export const transitionsOf = (machine: AnyStateMachine): TransitionKey[] =>
  statesOf(machine).flatMap((node) =>
    transitionsAt(node).flatMap(([trigger, transitions]) =>
      transitions.map((_, place) => keyOf(node.id, trigger, place)),
    ),
  )

const keyOf = (node: string, trigger: string, place: number) => `${node} | ${trigger} | ${place + 1}`

type Transition = { source: AnyStateMachine['root']; eventType: string }

/** The key of a transition that was taken. */
export function transitionKey(taken: Transition): TransitionKey {
  for (const [trigger, transitions] of transitionsAt(taken.source)) {
    const place = transitions.findIndex((transition) => transition === (taken as object))
    if (place >= 0) return keyOf(taken.source.id, trigger, place)
  }
  throw new Error(`${taken.source.id} has no transition for ${taken.eventType}.`)
}

/** Its states that can be rested in, as "loaded.resting"; those of parallel regions one by one. */
export const restingPlaces = (machine: AnyStateMachine) =>
  statesOf(machine)
    .filter((node) => (node.type === 'atomic' || node.type === 'final') && !isPassedThrough(node))
    .map(placeOf)

const isPassedThrough = (node: AnyStateMachine['root']) => node.always?.some(({ guard }) => !guard) ?? false

const placeOf = (node: AnyStateMachine['root']) => node.path.join('.')

/** Where a snapshot is, in the same words. */
export const placesIn = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter((node) => node.type === 'atomic' || node.type === 'final').map(placeOf)

/** The events of a machine that nobody sends, as its definition has them. */
export function worldEventsOf(machine: AnyStateMachine): WorldEvent[] {
  const delays = machine.implementations.delays as Record<string, unknown>
  const invoked = new Map(statesOf(machine).flatMap(({ invoke }) => invoke.map(({ id, src }) => [id, src] as const)))
  return statesOf(machine).flatMap((node) => [
    ...node.after.map(({ eventType, delay }) => ({
      kind: 'after' as const,
      type: eventType,
      delay: Number(typeof delay === 'string' && delay in delays ? delays[delay] : delay),
    })),
    ...[...node.transitions.keys()].flatMap((type) =>
      Object.entries(triggers).flatMap(([prefix, kind]) => {
        const actorId = type.slice(prefix.length)
        const src = type.startsWith(prefix) ? invoked.get(actorId) : undefined
        return typeof src === 'string' ? [{ kind, type, actorId, src }] : []
      }),
    ),
  ])
}

/** An event of a delay that the machine works out from what it knows, with as many milliseconds as that is here. */
function timed(machine: AnyStateMachine, event: AnyEventObject, { context }: AnyMachineSnapshot): AnyEventObject {
  if (!Number.isNaN(event['delay'])) return event
  const after = statesOf(machine)
    .flatMap((node) => node.after)
    .find(({ eventType }) => eventType === event.type)
  const delay: unknown = machine.implementations.delays[after?.delay as never]
  return { ...event, delay: typeof delay === 'function' ? (delay as (args: object) => number)({ context }) : delay }
}

/** A step of a path: an event, and where it leads by way of which transitions. */
export type Step = { event: AnyEventObject; state: AnyMachineSnapshot; transitions: TransitionKey[] }

export type Way = Omit<StatePath<AnyMachineSnapshot, AnyEventObject>, 'steps'> & { steps: Step[] }

type Exploration = {
  machine: AnyStateMachine
  input: unknown
  /** What may happen in a state. */
  events: (snapshot: AnyMachineSnapshot) => AnyEventObject[]
  /** What of the context makes a difference to where events lead. */
  distinguish: (context: never) => unknown
}

/** So many states are looked at; a machine that has more needs a `distinguish` that takes less of its context. */
const limit = 20_000

/** Everything that can happen to a machine, by pure transitions: nothing is started. */
export function explore({ machine, input, events, distinguish }: Exploration) {
  // Transitions that are taken are told of by inspection alone.
  const host = createActor(createMachine({}))
  const scope = {
    self: host,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    actionExecutor: () => {},
    system: host.system,
  } as unknown as Parameters<AnyStateMachine['getInitialSnapshot']>[0]
  let taken: TransitionKey[] = []
  host.system.inspect((told) => {
    if (told.type === '@xstate.microstep')
      taken.push(...(told._transitions as unknown as Transition[]).map(transitionKey))
  })
  const record = (run: () => AnyMachineSnapshot) => {
    taken = []
    const snapshot = run()
    return { snapshot, transitions: taken }
  }

  const start = record(() => machine.getInitialSnapshot(scope, input) as AnyMachineSnapshot)
  const walked = new Map<AnyMachineSnapshot, Map<AnyEventObject, TransitionKey[]>>()
  const logic = {
    getInitialSnapshot: () => start.snapshot,
    transition: (state: AnyMachineSnapshot, event: AnyEventObject) => {
      const { snapshot, transitions } = record(
        () => machine.transition(state as never, event, scope) as AnyMachineSnapshot,
      )
      walked.set(state, (walked.get(state) ?? new Map<AnyEventObject, TransitionKey[]>()).set(event, transitions))
      return snapshot
    },
  }
  const serializeState = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, snapshot.status, distinguish(snapshot.context as never)])
  const byState = new Map<string, AnyEventObject[]>()
  // An event object is the key under which its transitions are found again.
  const eventsIn = (snapshot: AnyMachineSnapshot) => {
    if (snapshot.status !== 'active') return []
    const key = serializeState(snapshot)
    const known = byState.get(key) ?? events(snapshot).map((event) => timed(machine, event, snapshot))
    byState.set(key, known)
    return known
  }
  const options = { events: eventsIn, serializeState, limit }
  const model = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(logic as never, options as never)
  const map = getAdjacencyMap(logic as never, options as never) as unknown as AdjacencyMap<
    AnyMachineSnapshot,
    AnyEventObject
  >

  const transitionsOfStep = (state: AnyMachineSnapshot, event: AnyEventObject) => walked.get(state)?.get(event) ?? []

  /** Ways from the start that together go where `seen` has not been: through every transition, or only to every state. */
  const ways = (seen: Set<string>, aim: Aim): Way[] =>
    model.getPaths((() =>
      covering({ map, start, serializeState, transitionsOfStep, seen, aim })) as never) as unknown as Way[]

  return { model, ways, start }
}

export type Aim = 'transitions' | 'states'

type Covering = {
  map: AdjacencyMap<AnyMachineSnapshot, AnyEventObject>
  start: { snapshot: AnyMachineSnapshot; transitions: TransitionKey[] }
  serializeState: (snapshot: AnyMachineSnapshot) => string
  transitionsOfStep: (state: AnyMachineSnapshot, event: AnyEventObject) => TransitionKey[]
  seen: Set<string>
  aim: Aim
}

/** Longer ways would be fewer, and harder to read where one fails. */
const longestWay = 8

function covering({ map, start, serializeState, transitionsOfStep, seen, aim }: Covering): Way[] {
  const edges = (state: AnyMachineSnapshot) =>
    Object.values(map[serializeState(state) as never]?.transitions ?? {}).map(({ event, state: next }) => ({
      event,
      state: next,
      transitions: transitionsOfStep(state, event),
    }))
  const stateAt = (state: AnyMachineSnapshot) => map[serializeState(state) as never]?.state ?? state
  // An event may do other things by what it carries.
  const gains = ({ event, state, transitions }: Step) => [
    ...(aim === 'transitions' ? transitions.map((key) => `${key} by ${JSON.stringify(event)}`) : []),
    ...placesIn(state).map((place) => `state ${place}`),
  ]
  const isNew = (step: Step) => gains(step).some((gain) => !seen.has(gain))

  /** The shortest way from a state to a step that shows something new. */
  const next = (from: AnyMachineSnapshot): Step[] | null => {
    const queue: { state: AnyMachineSnapshot; steps: Step[] }[] = [{ state: stateAt(from), steps: [] }]
    const visited = new Set([serializeState(from)])
    for (let here = queue.shift(); here; here = queue.shift()) {
      const { state, steps } = here
      for (const step of edges(state)) {
        if (isNew(step)) return [...steps, step]
        const key = serializeState(step.state)
        if (visited.has(key)) continue
        visited.add(key)
        queue.push({ state: stateAt(step.state), steps: [...steps, step] })
      }
    }
    return null
  }

  const ways: Way[] = []
  const first = [
    ...(aim === 'transitions' ? start.transitions : []),
    ...placesIn(start.snapshot).map((place) => `state ${place}`),
  ]
  const isFirst = first.some((gain) => !seen.has(gain))
  for (const gain of first) seen.add(gain)
  for (;;) {
    const steps: Step[] = []
    let state = stateAt(start.snapshot)
    for (;;) {
      const more = next(state)
      if (!more || (steps.length > 0 && steps.length + more.length > longestWay)) break
      for (const step of more) {
        for (const gain of gains(step)) seen.add(gain)
        steps.push(step)
        state = stateAt(step.state)
      }
    }
    if (steps.length === 0) break
    ways.push({ state, steps, weight: steps.length })
  }
  // A situation with nothing new in it is looked at as it begins.
  if (ways.length === 0 && (isFirst || aim === 'transitions'))
    ways.push({ state: start.snapshot, steps: [], weight: 0 })
  return ways
}
