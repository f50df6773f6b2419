import type { FactsRow } from '../../analysis/board/board-net-facts'
import type { FactsQuestions } from '../../analysis/worker/facts-worker-protocol'
import factsUrl from '../../analysis/worker/facts.worker.ts?worker&url'
import { openWorkerConnection } from './worker-connection'

/** Calculates the facts of a board's nets in a worker of its own, which is terminated on response or abort. */
export async function readNetFacts(name: string, content: Blob, signal: AbortSignal) {
  const worker = openWorkerConnection<FactsQuestions>(factsUrl)
  try {
    const rows: FactsRow[] = []
    const { remarks } = await worker.ask('netFacts', { name, content }, signal, (part) => {
      rows.push(...(part as FactsRow[]))
    })
    return { rows, remarks }
  } finally {
    worker.close()
  }
}
