/** The hourly cleanup: cancels requests that can no longer be paid, and deletes files that only they needed. */
import type { FastifyBaseLogger } from 'fastify'

import type { AppServices } from '../auth/route-context'
import { sweepHiddenFiles } from '../files/pinned-files'
import { askAboutEveryUnpaid } from './unpaid-requests'

const SWEEP_EVERY_MS = 3_600_000

type CleanupServices = Pick<AppServices, 'db' | 'files' | 'payments' | 'config'>

/** Cleans up once. Several servers can do this at the same time, since each change is made under a row lock. */
export async function sweep(
  { db, files, payments, config }: CleanupServices,
  log: FastifyBaseLogger,
  stopped = new AbortController().signal,
): Promise<void> {
  await askAboutEveryUnpaid({ db, payments }, log, stopped)
  await sweepHiddenFiles(db, files, config)
}

/** Cleans up now and every hour. Returns a function that stops this and waits for a cleanup in progress. */
export function startHourlySweep(services: CleanupServices, log: FastifyBaseLogger): () => Promise<void> {
  const stopping = new AbortController()
  let isSweeping = false
  let last = Promise.resolve()
  const start = () => {
    if (isSweeping) return
    isSweeping = true
    last = sweep(services, log, stopping.signal)
      .catch((error: unknown) => {
        log.error({ err: error }, 'Expired files could not be deleted. The next cleanup will retry.')
      })
      .finally(() => {
        isSweeping = false
      })
  }
  start()
  const timer = setInterval(start, SWEEP_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    stopping.abort()
    return last
  }
}
