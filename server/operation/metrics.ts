/** Metrics for Prometheus, on a separate listener that is off by default. Labels contain no ids and no user data. */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { Database } from '../database/database'
import { createListener } from '../http/listener'
import { countJobs } from '../jobs/job-store'
import type { JobOutcome } from '../jobs/worker'
import { release } from './probes'

const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type Metrics = {
  /** Counts and times the requests to a listener. */
  follow(app: FastifyInstance): void
  jobRan: (kind: string, outcome: JobOutcome) => void
  /** Returns the metrics in Prometheus's text format. */
  read(): Promise<string>
}

export function createMetrics({ db, connections }: Pick<Database, 'db' | 'connections'>): Metrics {
  const register = new Registry()
  const registers = [register]
  // The default metrics include event loop lag, memory and garbage collection.
  collectDefaultMetrics({ register })
  new Gauge({ name: 'app_info', help: 'The running release.', labelNames: ['version'], registers }).set(
    { version: release },
    1,
  )
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Request duration by API operation, until the response is sent.',
    labelNames: ['operation', 'status'],
    buckets: LATENCY_SECONDS,
    registers,
  })
  const transfers = new Gauge({ name: 'uploads_in_progress', help: 'Uploads that are being received.', registers })
  const received = new Counter({
    name: 'upload_bytes_total',
    help: 'Declared size (Content-Length) of upload requests that have ended, in bytes.',
    registers,
  })
  const runs = new Counter({
    name: 'job_runs_total',
    help: 'Job runs by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const jobGauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['kind'], registers })
  const waiting = jobGauge('jobs_waiting', 'Jobs that are waiting or running.')
  const dead = jobGauge('jobs_dead', 'Jobs that are waiting for an operator.')
  const late = jobGauge('job_lateness_seconds', 'How long the oldest due job has been waiting.')
  const pool = new Gauge({
    name: 'database_connections',
    help: 'Connections in the pool, and calls that are waiting for one.',
    labelNames: ['state'],
    registers,
  })

  const readJobs = async () => {
    const counts = await countJobs(db)
    for (const gauge of [waiting, dead, late]) gauge.reset()
    for (const row of counts) {
      waiting.set({ kind: row.kind }, row.waiting)
      dead.set({ kind: row.kind }, row.dead)
      late.set({ kind: row.kind }, row.lateS)
    }
  }

  return {
    follow(app) {
      app.addHook('onRequest', async (request, reply) => {
        if (!request.routeOptions.config.isTransfer) return
        transfers.inc()
        // This event also occurs if the client disconnects; the hook `onResponse` runs only after a response has been
        // sent.
        reply.raw.once('close', () => {
          transfers.dec()
          received.inc(Number(request.headers['content-length']) || 0)
        })
      })
      app.addHook('onResponse', async (request, reply) => {
        const operation = request.routeOptions.config.operationId ?? 'none'
        durations.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000)
      })
    },
    jobRan: (kind, outcome) => runs.inc({ kind, outcome }),
    async read() {
      // Report the other metrics anyway: they are needed most when the database is down.
      await readJobs().catch(() => {
        for (const gauge of [waiting, dead, late]) gauge.reset()
      })
      for (const [state, count] of Object.entries(connections() ?? {})) pool.set({ state }, count)
      return register.metrics()
    },
  }
}

/** Creates the listener that Prometheus reads from. It is always separate from the public listener. */
export function createMetricsListener(metrics: Metrics, publicUrl: string): FastifyInstance {
  const app = createListener({ publicUrl })
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.read()),
  )
  return app
}
