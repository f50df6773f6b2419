import { TestModel } from '@xstate/test'
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, createActor, createMachine } from 'xstate'
import { type AdjacencyMap, getAdjacencyMap, type StatePath } from 'xstate/graph'

/**
 * Derives a test model from a machine: the events of its invoked actors and delays, its transitions, and the paths
 * through them. Nothing here is about a particular machine.
 */

/** Identifies a transition by its source state, its trigger, and its index among those with the same trigger. */
export type TransitionKey = string

/** An event that no user sends: an actor ended or time passed. */
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

/** All transitions defined in the machine. */
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

/**
 * The states in which the machine can rest, as "loaded.resting". States of parallel regions are listed individually.
 */
export const restingStates = (machine: AnyStateMachine) =>
  statesOf(machine)
    .filter((node) => (node.type === 'atomic' || node.type === 'final') && !isTransient(node))
    .map(placeOf)

const isTransient = (node: AnyStateMachine['root']) => node.always?.some(({ guard }) => !guard) ?? false

const placeOf = (node: AnyStateMachine['root']) => node.path.join('.')

/** The active states of a snapshot, in the notation of `restingStates`. */
export const activeStatesOf = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter((node) => node.type === 'atomic' || node.type === 'final').map(placeOf)

/** The machine's events that no user sends, according to its definition. */
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

/** Adds the actual delay to the event of a delayed transition whose delay is computed from the context. */
function timed(machine: AnyStateMachine, event: AnyEventObject, { context }: AnyMachineSnapshot): AnyEventObject {
  if (!Number.isNaN(event['delay'])) return event
  const after = statesOf(machine)
    .flatMap((node) => node.after)
    .find(({ eventType }) => eventType === event.type)
  const delay: unknown = machine.implementations.delays[after?.delay as never]
  return { ...event, delay: typeof delay === 'function' ? (delay as (args: object) => number)({ context }) : delay }
}

/** A step of a path: an event, the resulting state, and the transitions taken. */
export type Step = { event: AnyEventObject; state: AnyMachineSnapshot; transitions: TransitionKey[] }

export type GraphPath = Omit<StatePath<AnyMachineSnapshot, AnyEventObject>, 'steps'> & { steps: Step[] }

type Exploration = {
  machine: AnyStateMachine
  input: unknown
  /** The events possible in a state. */
  events: (snapshot: AnyMachineSnapshot) => AnyEventObject[]
  /** The part of the context that affects where events lead. */
  distinguish: (context: never) => unknown
}

/**
 * The maximum number of states. A machine with more needs a `distinguish` function that returns less of its context.
 */
const limit = 20_000

/** Explores the entire behavior of a machine using pure transitions, without starting it. */
export function explore({ machine, input, events, distinguish }: Exploration) {
  // Taken transitions are only reported through inspection.
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
  host.system.inspect((inspected) => {
    if (inspected.type === '@xstate.microstep')
      taken.push(...(inspected._transitions as unknown as Transition[]).map(transitionKey))
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
  // Return the same event objects for the same state, because transitions are looked up by event object.
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

  /** Paths from the initial state that together cover everything not in `seen`: all transitions, or only all states. */
  const graphPaths = (seen: Set<string>, aim: Aim): GraphPath[] =>
    model.getPaths((() =>
      covering({ map, start, serializeState, transitionsOfStep, seen, aim })) as never) as unknown as GraphPath[]

  return { model, graphPaths, start }
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

/**
 * A path is not extended beyond this number of steps, but is longer if its first new step is further away. Fewer,
 * longer paths would be harder to read when one fails.
 */
const maxSteps = 8

function covering({ map, start, serializeState, transitionsOfStep, seen, aim }: Covering): GraphPath[] {
  const edges = (state: AnyMachineSnapshot) =>
    Object.values(map[serializeState(state) as never]?.transitions ?? {}).map(({ event, state: next }) => ({
      event,
      state: next,
      transitions: transitionsOfStep(state, event),
    }))
  const stateAt = (state: AnyMachineSnapshot) => map[serializeState(state) as never]?.state ?? state
  // An event can have different effects depending on its payload.
  const gains = ({ event, state, transitions }: Step) => [
    ...(aim === 'transitions' ? transitions.map((key) => `${key} by ${JSON.stringify(event)}`) : []),
    ...activeStatesOf(state).map((place) => `state ${place}`),
  ]
  const isNew = (step: Step) => gains(step).some((gain) => !seen.has(gain))

  /** The shortest path from a state to a step that covers something new. */
  const next = (from: AnyMachineSnapshot): Step[] | null => {
    const queue: { state: AnyMachineSnapshot; steps: Step[] }[] = [{ state: stateAt(from), steps: [] }]
    const visited = new Set([serializeState(from)])
    for (let current = queue.shift(); current; current = queue.shift()) {
      const { state, steps } = current
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

  const paths: GraphPath[] = []
  const first = [
    ...(aim === 'transitions' ? start.transitions : []),
    ...activeStatesOf(start.snapshot).map((place) => `state ${place}`),
  ]
  const isFirst = first.some((gain) => !seen.has(gain))
  for (const gain of first) seen.add(gain)
  for (;;) {
    const steps: Step[] = []
    let state = stateAt(start.snapshot)
    for (;;) {
      const more = next(state)
      if (!more || (steps.length > 0 && steps.length + more.length > maxSteps)) break
      for (const step of more) {
        for (const gain of gains(step)) seen.add(gain)
        steps.push(step)
        state = stateAt(step.state)
      }
    }
    if (steps.length === 0) break
    paths.push({ state, steps, weight: steps.length })
  }
  // If no step adds anything new, only the initial state is checked. If only states count, it has to be new, too.
  if (paths.length === 0 && (isFirst || aim === 'transitions'))
    paths.push({ state: start.snapshot, steps: [], weight: 0 })
  return paths
}
