/**
 * A TCP proxy between a browser and a server, for tests that cut the connection: the network emulation of browsers does
 * not abort transfers in progress.
 */
import net, { type AddressInfo } from 'node:net'

export type Line = {
  port: number
  /** Sets the target port once the server is running. */
  lead(port: number): void
  /** Closes all connections and refuses new ones until `mend` is called. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function startLine(): Promise<Line> {
  const sockets = new Set<net.Socket>()
  let target = 0
  let isCut = false
  const cutAll = () => sockets.forEach((socket) => socket.destroy())
  const server = net.createServer((near) => {
    if (isCut) return near.destroy()
    const far = net.connect(target, 'localhost')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    lead: (port) => {
      target = port
    },
    cut: () => {
      isCut = true
      cutAll()
    },
    mend: () => {
      isCut = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cutAll()
      }),
  }
}
