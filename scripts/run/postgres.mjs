// A PostgreSQL of our own for one run of the tests: a new cluster in a temporary folder, on loopback, gone afterwards.
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { run, start } from './processes.mjs'

/**
 * Starts one in `folder`, which must exist and be empty. Answers `{ url, pid, stop }`, or `{ missing }` with the reason where
 * there is no PostgreSQL and none can be installed. Throws when there is one and it does not start.
 */
export async function startPostgres(folder) {
  const programs = findPrograms() ?? (await installPrograms())
  if (!programs)
    return { missing: 'no PostgreSQL under /usr/lib/postgresql or on the path, and none could be installed' }

  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? await unprivilegedUser() : {}
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid)
  const as = { ...owner, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } }
  const data = path.join(folder, 'cluster')

  const made = await run(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    as,
  )
  if (made.code !== 0) throw new Error(`initdb failed.\n${made.output}`)

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    // The data is thrown away: nothing needs to survive a power cut.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = start(path.join(programs, 'postgres'), ['-D', data, ...options], as)
  await isReady(server)
  // SIGINT is its fast shutdown: connections are closed, not waited for.
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: server.child.pid,
    stop: () => server.end('SIGINT'),
  }
}

/** The folder of initdb and postgres: Debian's newest version, else the path. */
function findPrograms() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => existsSync(path.join(folder, program))))
}

async function installPrograms() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  // Without this the package makes a cluster of its own and starts it.
  const settings = '/etc/postgresql-common/createcluster.conf'
  if (!existsSync(settings)) {
    await mkdir(path.dirname(settings), { recursive: true })
    await writeFile(settings, 'create_main_cluster = false\n')
  }
  const apt = (...args) =>
    run('apt-get', ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1', ...args], {
      limit: 240_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  await apt('update')
  const { code } = await apt('install', '-y', '--no-install-recommends', 'postgresql')
  return code === 0 ? findPrograms() : undefined
}

async function unprivilegedUser() {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])))
    if (uid.code === 0 && gid.code === 0) return { uid: Number(uid.output), gid: Number(gid.output) }
  }
  throw new Error('PostgreSQL refuses root, and there is neither a user postgres nor a user nobody.')
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function isReady({ child, exited }) {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.resume()
    child.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-4000)
      if (said.includes('database system is ready to accept connections')) resolve()
    })
    void exited.then(() => reject(new Error(`PostgreSQL did not start.\n${said}`)))
  })
}
