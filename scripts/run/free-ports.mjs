import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Returns the first of `count` consecutive free ports. They are below the ephemeral port range (32768 and up on Linux),
 * so that no outgoing connection takes such a port before the server listens or while it restarts.
 */
export async function freePorts(count) {
  for (;;) {
    const first = randomInt(11_000, 32_000)
    const ports = Array.from({ length: count }, (_, n) => first + n)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
}

// Both addresses are checked, because localhost may resolve to the IPv6 address only.
const isFree = async (port) => (await isFreeAt('localhost', port)) && (await isFreeAt('127.0.0.1', port))

const isFreeAt = (host, port) =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host }, () => probe.close(() => resolve(true)))
  })
