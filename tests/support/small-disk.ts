/** Runs the product in a process whose data folder is a small disk that tests can fill. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const MB = 1_048_576

export type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>

/** Why this system cannot provide a test disk, or null if it can. */
export function smallDiskRefusal(): string | null {
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', os.tmpdir()])
  return status === 0 ? null : 'This system lets nobody mount a disk in a namespace of their own.'
}

/**
 * Mounts the disk in its own mount namespace. Other processes see the disk only below /proc. `unmount` ends the
 * namespace, and the disk with it.
 */
export async function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'small-disk-'))
  const mounting = `mount -t tmpfs -o size=${megabytes}m none '${folder}' && echo mounted && exec sleep infinity`
  const keeper = spawn('unshare', ['--mount', 'sh', '-c', mounting], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(keeper.stdout, 'data')
  /** The same folder, seen from outside the namespace. */
  const outside = `/proc/${keeper.pid}/root${folder}`
  const filling = path.join(outside, 'something-else')
  const servers = new Set<ChildProcess>()

  return {
    outside,
    freeBytes() {
      const { bavail, bsize } = statfsSync(outside)
      return bavail * bsize
    },

    /** Uses up all free space, like another program would. */
    fill() {
      const file = openSync(filling, 'a')
      try {
        for (;;) writeSync(file, Buffer.alloc(MB / 16))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },

    /** Frees this many bytes of the space used by `fill`. */
    giveBack: (bytes: number) => truncateSync(filling, statSync(filling).size - bytes),

    empty: () => rmSync(filling),

    /** Starts the product on the disk. `ready` resolves when the server reports that it is ready. */
    start(env: Record<string, string>) {
      const server = spawn(
        'nsenter',
        [`--mount=/proc/${keeper.pid}/ns/mnt`, `--wd=${root}`, process.execPath, '--import', 'tsx', 'server/main.ts'],
        { env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, 'data'), ...env }, stdio: 'pipe' },
      )
      servers.add(server)
      let [out, err] = ['', '']
      const ready = new Promise<void>((resolve, reject) => {
        server.stdout.on('data', (piece) => {
          out += String(piece)
          if (out.includes('Stop: Ctrl-C')) resolve()
        })
        server.once('exit', () => reject(new Error(`It ended before it was ready: ${out}${err}`)))
      })
      ready.catch(() => undefined)
      server.stderr.on('data', (piece) => (err += String(piece)))
      const ended = once(server, 'close').then(() => ({ out, err }))
      return {
        ready,
        ended,
        errors: () => err,
        async kill() {
          server.kill('SIGKILL')
          await ended
        },
      }
    },

    unmount() {
      for (const server of servers) server.kill('SIGKILL')
      keeper.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}
