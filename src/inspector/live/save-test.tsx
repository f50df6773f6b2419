import { useId, useState } from 'react'

import type { Recording, Seen } from '../adapter/recording'
import { saveBlob } from '../../workspace/transfers/save-file'
import { fileNameOf, obstacleOf, pathOf } from '../replay/recorded-path'
import { privacyNotice } from './privacy-notice'

type SaveTestProps = { recording: Recording; actor: Seen; title: string }

/** Saves the path of an actor, from its start to the shown moment, as a test. */
export function SaveTest({ recording, actor, title }: SaveTestProps) {
  const id = useId()
  const [name, setName] = useState('')
  const obstacle = obstacleOf(recording, actor.sessionId)
  return (
    <details>
      <summary>Save as a test</summary>
      {obstacle === null ? (
        <form
          className="json"
          onSubmit={(event) => {
            event.preventDefault()
            const path = pathOf(recording, actor.sessionId, name.trim(), title)
            saveBlob(new Blob([`${JSON.stringify(path, null, 2)}\n`]), fileNameOf(path.name))
          }}
        >
          <label htmlFor={id}>Name of the test</label>
          <input id={id} value={name} required onChange={({ target }) => setName(target.value)} />
          <p className="muted">
            The test repeats the path from the start of this machine to the moment shown. Put the file in{' '}
            <code>tests/model-based/recorded/</code>.
          </p>
          <p className="muted">{privacyNotice} the file before you commit it.</p>
          <button type="submit" className="act" disabled={name.trim() === ''}>
            Save the test
          </button>
        </form>
      ) : (
        <p className="muted">{obstacle}</p>
      )}
    </details>
  )
}
