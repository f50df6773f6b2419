/**
 * The socket of a locked data folder. The operating system closes it when the server's process ends for any reason.
 * Other processes on the machine check it, and can request work that only the server can do. Only processes
 * of the same user get an answer, since connecting requires permission to write to the socket.
 */
import { chmod, type FileHandle } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'

/** Answers the request of another process. */
export type Answer = (request: string) => Promise<string>

export type LockSocket = {
  /** Answers requests from now on. Before this call, connections are closed without an answer. */
  answer(how: Answer): void
  close(): Promise<void>
}

export const socketName = (id: string) => `lock.${id.slice(0, 8)}.socket`

/**
 * Returns the path of the socket. On Linux, it leads through /proc/self/fd, because a socket address is limited to 107
 * bytes, while a folder's path can be longer.
 */
export const socketOf = (folder: FileHandle, dataDir: string, id: string) =>
  path.join(process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : dataDir, socketName(id))

/** Listens on a socket. Does nothing if the file system has no socket support. */
export async function listenOn(address: string): Promise<LockSocket> {
  const sockets = new Set<net.Socket>()
  let answer: Answer | null = null
  const reply = async (socket: net.Socket) => {
    // The default iterator would close the socket before the answer can be sent.
    const request = await text(socket.iterator({ destroyOnReturn: false }))
    if (request === '' || !answer) socket.destroy()
    else socket.end(await answer(request))
  }
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // The other process may end before it is answered. Node.js then closes the socket, and nobody else is affected.
    socket.on('error', () => undefined)
    reply(socket).catch(() => socket.destroy())
  })
  const isOpen = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(address, () => resolve(true))
  })
  server.unref()
  // Until this chmod, the umask decides who can connect. Connections made before it are closed below.
  const isPrivate =
    isOpen &&
    (await chmod(address, 0o600).then(
      () => true,
      () => false,
    ))
  for (const socket of sockets) socket.destroy()
  return {
    answer(how) {
      if (isPrivate) answer = how
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      if (isOpen) await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/**
 * Checks whether a process listens on the socket. Returns `no answer` if the socket exists, but its process has ended.
 * The kernel accepts the connection even if the process is busy.
 */
export const callSocket = (address: string) =>
  new Promise<'answer' | 'no answer' | 'no socket'>((resolve) => {
    const socket = net.connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve('answer')
    })
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'no answer' : 'no socket'),
    )
  })

/** A process ended the connection without responding to a request. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Sends a request to the process that listens on the socket. Returns null if no process listens. Throws NoAnswer if the
 * process ends the connection without responding.
 */
export async function askSocket(address: string, request: string): Promise<string | null> {
  const socket = net.connect({ path: address, allowHalfOpen: true })
  const isConnected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('close', () => resolve(false))
  })
  socket.end(request)
  const answer = await text(socket).catch(() => '')
  if (answer !== '') return answer
  if (await isConnected) throw new NoAnswer()
  return null
}
