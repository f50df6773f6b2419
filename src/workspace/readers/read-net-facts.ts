import type { FactsRow } from '../../analysis/board/facts-row'
import type { FactsQuestions } from '../../analysis/worker/facts-worker-protocol'
import factsUrl from '../../analysis/worker/facts.worker.ts?worker&url'
import { openWorkerConnection } from './worker-connection'

type NamedContent = FactsQuestions['netFacts']['request']['stackup']

/**
 * Calculates the facts of a board's nets in a worker of its own, which is terminated on response or abort. `stackup` is
 * the file that was chosen for the board, or null for the board's own.
 */
export async function readNetFacts(board: NonNullable<NamedContent>, stackup: NamedContent, signal: AbortSignal) {
  const worker = openWorkerConnection<FactsQuestions>(factsUrl)
  try {
    const rows: FactsRow[] = []
    const notes = await worker.ask('netFacts', { ...board, stackup }, signal, (part) => {
      rows.push(...(part as FactsRow[]))
    })
    return { rows, ...notes }
  } finally {
    worker.close()
  }
}
