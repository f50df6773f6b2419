/** Starts the reverse proxies configured in deploy/ in front of nodes, with certificates made for the test. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'

import { freePorts } from '../../scripts/run/free-ports.mjs'

export type Proxy = { port: number; stop(): Promise<void> }

/** Returns the path of the program from NGINX_PATH or CADDY_PATH, or else from PATH; null if there is none. */
export function programOf(name: 'nginx' | 'caddy'): string | null {
  const given = process.env[`${name.toUpperCase()}_PATH`]
  if (given) return given
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/**
 * Starts a proxy in front of the nodes with these ports. `changes` replaces values in the configuration file, for
 * example timeouts with shorter ones.
 */
export async function startProxy(
  name: 'nginx' | 'caddy',
  program: string,
  nodes: number[],
  changes: Record<string, string> = {},
): Promise<Proxy> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${name}-`))
  const port = await freePorts(2)
  const [args, env] =
    name === 'nginx'
      ? await nginxArguments(folder, port, nodes, changes)
      : await caddyArguments(folder, port, nodes, changes)
  const proxy = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  proxy.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const exited = once(proxy, 'exit')
  const ended = exited.then(() => {
    throw new Error(`${name} did not start.\n${said}`)
  })
  await Promise.race([listening(port), ended])
  return {
    port,
    async stop() {
      ended.catch(() => undefined)
      proxy.kill()
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Changes = Record<string, string>

/** Replaces the given values. Throws if one of them is not in the file. */
function changed(text: string, changes: Changes): string {
  return Object.entries(changes).reduce((before, [value, other]) => {
    if (!before.includes(value)) throw new Error(`The file does not contain ${value}.`)
    return before.replaceAll(value, other)
  }, text)
}

async function nginxArguments(
  folder: string,
  port: number,
  nodes: number[],
  changes: Changes,
): Promise<[string[], object]> {
  const certificate = path.join(folder, 'certificate.pem')
  const key = path.join(folder, 'key.pem')
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  )
  const shipped = await readFile('deploy/nginx/viastack.conf', 'utf8')
  const conf = changed(shipped, changes)
    .replace('server 127.0.0.1:8080;', nodes.map((node) => `server 127.0.0.1:${node};`).join(' '))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen 80;', `listen 127.0.0.1:${port + 1};`)
    .replace('/etc/ssl/boards.example.com.pem', certificate)
    .replace('/etc/ssl/boards.example.com.key', key)
    .replaceAll('boards.example.com', 'localhost')
  await writeFile(path.join(folder, 'viastack.conf'), conf)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n')
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\ninclude ${folder}/viastack.conf;\n}\n`,
  )
  return [['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'], {}]
}

async function caddyArguments(
  folder: string,
  port: number,
  nodes: number[],
  changes: Changes,
): Promise<[string[], object]> {
  const shipped = path.resolve('deploy/caddy/Caddyfile')
  const imported = Object.keys(changes).length === 0 ? shipped : path.join(folder, 'changed.Caddyfile')
  if (imported !== shipped) await writeFile(imported, changed(await readFile(shipped, 'utf8'), changes))
  const file = path.join(folder, 'Caddyfile')
  const settings = ['admin off', 'local_certs', 'skip_install_trust', 'auto_https disable_redirects']
  await writeFile(
    file,
    `{\n${settings.map((line) => `\t${line}\n`).join('')}\tstorage file_system ${folder}/storage\n}\nimport ${imported}\n`,
  )
  const env = {
    SITE_ADDRESS: `https://localhost:${port}`,
    NODES: nodes.map((node) => `127.0.0.1:${node}`).join(' '),
    HOME: folder,
  }
  return [['run', '--config', file, '--adapter', 'caddyfile'], env]
}

export type Relay = Awaited<ReturnType<typeof startRelay>>

/** Starts a TCP relay between a proxy and a node. It counts what passes, and can be stopped and frozen like a node. */
export async function startRelay(node: number) {
  const counted = {
    /** Bytes from the proxy. */
    bytes: 0,
    /** Bytes from the node that were passed on. */
    answered: 0,
    /** Calls of the API. */
    calls: 0,
  }
  let isFrozen = false
  const open = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    const onward = net.connect(node, '127.0.0.1')
    open.add(socket)
    let isIgnored = false
    socket.on('data', (piece) => {
      counted.bytes += piece.length
      const isCall = /^[A-Z]+ \/api\//.test(piece.toString('latin1', 0, 20))
      if (isCall) counted.calls += 1
      isIgnored ||= isCall && isFrozen
      if (!isIgnored && !onward.write(piece)) socket.pause()
    })
    socket.on('end', () => onward.end())
    onward.on('drain', () => socket.resume())
    onward.on('data', (piece) => (counted.answered += piece.length))
    onward.pipe(socket)
    for (const end of [socket, onward]) {
      end.on('error', () => undefined)
      end.on('close', () => {
        open.delete(socket)
        socket.destroy()
        onward.destroy()
      })
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as net.AddressInfo
  return {
    counted,
    port,
    /** Refuses connections, and breaks those that are open. */
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
    restart: async () => {
      if (!server.listening) await listen(port)
    },
    /** Whether calls get no response, although connections are accepted. Probes are answered. */
    freeze: (value: boolean) => (isFrozen = value),
  }
}

/** Resolves as soon as the port accepts TLS connections: Caddy listens before it has a certificate. */
const listening = (port: number) =>
  new Promise<void>((resolve) => {
    const attempt = () => {
      const socket = tls.connect(
        { port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false },
        () => {
          socket.destroy()
          resolve()
        },
      )
      socket.once('error', () => setTimeout(attempt, 50))
    }
    attempt()
  })
