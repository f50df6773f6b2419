import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import { Actor, type AnyActorRef, type AnyEventObject, type InspectionEvent, type Snapshot } from 'xstate'

import { type Channel, connected, handSent, onlyFrom, pinned, search } from './channel'
import { plain } from './plain'

/**
 * Attaches the inspector to the running app; src/main.ts calls it, before any actor starts, when config.json asks for it.
 * See docs/decisions/2026-11-21-inspector.md.
 */

type Running = AnyActorRef & { logic?: { config?: { id?: string } }; src?: unknown; _parent?: Running }

/** Numbers of actors begin anew with each page load; with this they differ from those of the last one. */
const load = Date.now().toString(36)
const idOf = (actor: Running | undefined) => actor && `${load}.${actor.sessionId}`

/** The actors that have started and not stopped, for what the inspector sends them by hand. */
const running = new Map<string, Running>()

const nameOf = ({ logic, src, id }: Running) => logic?.config?.id ?? (typeof src === 'string' ? src : id)

function snapshotOf(snapshot: unknown) {
  const { status, value, context, input, output, error } = snapshot as Record<string, unknown>
  const shown = plain({ context, input, output, error }) as Record<string, unknown>
  return { status: status as Snapshot<unknown>['status'], value, ...shown }
}

/** What the inspector sends an actor by hand. */
type HandSent = { type: string; sessionId: string; event: AnyEventObject }

type Told = StatelyInspectionEvent extends infer One ? (One extends unknown ? Omit<One, 'snapshot'> : never) : never

/** Says in the inspector's terms what XState reports. An actor is told of with the first thing that happens to it. */
function translate(event: InspectionEvent, send: (told: StatelyInspectionEvent) => void) {
  const actor = event.actorRef as Running
  const sessionId = idOf(actor) ?? ''
  const rootId = `${load}.${event.rootId}`
  const base = { rootId, sessionId, createdAt: String(Date.now()), id: '', _version: 'app' }
  const say = (told: Told & { snapshot?: unknown }) => send(told as StatelyInspectionEvent)
  if (event.type !== '@xstate.event' && event.type !== '@xstate.snapshot') return
  if (!running.has(sessionId)) {
    running.set(sessionId, actor)
    const snapshot = snapshotOf(actor.getSnapshot())
    const parentId = idOf(actor._parent)
    say({ ...base, type: '@xstate.actor', name: nameOf(actor), parentId, definition: undefined, snapshot })
  }
  const happened = plain(event.event) as AnyEventObject
  if (event.type === '@xstate.event') {
    say({ ...base, type: '@xstate.event', event: happened, sourceId: idOf(event.sourceRef as Running | undefined) })
    return
  }
  const snapshot = snapshotOf(event.snapshot)
  say({ ...base, type: '@xstate.snapshot', event: happened, snapshot })
  if (snapshot.status !== 'active') running.delete(sessionId)
}

/** From now on each actor is reported from the moment of its start, with all that it invokes. */
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

/** Shows a button that opens the inspector, and reports to it from then on. */
export function attachInspector() {
  const channel: Channel = { other: null, deliver: () => {} }
  const inspector = createBrowserInspector({
    url: '/inspector/',
    autoStart: false,
    // From the start of the page on, so that what happened before the click is there too.
    maxDeferredEvents: 5000,
    // What is sent is data already.
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
  report((event) => translate(event, (told) => inspector.adapter.send(told)))

  window.addEventListener('message', (event: MessageEvent<Partial<HandSent> | null>) => {
    const said = event.data
    // An inspector that was open before this page was loaded looks for it.
    if (!channel.other && onlyFrom(event.source, event) && said?.type === search) {
      channel.other = event.source as Window
      inspector.start()
      channel.deliver(new MessageEvent('message', { data: { type: connected } }))
    }
    if (!onlyFrom(channel.other, event)) return
    channel.deliver(event)
    if (said?.type === handSent && said.event) running.get(String(said.sessionId))?.send(said.event)
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
