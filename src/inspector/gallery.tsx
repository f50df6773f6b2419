import { useState } from 'react'

import { Chart } from './chart'
import type { Sheet } from './sheets'

/** Whether a machine's title, id, file, description, states or events contain the search text. */
const isFound = ({ title, id, description, arrows, file }: Sheet, wanted: string) =>
  [title, id, file, description, ...arrows.flatMap(({ words, source, targets }) => [words, source, ...targets])]
    .join(' ')
    .toLowerCase()
    .includes(wanted.trim().toLowerCase())

const firstSentence = (text: string) => text.replaceAll('\n', ' ').split(/(?<=\.) /)[0] ?? ''

/** All machines of the product, each as a small chart. */
export function Gallery({ sheets }: { sheets: Sheet[] }) {
  const [wanted, setWanted] = useState('')
  const found = sheets.filter((sheet) => isFound(sheet, wanted))
  return (
    <main className="gallery">
      <div className="gallery-head">
        <h1>
          {sheets.length} machines <small>the behavior of the product, drawn from its code</small>
        </h1>
        <input
          type="search"
          aria-label="Search machines"
          placeholder="Search titles, states, events"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
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
            <a href={`#/${sheet.id}`} className="card">
              <div className="thumb">
                <Chart drawing={sheet.drawing} label={`Chart of ${sheet.title}`} />
              </div>
              <h2>{sheet.title}</h2>
              <p>{firstSentence(sheet.description)}</p>
              <code>{sheet.file}</code>
            </a>
          </li>
        ))}
      </ul>
    </main>
  )
}
