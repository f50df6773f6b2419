import { useState } from 'react'

import { fileOf, type Recording, recordingFrom, withoutPast } from './adapter/recording'
import type { RecordingLog } from './recording-log'

type TimelineProps = {
  log: RecordingLog
  recording: Recording
  /** Null to follow the latest event. */
  moment: number | null
  onMoment: (moment: number | null) => void
  onImported: () => void
}

function save(text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = 'machine-recording.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Navigates a recording, and imports and exports recordings as files. */
export function Timeline({ log, recording, moment, onMoment, onImported }: TimelineProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const last = recording.length
  const now = moment ?? last

  const open = async (file: File) => {
    log.replace(recordingFrom(await file.text()))
    setFailure(null)
    onMoment(null)
    onImported()
  }

  return (
    <footer className="time">
      <button type="button" disabled={now === 0} aria-label="Back" onClick={() => onMoment(now - 1)}>
        ‹
      </button>
      <input
        type="range"
        aria-label="Moment"
        min={0}
        max={last}
        value={now}
        onChange={({ target }) => onMoment(Number(target.value))}
      />
      <button
        type="button"
        disabled={now === last}
        aria-label="Forward"
        onClick={() => onMoment(now + 1 === last ? null : now + 1)}
      >
        ›
      </button>
      <output>
        {now} of {last}
      </output>
      <button type="button" aria-pressed={moment === null} onClick={() => onMoment(null)}>
        Follow
      </button>
      <span className="wide" />
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
      <button type="button" disabled={last === 0} onClick={() => save(fileOf(recording))}>
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
