import { useState } from 'react'

import { type Recording, withoutPast } from '../adapter/recording'
import { fileOf, recordingFrom } from '../adapter/recording-file'
import { saveBlob } from '../../workspace/transfers/save-file'
import type { RecordingLog } from './recording-log'

type TimelineProps = {
  log: RecordingLog
  recording: Recording
  moment: number
  /** How many of the earliest reports are not kept. */
  dropped: number
  isFollowing: boolean
  /** Why the view automatically stopped following; null if it did not. */
  stopped: string | null
  onMoment: (moment: number | null) => void
  onContinue: () => void
  onImported: (file: string) => void
  /** The text and the action of the button that closes the file; null if no file is shown. */
  onClose: { words: string; close: () => void } | null
}

/** Navigates a recording, and imports and exports recordings as files. */
export function Timeline(props: TimelineProps) {
  const { log, recording, moment, dropped, isFollowing, stopped, onMoment, onContinue, onImported, onClose } = props
  const [failure, setFailure] = useState<string | null>(null)
  const last = recording.length

  const open = async (file: File) => {
    log.open(recordingFrom(await file.text()))
    setFailure(null)
    onImported(file.name)
  }

  return (
    <footer className="time">
      <button type="button" disabled={moment === 0} aria-label="Back" onClick={() => onMoment(moment - 1)}>
        ‹
      </button>
      <input
        type="range"
        aria-label="Moment"
        min={0}
        max={last}
        value={moment}
        onChange={({ target }) => onMoment(Number(target.value))}
      />
      <button
        type="button"
        disabled={moment === last}
        aria-label="Forward"
        onClick={() => onMoment(moment + 1 === last ? null : moment + 1)}
      >
        ›
      </button>
      <output>
        {moment} of {last}
      </output>
      {stopped === null ? (
        <button type="button" aria-pressed={isFollowing} onClick={() => onMoment(null)}>
          Follow
        </button>
      ) : (
        <button type="button" onClick={onContinue}>
          Continue
        </button>
      )}
      <span className="wide" role="status">
        {stopped}
        {dropped > 0 &&
          ` ${dropped === 1 ? 'The first report was' : `The first ${dropped} reports were`} discarded. To keep all reports, export the recording earlier.`}
      </span>
      {failure && (
        <span role="alert" className="wrong">
          {failure}
        </span>
      )}
      <label className="file">
        Import
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file)
              open(file).catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
            target.value = ''
          }}
        />
      </label>
      {onClose && (
        <button type="button" onClick={onClose.close}>
          {onClose.words}
        </button>
      )}
      <button
        type="button"
        disabled={last === 0}
        onClick={() => saveBlob(new Blob([fileOf(recording)]), 'machine-recording.json')}
      >
        Export
      </button>
      <button
        type="button"
        disabled={last === 0}
        onClick={() => {
          log.replace(withoutPast(recording))
          onMoment(null)
        }}
      >
        Clear
      </button>
    </footer>
  )
}
