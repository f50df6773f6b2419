/** A TCP proxy in front of a server. Tests can freeze, resume, cut and repair it while it is in use. */
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

export type FaultyConnection = {
  port: number
  /** Keeps accepting connections and data, but forwards nothing. */
  freeze(): void
  thaw(): void
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>
  repair(): Promise<void>
  close(): Promise<void>
}

export async function openFaultyConnection(to: { host: string; port: number }): Promise<FaultyConnection> {
  const ends = new Set<net.Socket>()
  let frozen = false
  const server = net.createServer((near) => {
    const far = net.connect(to.port, to.host)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        ends.delete(one)
        other.destroy()
      })
      one.pipe(other)
      if (frozen) one.unpipe().pause()
    }
    pairs.set(near, far).set(far, near)
  })
  const pairs = new WeakMap<net.Socket, net.Socket>()
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    for (const end of ends) end.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  const port = await listen(0)

  return {
    port,
    freeze() {
      frozen = true
      for (const end of ends) end.unpipe().pause()
    },
    thaw() {
      frozen = false
      for (const end of ends) {
        const other = pairs.get(end)
        if (other) end.pipe(other)
      }
    },
    cut,
    async repair() {
      await listen(port)
    },
    close: cut,
  }
}
