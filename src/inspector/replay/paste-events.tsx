import { useId, useState } from 'react'

import type { Sheet } from '../chart/sheets'
import { type Replay, replayFrom } from './replay'

type PasteEventsProps = { sheets: Sheet[]; onReplay: (sheet: Sheet, replay: Replay) => void }

/** A form for entering a list of events, or a recorded path, to replay. */
export function PasteEvents({ sheets, onReplay }: PasteEventsProps) {
  const id = useId()
  const [machine, setMachine] = useState(sheets[0]?.id ?? '')
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <form
      className="json paste"
      onSubmit={(event) => {
        event.preventDefault()
        try {
          const { machine: named, replay } = replayFrom(text)
          const sheet = sheets.find((one) => one.id === (named ?? machine))
          if (!sheet) throw new Error(`The path was recorded with the machine “${named}”, which does not exist here.`)
          onReplay(sheet, replay)
        } catch (error) {
          setFailure(error instanceof Error ? error.message : String(error))
        }
      }}
    >
      <label htmlFor={`${id}-machine`}>Machine</label>
      <select id={`${id}-machine`} value={machine} onChange={({ target }) => setMachine(target.value)}>
        {sheets.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-events`}>Events or a recorded path, as JSON</label>
      <textarea
        id={`${id}-events`}
        spellCheck={false}
        rows={8}
        value={text}
        placeholder={'[{ "type": "form.submitted" }]'}
        aria-invalid={failure !== null}
        aria-describedby={`${id}-message`}
        onChange={({ target }) => {
          setText(target.value)
          setFailure(null)
        }}
      />
      <p id={`${id}-message`} className={failure === null ? 'muted' : 'wrong'}>
        {failure ?? 'A recorded path already contains the name of its machine.'}
      </p>
      <button type="submit" className="act">
        Replay
      </button>
    </form>
  )
}
