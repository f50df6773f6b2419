/**
 * Probes for load balancers and operators, outside the API contract: whether the node is alive, whether it can take
 * requests, and which release it runs. A node that is alive but not ready must not be restarted: it recovers on its
 * own.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'

const CHECK_MS = 3000
/** Probes within this time share one result, so that frequent probes do not burden the database and storage. */
const SHARED_MS = 1000
const RETRY_AFTER_S = 5

/** The services that a node needs. Each check resolves to whether the service responds, and never rejects. */
export type Parts = Record<'database' | 'storage' | 'sign-in keys', () => Promise<boolean>>

/** Whether the node is about to stop. If so, it still responds, but should get no new requests. */
export type Draining = { isDraining: boolean }

export const release: string = (
  JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8')) as { version: string }
).version

export function registerProbes(app: FastifyInstance, parts: Parts, draining: Draining): void {
  let shared: { at: number; result: ReturnType<typeof checkParts> } | null = null
  const check = () => {
    const at = performance.now()
    if (!shared || at - shared.at > SHARED_MS) shared = { at, result: checkParts(parts) }
    return shared.result
  }
  const answer = (reply: FastifyReply, body: object) =>
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send(body)

  app.get('/health/live', (_request, reply) => answer(reply, { status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const checked = await check()
    const status = draining.isDraining ? 'draining' : Object.values(checked).includes(false) ? 'unready' : 'ready'
    if (status !== 'ready') reply.code(503).header('retry-after', String(RETRY_AFTER_S))
    const told = Object.entries(checked).map(([part, isOk]) => [part, isOk ? 'ok' : 'not responding'] as const)
    return answer(reply, { status, parts: Object.fromEntries(told) })
  })
  app.get('/version', (_request, reply) => answer(reply, { version: release }))
}

async function checkParts(parts: Parts): Promise<Record<string, boolean>> {
  const results = Object.entries(parts).map(async ([name, check]) => {
    const isOk = await Promise.race([check(), after(CHECK_MS, false, { ref: false })])
    return [name, isOk] as const
  })
  return Object.fromEntries(await Promise.all(results))
}
