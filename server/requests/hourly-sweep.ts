/** The hourly clean-up: requests that can no longer be paid for are cancelled, and what they alone kept is destroyed. */
import type { FastifyBaseLogger } from 'fastify'

import type { AppServices } from '../auth/route-context'
import { sweepHiddenFiles } from '../files/pins'
import { askAboutEveryUnpaid } from './unpaid-requests'

const SWEEP_EVERY_MS = 3_600_000

type Swept = Pick<AppServices, 'db' | 'files' | 'payments' | 'config'>

/** Several servers may sweep at once: each change is made under the lock of its row, and a second one finds it made. */
export async function sweep(
  { db, files, payments, config }: Swept,
  log: FastifyBaseLogger,
  stopped = new AbortController().signal,
): Promise<void> {
  await askAboutEveryUnpaid({ db, payments }, log, stopped)
  await sweepHiddenFiles(db, files, config)
}

/** Sweeps now and every hour, never twice at once. Answers what ends it, once a sweep that is under way is over. */
export function keepSwept(swept: Swept, log: FastifyBaseLogger): () => Promise<void> {
  const stopping = new AbortController()
  let isSweeping = false
  let last = Promise.resolve()
  const begin = () => {
    if (isSweeping) return
    isSweeping = true
    last = sweep(swept, log, stopping.signal)
      .catch((error: unknown) => {
        log.error({ err: error }, 'Old files could not be removed. The next clean-up tries again.')
      })
      .finally(() => {
        isSweeping = false
      })
  }
  begin()
  const timer = setInterval(begin, SWEEP_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    stopping.abort()
    return last
  }
}
