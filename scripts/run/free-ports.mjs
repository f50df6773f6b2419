import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The first of `count` consecutive free ports. They are below those that systems give to outgoing connections (32768 and
 * up on Linux), so that no connection takes one before the server listens or while it restarts.
 */
export async function freePorts(count) {
  for (;;) {
    const first = randomInt(11_000, 32_000)
    const ports = Array.from({ length: count }, (_, n) => first + n)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
}

// The name may stand for the IPv6 address alone.
const isFree = async (port) => (await isFreeAt('localhost', port)) && (await isFreeAt('127.0.0.1', port))

const isFreeAt = (host, port) =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host }, () => probe.close(() => resolve(true)))
  })
