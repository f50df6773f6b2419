import { useId, useState } from 'react'

import type { About } from '../adapter/channel'
import type { Recording } from '../adapter/recording'
import { saveBlob } from '../../workspace/transfers/save-file'
import { bugReportOf, markdownOf } from './bug-report'
import { privacyNotice } from './privacy-notice'

type ReportProps = { recording: Recording; about: About | null }

/** A bug report: the recording with versions and errors as one file, and a summary to read. */
export function Report({ recording, about }: ReportProps) {
  const id = useId()
  const [note, setNote] = useState('')
  // The report is dated when the view is opened, so that both files have the same date.
  const [at] = useState(() => new Date())
  const report = bugReportOf(recording, about, note, at)
  const summary = markdownOf(report)
  return (
    <div className="report">
      <label htmlFor={id}>What went wrong, and what you expected</label>
      <textarea id={id} rows={3} value={note} onChange={({ target }) => setNote(target.value)} />
      <p className="muted">{privacyNotice} the summary and the recording before you share them.</p>
      <div className="row">
        <button
          type="button"
          className="act"
          onClick={() => saveBlob(new Blob([JSON.stringify(report)]), 'bug-report.json')}
        >
          Save the report
        </button>
        <button type="button" onClick={() => saveBlob(new Blob([summary]), 'bug-report.md')}>
          Save the summary
        </button>
      </div>
      <pre role="region" aria-label="Summary" tabIndex={0}>
        {summary}
      </pre>
    </div>
  )
}
