import type { UserEvent } from '@testing-library/user-event'
import type {
  AnyActorLogic,
  AnyEventObject,
  AnyStateMachine,
  ContextFrom,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate'

/**
 * How a person meets a machine: what they see in each of its states, and how they do each of its events. The types come
 * from the machine, so that a new state or event without its line here does not compile.
 */

type Provided<M extends AnyStateMachine> = NonNullable<Parameters<M['provide']>[0]['actors']>

export type SourceOf<M extends AnyStateMachine> = keyof Provided<M> & string

type OutputOf<M extends AnyStateMachine, Source extends SourceOf<M>> =
  NonNullable<Provided<M>[Source]> extends infer Logic extends AnyActorLogic
    ? Exclude<SnapshotFrom<Logic>['output'], undefined>
    : never

/** The states that a machine rests in, from its snapshot's value: "loaded.resting". */
type PlacesIn<Value> = Value extends string
  ? Value
  : { [Key in keyof Value & string]: Value[Key] extends infer Inner ? `${Key}${Below<Inner>}` : never }[keyof Value &
      string]

type Below<Inner> = [Inner] extends [string] ? `.${Inner}` : Inner extends string ? `.${Inner}` : `.${PlacesIn<Inner>}`

export type PlaceOf<M extends AnyStateMachine> = PlacesIn<SnapshotFrom<M>['value']>

type EventOf<M extends AnyStateMachine> = EventFromLogic<M>
type EventNamed<M extends AnyStateMachine, Type> = Extract<EventOf<M>, { type: Type }>

/** An event without its type; several where they lead elsewhere, or where the snapshot says which there are. */
type Cases<M extends AnyStateMachine, Event> =
  | readonly Omit<Event, 'type'>[]
  | ((snapshot: SnapshotFrom<M>) => readonly Omit<Event, 'type'>[])

/** How an actor may end; by the snapshot where that says whether it still runs. */
type Endings<M extends AnyStateMachine, Ending> = readonly Ending[] | ((snapshot: SnapshotFrom<M>) => readonly Ending[])

/** How the world may differ before anything happens. */
export type Situation<M extends AnyStateMachine> = {
  input?: InputFrom<M>
  /** Answers of guards that ask the world. */
  guards?: Record<string, boolean>
}

/** What a machine is told in its tests: the payloads of its events, and how its actors end. */
export type Material<M extends AnyStateMachine> = {
  situations: Record<string, Situation<M>>
  events: { [Type in EventOf<M>['type']]: Cases<M, EventNamed<M, Type>> }
  /** How each actor may succeed; null for one that goes on until it is stopped. */
  done: { [Source in SourceOf<M>]: Endings<M, OutputOf<M, Source>> | null }
  /** How each may fail; null where the machine does not listen. */
  failed: { [Source in SourceOf<M>]: Endings<M, unknown> | null }
  /** What of the context makes a difference; all of it where nothing is said. */
  distinguish?: (context: ContextFrom<M>) => unknown
}

/** What a surface may do besides what a person can. */
export type Stage<M extends AnyStateMachine> = {
  machine: M
  user: UserEvent
  situation: string
  input: InputFrom<M> | undefined
  /** Sends what comes from elsewhere: the browser, another tab, another part of the product. */
  send: (event: EventOf<M>) => void
  /** Lets a running actor report. */
  report: (source: SourceOf<M>, event: AnyEventObject) => void
  snapshot: () => SnapshotFrom<M>
}

/** A machine and the view of it. */
export type Surface<M extends AnyStateMachine> = Material<M> & {
  /** Shows the view, which starts the stage's machine. */
  mount: (stage: Stage<M>) => Promise<void> | void
  /** What the person sees. A state that no view shows says what may be seen instead. */
  states: { [Place in PlaceOf<M>]: (stage: Stage<M>, snapshot: SnapshotFrom<M>) => Promise<void> | void }
  /** How the person does it, or where else it comes from. */
  perform: {
    [Type in EventOf<M>['type']]: (event: EventNamed<M, Type>, stage: Stage<M>) => Promise<void> | void
  }
}

/** A failure as the API's client throws it; what it says is part of it when paths are compared. */
export const failure = (message = '', more: Record<string, unknown> = {}) =>
  Object.assign(new Error(message), { reason: message, ...more })
