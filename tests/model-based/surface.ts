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
 * Describes how a user experiences a machine: what they see in each state, and how they trigger each event. The types
 * are derived from the machine, so a new state or event without an entry here does not compile.
 */

type Provided<M extends AnyStateMachine> = NonNullable<Parameters<M['provide']>[0]['actors']>

export type SourceOf<M extends AnyStateMachine> = keyof Provided<M> & string

type OutputOf<M extends AnyStateMachine, Source extends SourceOf<M>> =
  NonNullable<Provided<M>[Source]> extends infer Logic extends AnyActorLogic
    ? Exclude<SnapshotFrom<Logic>['output'], undefined>
    : never

/** The states in which a machine rests, derived from its snapshot's value: "loaded.resting". */
type PlacesIn<Value> = Value extends string
  ? Value
  : { [Key in keyof Value & string]: Value[Key] extends infer Inner ? `${Key}${Below<Inner>}` : never }[keyof Value &
      string]

type Below<Inner> = [Inner] extends [string] ? `.${Inner}` : Inner extends string ? `.${Inner}` : `.${PlacesIn<Inner>}`

export type PlaceOf<M extends AnyStateMachine> = PlacesIn<SnapshotFrom<M>['value']>

type EventOf<M extends AnyStateMachine> = EventFromLogic<M>
type EventNamed<M extends AnyStateMachine, Type> = Extract<EventOf<M>, { type: Type }>

/**
 * The payloads of an event. List several if they lead to different states. Use a function if they depend on the
 * snapshot.
 */
type Cases<M extends AnyStateMachine, Event> =
  | readonly Omit<Event, 'type'>[]
  | ((snapshot: SnapshotFrom<M>) => readonly Omit<Event, 'type'>[])

/**
 * How an actor can end. Use a function if this depends on the snapshot, for example on whether the actor is running.
 */
type Endings<M extends AnyStateMachine, Ending> = readonly Ending[] | ((snapshot: SnapshotFrom<M>) => readonly Ending[])

/** Initial conditions of a test. */
export type Situation<M extends AnyStateMachine> = {
  input?: InputFrom<M>
  /** Results of guards that depend on external conditions. */
  guards?: Record<string, boolean>
}

/** Test material for a machine: the payloads of its events and the results of its actors. */
export type Material<M extends AnyStateMachine> = {
  situations: Record<string, Situation<M>>
  events: { [Type in EventOf<M>['type']]: Cases<M, EventNamed<M, Type>> }
  /** The possible outputs of each actor; null for an actor that runs until it is stopped. */
  done: { [Source in SourceOf<M>]: Endings<M, OutputOf<M, Source>> | null }
  /** The possible errors of each actor; null if the machine does not handle them. */
  failed: { [Source in SourceOf<M>]: Endings<M, unknown> | null }
  /** The part of the context that affects behavior. Defaults to the whole context. */
  distinguish?: (context: ContextFrom<M>) => unknown
}

/** What a surface can use in addition to user actions. */
export type Stage<M extends AnyStateMachine> = {
  machine: M
  user: UserEvent
  situation: string
  input: InputFrom<M> | undefined
  /** Sends an event that does not come from the user: from the browser, another tab or another part of the product. */
  send: (event: EventOf<M>) => void
  /** Sends an event from a running actor to the machine. */
  report: (source: SourceOf<M>, event: AnyEventObject) => void
  snapshot: () => SnapshotFrom<M>
}

/** What happened before an actor was started: the step that started it, or null at the beginning. */
type Start = { situation: string; event: AnyEventObject | null }

/** What an actor is given: a value, or a function of the state in which it runs and of what started it. */
export type Given<M extends AnyStateMachine> =
  | Record<string, unknown>
  | ((snapshot: SnapshotFrom<M>, start: Start) => unknown)

/** A machine and its view. */
export type Surface<M extends AnyStateMachine> = Material<M> & {
  /** What each actor is given when it is started, written by hand. */
  inputs?: { [Source in SourceOf<M>]?: Given<M> }
  /** Renders the view, which starts the stage's machine. */
  mount: (stage: Stage<M>) => Promise<void> | void
  /** Checks what the user sees in each state. For states without a visible difference, checks what may be visible. */
  states: { [Place in PlaceOf<M>]: (stage: Stage<M>, snapshot: SnapshotFrom<M>) => Promise<void> | void }
  /** Triggers each event as a user would, or as its other source would (another tab, the network). */
  perform: {
    [Type in EventOf<M>['type']]: (event: EventNamed<M, Type>, stage: Stage<M>) => Promise<void> | void
  }
}

/** An error as thrown by the API client. `reason` repeats the message, because JSON omits the message of an error. */
export const failure = (message = '', more: Record<string, unknown> = {}) =>
  Object.assign(new Error(message), { reason: message, ...more })
