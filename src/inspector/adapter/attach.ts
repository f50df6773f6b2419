import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import { Actor, type AnyActorRef, type AnyEventObject, type InspectionEvent, type Snapshot } from 'xstate'

import {
  type About,
  answered,
  type Channel,
  connected,
  described,
  handSent,
  type HandSent,
  onlyFrom,
  pinned,
  search,
} from './channel'
import { plainWithout, type Secrets } from './plain'
import { pageLoadOf, type Timed } from './recording'

type Running = AnyActorRef & { logic?: { config?: { id?: string } }; src?: unknown; _parent?: Running }

export type AttachOptions = {
  /** The page that shows the recording. It must have the same origin as the app. */
  url?: string
  /** Versions to list in bug reports, such as the app's. */
  versions?: Record<string, string>
  /** What is removed from the reports, in addition to tokens and passwords. */
  secrets?: Secrets
  /**
   * Shows the user a way to call `open`, which opens the visualizer. The default is a button in the corner of the page.
   */
  showOpener?: (open: () => void) => void
}

/** Session ids start again with each page load. This prefix distinguishes the ids of one load from those of another. */
const pageLoad = Date.now().toString(36)
const idOf = (actor: Running | undefined) => actor && `${pageLoad}.${actor.sessionId}`

/** The running actors, by session id. They can receive events from the visualizer and can be announced to it again. */
const running = new Map<string, Running>()
const ended = new Set<string>()

const nameOf = ({ logic, src, id }: Running) => logic?.config?.id ?? (typeof src === 'string' ? src : id)

type Plain = (value: unknown) => unknown

function snapshotOf(snapshot: unknown, plain: Plain) {
  const { status, value, context, input, output, error } = snapshot as Record<string, unknown>
  const shown = plain({ context, input, output, error }) as Record<string, unknown>
  return { status: status as Snapshot<unknown>['status'], value, ...shown }
}

const rootOf = (actor: Running): Running => (actor._parent ? rootOf(actor._parent) : actor)

const baseOf = (actor: Running) => ({
  rootId: idOf(rootOf(actor)) ?? '',
  sessionId: idOf(actor) ?? '',
  createdAt: String(Date.now()),
  id: '',
  _version: 'app',
})

/** The report that an actor exists, with its current state. */
const announcementOf = (actor: Running, plain: Plain) =>
  ({
    ...baseOf(actor),
    type: '@xstate.actor',
    name: nameOf(actor),
    parentId: idOf(actor._parent),
    definition: undefined,
    snapshot: snapshotOf(actor.getSnapshot(), plain),
  }) as unknown as StatelyInspectionEvent

type Reported = StatelyInspectionEvent extends infer One ? (One extends unknown ? Omit<One, 'snapshot'> : never) : never

/**
 * Measures how long an actor takes to process an event: its transition with actions and listeners, but not the time
 * that the event spent waiting for an earlier one or the time taken by this adapter itself.
 */
function stopwatch() {
  let own = 0
  const waiting = new WeakMap<object, { event: unknown; at: number }[]>()
  const finished = new WeakMap<object, number>()
  const now = () => performance.now() - own
  return {
    /** Runs the adapter's own work, whose time is not counted. */
    pause: <T>(work: () => T): T => {
      const from = performance.now()
      const before = own
      try {
        return work()
      } finally {
        own = before + performance.now() - from
      }
    },
    received: (actor: object, event: unknown, at = now()) =>
      void waiting.set(actor, [...(waiting.get(actor) ?? []), { event, at }]),
    taken: (actor: object, event: unknown): number | undefined => {
      const queue = waiting.get(actor) ?? []
      const place = queue.findIndex((one) => one.event === event)
      const at = now()
      const since = Math.max(queue[place]?.at ?? at, finished.get(actor) ?? 0)
      finished.set(actor, at)
      waiting.set(actor, queue.slice(place + 1))
      return place < 0 ? undefined : Math.round((at - since) * 1000) / 1000
    },
  }
}

/** Translates XState's inspection events for the visualizer. An actor is announced with its first event. */
function translator(send: (reported: StatelyInspectionEvent) => void, plain: Plain) {
  const watch = stopwatch()
  return (event: InspectionEvent) => {
    if (event.type !== '@xstate.event' && event.type !== '@xstate.snapshot') return
    const actor = event.actorRef as Running
    const took = event.type === '@xstate.snapshot' ? watch.taken(actor, event.event) : undefined
    if (event.type === '@xstate.event') watch.received(actor, event.event)
    watch.pause(() => translate(event, actor, took, send, plain))
  }
}

function translate(
  event: Extract<InspectionEvent, { type: '@xstate.event' | '@xstate.snapshot' }>,
  actor: Running,
  took: number | undefined,
  send: (reported: StatelyInspectionEvent) => void,
  plain: Plain,
) {
  const sessionId = idOf(actor) ?? ''
  const base = baseOf(actor)
  const emit = (reported: Reported & { snapshot?: unknown } & Timed) => send(reported as StatelyInspectionEvent)
  if (!running.has(sessionId) && !ended.has(sessionId)) {
    running.set(sessionId, actor)
    send(announcementOf(actor, plain))
  }
  const xstateEvent = plain(event.event) as AnyEventObject
  if (event.type === '@xstate.event') {
    emit({ ...base, type: '@xstate.event', event: xstateEvent, sourceId: idOf(event.sourceRef as Running | undefined) })
    return
  }
  const snapshot = snapshotOf(event.snapshot, plain)
  emit({ ...base, type: '@xstate.snapshot', event: xstateEvent, snapshot, ...(took !== undefined && { took }) })
  if (snapshot.status === 'active') return
  running.delete(sessionId)
  ended.add(sessionId)
}

/** Reports all actors from their start, including the actors they invoke. */
function report(observe: (event: InspectionEvent) => void) {
  const followed = new WeakSet<object>()
  const start = Reflect.get(Actor.prototype, 'start') as (this: AnyActorRef) => AnyActorRef
  Actor.prototype.start = function startReported(this: AnyActorRef) {
    if (!followed.has(this.system)) {
      followed.add(this.system)
      this.system.inspect(observe)
    }
    return start.call(this) as never
  }
}

/** Sends an event to a running actor. Returns why it cannot be sent, or null. */
function sendByHand(sessionId: string, event: AnyEventObject | undefined): string | null {
  const actor = running.get(sessionId)
  if (typeof event?.type !== 'string') return 'The type of an event must be a string.'
  if (!actor && pageLoadOf(sessionId) !== pageLoad)
    return 'The app was reloaded: this actor ended with the earlier page and cannot receive events.'
  if (ended.has(sessionId)) return 'This actor has ended and cannot receive events.'
  if (!actor) return 'The app has no such actor.'
  actor.send(event)
  return null
}

/** The number of reports that are kept for a visualizer that is opened later. */
const maxReports = 5000

/**
 * Passes reports on. Only the latest ones are kept, and an actor is announced only once, so `announceLost` repeats the
 * announcements that are no longer kept.
 */
function sender(pass: (reported: StatelyInspectionEvent) => void, plain: Plain) {
  let count = 0
  const announced = new Map<string, number>()
  const send = (reported: StatelyInspectionEvent) => {
    count += 1
    if (reported.type === '@xstate.actor') announced.set(reported.sessionId, count)
    pass(reported)
  }
  return {
    send,
    announceLost: () => {
      for (const [sessionId, actor] of running)
        if (count - (announced.get(sessionId) ?? count) >= maxReports) send(announcementOf(actor, plain))
    },
  }
}

const maxProblems = 50

/** Collects the errors that the page does not handle. */
function watchProblems(changed: () => void, plain: Plain) {
  const problems: About['problems'] = []
  const add = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    problems.push({ at: Date.now(), message: String(plain(text)) })
    if (problems.length > maxProblems) problems.shift()
    changed()
  }
  window.addEventListener('error', (event) => add(event.error ?? event.message))
  window.addEventListener('unhandledrejection', ({ reason }) => add(reason))
  return problems
}

/**
 * Attaches the visualizer to the running app: reports all actors to the visualizer's window once it is open, and passes
 * events from that window to the actors. Must be called before any actor starts. See README.md in this folder.
 */
export function attachInspector({
  url = '/inspector/',
  versions = {},
  secrets = {},
  showOpener = showButton,
}: AttachOptions = {}): void {
  const plain = plainWithout(secrets)
  const channel: Channel = { other: null, deliver: () => {} }
  const inspector = createBrowserInspector({
    url,
    autoStart: false,
    // Buffer from page start, so that events from before the visualizer was opened are included.
    maxDeferredEvents: maxReports,
    // The events are already plain data, so they need no serialization here.
    serialize: (event) => event,
    window: {
      open: (address: string, name: string) => {
        channel.other ??= window.open(address, name)
        return channel.other && pinned(channel.other)
      },
      addEventListener: (_: 'message', listener: (event: MessageEvent) => void) => {
        channel.deliver = listener
      },
    } as unknown as Window,
  })
  const reports = sender((reported) => inspector.adapter.send(reported), plain)
  report(translator(reports.send, plain))

  const post = (message: unknown) => channel.other && pinned(channel.other).postMessage(message)
  let isConnected = false
  const describe = () => {
    const address = String(plain(location.href))
    const about: About = { pageLoad, address, browser: navigator.userAgent, versions, problems }
    if (isConnected) post({ type: described, about })
  }
  const problems = watchProblems(describe, plain)

  window.addEventListener(
    'message',
    (event: MessageEvent<(Partial<Omit<HandSent, 'type'>> & { type?: string }) | null>) => {
      const message = event.data
      // Reconnect a visualizer window that was open before this page was loaded.
      if (!channel.other && onlyFrom(event.source, event) && message?.type === search) {
        channel.other = event.source as Window
        isConnected = true
        describe()
        inspector.start()
        channel.deliver(new MessageEvent('message', { data: { type: connected } }))
        reports.announceLost()
      }
      if (!onlyFrom(channel.other, event)) return
      if (message?.type === connected) {
        isConnected = true
        describe()
      }
      channel.deliver(event)
      if (message?.type === connected) reports.announceLost()
      if (message?.type === handSent)
        post({
          type: answered,
          number: message.number,
          refusal: sendByHand(String(message.sessionId), message.event),
        })
    },
  )

  showOpener(() => {
    if (channel.other?.closed) channel.other = null
    if (channel.other) channel.other.focus()
    else inspector.start()
  })
}

function showButton(open: () => void) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Inspect machines'
  Object.assign(button.style, {
    position: 'fixed',
    insetInlineStart: '8px',
    bottom: '8px',
    zIndex: '1750',
    padding: '4px 10px',
    borderRadius: '6px',
    font: '500 12px/16px var(--inspector-font, ui-monospace, monospace)',
    background: 'var(--inspector-bg, #13213a)',
    color: 'var(--inspector-fg, #f6f8f7)',
    cursor: 'pointer',
  })
  button.addEventListener('click', open)
  document.body.append(button)
}
