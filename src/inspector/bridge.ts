import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import { Actor, type AnyActorRef, type AnyEventObject, type InspectionEvent, type Snapshot } from 'xstate'

import { type Channel, connected, handSent, onlyFrom, pinned, search } from './channel'
import { plain } from './plain'

/**
 * Attaches the inspector to the running app. src/main.ts calls it before any actor starts, if config.json enables it.
 * See docs/decisions/2026-11-21-inspector.md.
 */

type Running = AnyActorRef & { logic?: { config?: { id?: string } }; src?: unknown; _parent?: Running }

/** Session ids restart with each page load. This prefix distinguishes them from those of the previous load. */
const pageLoad = Date.now().toString(36)
const idOf = (actor: Running | undefined) => actor && `${pageLoad}.${actor.sessionId}`

/** The running actors, as targets for events that are sent from the inspector. */
const running = new Map<string, Running>()

const nameOf = ({ logic, src, id }: Running) => logic?.config?.id ?? (typeof src === 'string' ? src : id)

function snapshotOf(snapshot: unknown) {
  const { status, value, context, input, output, error } = snapshot as Record<string, unknown>
  const shown = plain({ context, input, output, error }) as Record<string, unknown>
  return { status: status as Snapshot<unknown>['status'], value, ...shown }
}

/** An event sent manually from the inspector. */
type HandSent = { type: string; sessionId: string; event: AnyEventObject }

type Reported = StatelyInspectionEvent extends infer One ? (One extends unknown ? Omit<One, 'snapshot'> : never) : never

/** Translates XState's inspection events for the inspector. An actor is announced with its first event. */
function translate(event: InspectionEvent, send: (reported: StatelyInspectionEvent) => void) {
  const actor = event.actorRef as Running
  const sessionId = idOf(actor) ?? ''
  const rootId = `${pageLoad}.${event.rootId}`
  const base = { rootId, sessionId, createdAt: String(Date.now()), id: '', _version: 'app' }
  const emit = (reported: Reported & { snapshot?: unknown }) => send(reported as StatelyInspectionEvent)
  if (event.type !== '@xstate.event' && event.type !== '@xstate.snapshot') return
  if (!running.has(sessionId)) {
    running.set(sessionId, actor)
    const snapshot = snapshotOf(actor.getSnapshot())
    const parentId = idOf(actor._parent)
    emit({ ...base, type: '@xstate.actor', name: nameOf(actor), parentId, definition: undefined, snapshot })
  }
  const xstateEvent = plain(event.event) as AnyEventObject
  if (event.type === '@xstate.event') {
    emit({ ...base, type: '@xstate.event', event: xstateEvent, sourceId: idOf(event.sourceRef as Running | undefined) })
    return
  }
  const snapshot = snapshotOf(event.snapshot)
  emit({ ...base, type: '@xstate.snapshot', event: xstateEvent, snapshot })
  if (snapshot.status !== 'active') running.delete(sessionId)
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

/** Shows a button that opens the inspector, and reports to it once it is open. */
export function attachInspector() {
  const channel: Channel = { other: null, deliver: () => {} }
  const inspector = createBrowserInspector({
    url: '/inspector/',
    autoStart: false,
    // Buffer from page start, so that events from before the click are included.
    maxDeferredEvents: 5000,
    // The events are already plain data.
    serialize: (event) => event,
    window: {
      open: (url: string, name: string) => {
        channel.other ??= window.open(url, name)
        return channel.other && pinned(channel.other)
      },
      addEventListener: (_: 'message', listener: (event: MessageEvent) => void) => {
        channel.deliver = listener
      },
    } as unknown as Window,
  })
  report((event) => translate(event, (reported) => inspector.adapter.send(reported)))

  window.addEventListener('message', (event: MessageEvent<Partial<HandSent> | null>) => {
    const message = event.data
    // Reconnect an inspector window that was open before this page was loaded.
    if (!channel.other && onlyFrom(event.source, event) && message?.type === search) {
      channel.other = event.source as Window
      inspector.start()
      channel.deliver(new MessageEvent('message', { data: { type: connected } }))
    }
    if (!onlyFrom(channel.other, event)) return
    channel.deliver(event)
    if (message?.type === handSent && message.event) running.get(String(message.sessionId))?.send(message.event)
  })

  showButton(() => {
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
    font: '500 12px/16px var(--chakra-fonts-mono, monospace)',
    background: 'var(--chakra-colors-bg-inverted, #13213a)',
    color: 'var(--chakra-colors-fg-inverted, #f6f8f7)',
    cursor: 'pointer',
  })
  button.addEventListener('click', open)
  document.body.append(button)
}
