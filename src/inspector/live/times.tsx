import { timingsOf } from '../adapter/context-changes'
import { type Recording, stateWords } from '../adapter/recording'
import type { Sheet } from '../chart/sheets'
import { wordsIn } from './event-log'

type TimesProps = { recording: Recording; sheets: Sheet[]; machine: string | null }

const ms = (time: number) => time.toFixed(time < 10 ? 2 : 0)

/** How often each transition was taken in the recording, and how long it took. */
export function Times({ recording, sheets, machine }: TimesProps) {
  const sheetOf = (id: string) => sheets.find((sheet) => sheet.id === id)
  const timings = timingsOf(recording).filter(
    (one) => sheetOf(one.machine) && (machine === null || one.machine === machine),
  )
  if (timings.length === 0)
    return (
      <p className="empty muted">
        No times were measured. Recordings from earlier versions of the visualizer contain none.
      </p>
    )
  return (
    <div className="times">
      <p className="muted">
        The time in milliseconds from the arrival of an event until its actions have run, the actors that they start
        have been started, and the listeners have been called. The work of the visualizer is not included. Browsers
        round times to steps of 0.005 to 0.1 ms.
      </p>
      <div className="scroll" role="region" aria-label="Times" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Machine</th>
              <th scope="col">Event</th>
              <th scope="col">State</th>
              <th scope="col">Count</th>
              <th scope="col">Total</th>
              <th scope="col">Longest</th>
            </tr>
          </thead>
          <tbody>
            {timings.map(({ machine: id, event, from, to, count, total, longest }) => {
              const sheet = sheetOf(id)
              const [before, after] = [stateWords(from), stateWords(to)]
              return (
                <tr key={[id, event, before, after].join('|')}>
                  <td>{sheet?.title}</td>
                  <td>
                    <code>{wordsIn(sheet, event)}</code>
                  </td>
                  <td>{before === after ? after : `${before} → ${after}`}</td>
                  <td>{count}</td>
                  <td>{ms(total)}</td>
                  <td>{ms(longest)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}
