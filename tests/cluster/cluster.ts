/**
 * Nodes of the built server behind a balancer, with PostgreSQL, S3, a sign-in provider and a fake of Stripe. The nodes,
 * PostgreSQL and S3 can fail while customers work.
 */
import { fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { freePorts } from '../../scripts/run/free-ports.mjs'
import { startIssuer } from '../api/issuer'
import { startFakeStripe, webhookSecret } from '../support/services/fake-stripe'
import type { BalancerTask } from './balancer-process'
import { type Node, startSupervised } from './nodes'
import { startServices } from './services'

export type Customer = { id: string; username: string; token: string }
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Each node also opens the three ports after its own, and one for its metrics. */
const PORTS_PER_NODE = 5
const metricsPort = (port: number) => port + 4

export async function startCluster(nodeCount: number, more: Record<string, string> = {}) {
  const closings: (() => Promise<unknown> | void)[] = []
  const stop = async () => {
    for (const close of closings.splice(0).reverse()) await close()
  }
  try {
    const services = await startServices()
    closings.push(() => services.stop())
    const { databaseUrl, bucket } = await services.newInstallation()
    const issuer = await startIssuer('/realms/pcb')
    closings.push(() => issuer.stop())
    const stripe = await startFakeStripe()
    closings.push(() => stripe.close())
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cluster-'))
    closings.push(() => rm(folder, { recursive: true, force: true }))

    const first = await freePorts(1 + nodeCount * PORTS_PER_NODE)
    const ports = Array.from({ length: nodeCount }, (_, n) => first + 1 + n * PORTS_PER_NODE)
    const url = `http://127.0.0.1:${first}`
    const env = {
      ...bucket,
      PUBLIC_URL: url,
      DATABASE_URL: databaseUrl,
      OIDC_ISSUER: issuer.url,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: stripe.apiBase,
      ...more,
    }
    const start = (port: number) =>
      startSupervised({
        ...env,
        PORT: String(port),
        METRICS_PORT: String(metricsPort(port)),
        DATA_DIR: path.join(folder, String(port)),
      })
    // The first node creates the tables.
    const nodes: Node[] = []
    for (const port of ports) nodes.push(await start(port))
    closings.push(() => Promise.all(nodes.map((node) => node.kill())))
    const stopBalancer = await startBalancer({ port: first, nodes: ports })
    closings.push(stopBalancer)

    /** A metric of every node. */
    const metric = async (name: string) => {
      const read = await Promise.all(
        ports.map(async (port) => (await fetch(`http://127.0.0.1:${metricsPort(port)}/metrics`)).text()),
      )
      return read.map((text) => Number(new RegExp(`^${name} ([\\d.e+-]+)`, 'm').exec(text)?.[1]))
    }

    return {
      url,
      ports,
      databaseUrl,
      services,
      stripe,
      /** The settings of the operator's commands. */
      env: { ...env, DATA_DIR: path.join(folder, 'operator') },
      /** The CPU time of all nodes since they were started, in seconds. */
      cpuSeconds: async () => (await metric('process_cpu_seconds_total')).reduce((sum, value) => sum + value, 0),
      /** The memory of the largest node, in bytes. */
      memoryBytes: async () => Math.max(...(await metric('process_resident_memory_bytes'))),
      /** Starts another balancer, in front of the first `count` nodes. */
      async balance(count: number): Promise<{ url: string; stop: () => Promise<unknown> }> {
        const port = await freePorts(1)
        const stopOther = await startBalancer({ port, nodes: ports.slice(0, count) })
        return { url: `http://127.0.0.1:${port}`, stop: stopOther }
      },
      async customer(...roles: string[]): Promise<Customer> {
        const [id, username] = [randomUUID(), `c-${randomUUID().slice(0, 8)}`]
        const named = { preferred_username: username, given_name: 'Pat', family_name: username }
        const claims = { sub: id, email: `${username}@example.com`, realm_access: { roles } }
        return { id, username, token: await issuer.token({ ...named, ...claims }) }
      },
      /** Ends a random node immediately. Returns its number, and a function that starts another node in its place. */
      async killNode() {
        const at = randomInt(nodes.length)
        await nodes[at]?.kill()
        return {
          number: at + 1,
          replace: async () => {
            nodes[at] = await start(ports[at] ?? 0)
          },
        }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startBalancer(task: BalancerTask): Promise<() => Promise<unknown>> {
  const balancer = fork(new URL('balancer-process.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const exited = once(balancer, 'exit')
  balancer.send(task)
  await Promise.race([
    once(balancer, 'message'),
    exited.then(() => {
      throw new Error('The balancer did not start.')
    }),
  ])
  return () => {
    balancer.disconnect()
    return exited
  }
}
