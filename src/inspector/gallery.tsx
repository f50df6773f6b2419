import { useState } from 'react'

import { addressOf } from './address'
import { Chart } from './chart/chart'
import { coverageOf } from './coverage'
import type { GalleryData, Sheet } from './chart/sheets'

/** Whether a machine's title, id, file, description, states or events contain the search text. */
const isFound = ({ title, id, description, arrows, file }: Sheet, wanted: string) =>
  [title, id, file, description, ...arrows.flatMap(({ words, source, targets }) => [words, source, ...targets])]
    .join(' ')
    .toLowerCase()
    .includes(wanted.trim().toLowerCase())

const firstSentence = (text: string) => text.replaceAll('\n', ' ').split(/(?<=\.) /)[0] ?? ''

/** All machines of the product, each as a small chart. */
export function Gallery({ sheets, against }: Pick<GalleryData, 'sheets' | 'against'>) {
  const [wanted, setWanted] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const found = sheets.filter((sheet) => isFound(sheet, wanted) && (!onlyChanged || sheet.changes))
  return (
    <main className="gallery">
      <div className="gallery-head">
        <h1>
          {sheets.length} machines <small>the behavior of the product, drawn from its code</small>
        </h1>
        <input
          type="search"
          aria-label="Filter machines"
          placeholder="Filter machines by any word"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
      {against && (
        <p className="since">
          <label>
            <input type="checkbox" checked={onlyChanged} onChange={({ target }) => setOnlyChanged(target.checked)} />{' '}
            Only machines that have changed since {against.name}
          </label>
          {against.removed.length > 0 && <span> Removed since then: {against.removed.join(', ')}.</span>}
        </p>
      )}
      <p role="status" className="muted">
        {found.length === sheets.length
          ? ''
          : found.length === 0
            ? `No machine matches “${wanted}”. Try the name of a state or an event.`
            : `${found.length} of ${sheets.length}`}
      </p>
      <ul className="cards">
        {found.map((sheet) => (
          <li key={sheet.id}>
            <a href={addressOf(sheet.id, { view: sheet.changes ? 'changes' : null })} className="card">
              <div className="thumb">
                <Chart drawing={sheet.drawing} label={`Chart of ${sheet.title}`} />
              </div>
              <h2>{sheet.title}</h2>
              <p>{firstSentence(sheet.description)}</p>
              <Badges sheet={sheet} />
              <code>{sheet.file}</code>
            </a>
          </li>
        ))}
      </ul>
    </main>
  )
}

/** The results of the tests and the number of changes, as far as they are known. */
function Badges({ sheet: { arrows, coverage, changes } }: { sheet: Sheet }) {
  if (!coverage && !changes) return null
  const walked = coverage ? coverageOf({ arrows }, coverage).filter((kind) => kind === 'walked').length : 0
  return (
    <span className="badges">
      {coverage && (
        <span data-mark={coverage.failed.length > 0 ? 'failed' : 'walked'}>
          {walked} of {arrows.length} covered
          {coverage.failed.length > 0 && `, ${coverage.failed.length} failed`}
        </span>
      )}
      {changes && <span data-mark="changed">{changesText(changes.lines.length)}</span>}
    </span>
  )
}

const changesText = (count: number) => (count === 1 ? '1 change' : `${count} changes`)
