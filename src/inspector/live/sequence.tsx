import { useState } from 'react'

import { shortType } from './event-log'
import type { Happening } from '../adapter/recording'
import type { Sheet } from '../chart/sheets'

type SequenceProps = {
  happenings: Happening[]
  names: ReadonlyMap<string, string>
  sheets: Sheet[]
  moment: number
  onMoment: (moment: number) => void
}

const row = 26
const column = 150
const head = 36
const maxRows = 300
const scales = [0.5, 0.75, 1, 1.5, 2]

/** A sequence diagram of the events between actors. Events from users and the browser start at the first lifeline. */
export function Sequence({ happenings, names, sheets, moment, onMoment }: SequenceProps) {
  const [scale, setScale] = useState(1)
  const titleOf = (id: string) => sheets.find((sheet) => sheet.id === names.get(id))?.title
  const isStart = ({ type }: Happening) => type === 'xstate.init'
  const rows = happenings.filter((one) => !isStart(one) || titleOf(one.to) !== undefined).slice(-maxRows)
  // Actors of the same machine share a lifeline. Other actors have none: events that they send start at the receiver's
  // lifeline, and events that they receive end at the page's.
  const titles = rows
    .flatMap(({ from, to }) => [titleOf(from ?? ''), titleOf(to)])
    .filter((title) => title !== undefined)
  const columns = ['Page', ...new Set(titles)]
  const columnOf = (id: string | null) => Math.max(0, columns.indexOf(titleOf(id ?? '') ?? 'Page'))
  const x = (index: number) => 70 + index * column
  const width = x(columns.length - 1) + 190
  const height = head + rows.length * row + 12
  if (rows.length === 0) return <p className="empty muted">No event matches the filter.</p>
  const next = (step: number) => scales[scales.indexOf(scale) + step]
  const zoom = (step: number) => setScale((one) => scales[scales.indexOf(one) + step] ?? one)
  return (
    <div className="sequence">
      <div className="zoom" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" disabled={next(1) === undefined} onClick={() => zoom(1)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" disabled={next(-1) === undefined} onClick={() => zoom(-1)}>
          −
        </button>
        <output>{scale * 100}%</output>
      </div>
      <div className="scroll">
        <svg
          width={width * scale}
          height={height * scale}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label="Sequence of events"
        >
          {columns.map((title, index) => (
            <g key={title}>
              <line className="lifeline" x1={x(index)} x2={x(index)} y1={head} y2={height} />
              <text className="who" x={x(index)} y={22} textAnchor="middle">
                {title}
              </text>
            </g>
          ))}
          {rows.map((one, n) => {
            const to = columnOf(one.to)
            const isOwn = one.from !== null && titleOf(one.from) === undefined
            const from = isOwn ? to : columnOf(one.from)
            const y = head + n * row + 18
            const label = isOwn ? `${names.get(one.from ?? '') ?? ''} ${shortType(one.type)}` : shortType(one.type)
            return (
              <g
                key={one.moment}
                className="message"
                role="button"
                tabIndex={0}
                aria-label={`${label}, to ${titleOf(one.to) ?? names.get(one.to) ?? ''}`}
                data-future={one.moment > moment || undefined}
                onClick={() => onMoment(one.moment)}
                onKeyDown={({ key }) => {
                  if (key === 'Enter' || key === ' ') onMoment(one.moment)
                }}
              >
                <rect className="hit" x={0} y={y - row + 8} width={width} height={row} />
                {from === to ? (
                  <path className="way" d={`M${x(to)},${y - 8} h22 v8 h-16`} />
                ) : (
                  <path className="way" d={`M${x(from)},${y} H${x(to) + (from < to ? -6 : 6)}`} />
                )}
                <path className="tip" d={from >= to ? `M${x(to)},${y} l7,-4 v8 z` : `M${x(to)},${y} l-7,-4 v8 z`} />
                <text
                  x={from === to ? x(to) + 28 : x(from) + (from < to ? 10 : -10)}
                  y={from === to ? y - 1 : y - 5}
                  textAnchor={from <= to ? 'start' : 'end'}
                >
                  {label}
                </text>
              </g>
            )
          })}
        </svg>
      </div>
    </div>
  )
}
