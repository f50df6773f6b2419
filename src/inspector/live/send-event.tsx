import { useState } from 'react'

import type { App } from '../adapter/receiver'
import type { Seen } from '../adapter/recording'
import { JsonField } from '../json-field'
import type { Sheet } from '../chart/sheets'

type SendEventProps = { app: NonNullable<App>; actor: Seen; sheet: Sheet | undefined }

const received = 'The actor received the event.'

/** Sends an event to a running actor. Shows a message if the actor can no longer receive events. */
export function SendEvent({ app, actor, sheet }: SendEventProps) {
  const [answer, setAnswer] = useState<string | null>(null)
  const first = sheet?.arrows.find(({ event }) => event !== '' && !event.startsWith('xstate.'))?.event
  if (actor.status !== 'active')
    return <p className="muted">No events can be sent to this actor: its status is “{actor.status}”.</p>
  const send = async (event: unknown) => {
    setAnswer('Waiting for the app.')
    setAnswer((await app.send(actor.sessionId, event as { type: string })) ?? received)
  }
  return (
    <details>
      <summary>Send an event</summary>
      <JsonField
        label="Event"
        first={{ type: first }}
        button="Send"
        preview={() => 'The event is sent to the running app as if a user had triggered it.'}
        onSend={(event) => void send(event)}
      />
      <p role="status" className={answer === null || answer === received ? 'muted' : 'wrong'}>
        {answer}
      </p>
    </details>
  )
}
