import { useEffect, useEffectEvent } from 'react'
import type { ActorRef, EventObject, Snapshot } from 'xstate'

type Emitter<Emitted extends EventObject> = Pick<ActorRef<Snapshot<unknown>, EventObject, Emitted>, 'on'>

type Handlers<Emitted extends EventObject> = {
  [Type in Emitted['type']]?: (event: Extract<Emitted, { type: Type }>) => void
}

/** Calls the handlers for the events that an actor emits while the component is mounted. */
export function useEmitted<Emitted extends EventObject>(actor: Emitter<Emitted>, handlers: Handlers<Emitted>) {
  const handle = useEffectEvent((event: Emitted) => {
    const handler: ((emitted: never) => void) | undefined = handlers[event.type as Emitted['type']]
    handler?.(event as never)
  })
  useEffect(() => {
    const subscription = actor.on('*', handle)
    return () => subscription.unsubscribe()
  }, [actor])
}
