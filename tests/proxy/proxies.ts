/** Starts the reverse proxies configured in deploy/ in front of a server, with a self-signed certificate. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

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

/** Starts a proxy in front of a server. `node` is the server's port. */
export async function startProxy(name: 'nginx' | 'caddy', program: string, node: number): Promise<Proxy> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${name}-`))
  const port = await freePorts(2)
  const [args, env] =
    name === 'nginx' ? await nginxArguments(folder, port, node) : await caddyArguments(folder, port, node)
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

async function nginxArguments(folder: string, port: number, node: number): Promise<[string[], object]> {
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
  const conf = shipped
    .replace('127.0.0.1:8080', `127.0.0.1:${node}`)
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

async function caddyArguments(folder: string, port: number, node: number): Promise<[string[], object]> {
  const file = path.join(folder, 'Caddyfile')
  const settings = ['admin off', 'local_certs', 'skip_install_trust', 'auto_https disable_redirects']
  await writeFile(
    file,
    `{\n${settings.map((line) => `\t${line}\n`).join('')}\tstorage file_system ${folder}/storage\n}\nimport ${path.resolve('deploy/caddy/Caddyfile')}\n`,
  )
  const env = { SITE_ADDRESS: `https://localhost:${port}`, NODES: `127.0.0.1:${node}`, HOME: folder }
  return [['run', '--config', file, '--adapter', 'caddyfile'], env]
}

/** Starts a TCP relay to the node that counts the bytes that the proxy sends. */
export async function startCountingRelay(node: number) {
  const counted = { bytes: 0 }
  const server = net.createServer((socket) => {
    const onward = net.connect(node, '127.0.0.1')
    socket.on('data', (piece) => (counted.bytes += piece.length))
    socket.pipe(onward).pipe(socket)
    for (const end of [socket, onward]) {
      end.on('error', () => undefined)
      end.on('close', () => {
        socket.destroy()
        onward.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { counted, port: (server.address() as net.AddressInfo).port, close: () => server.close() }
}

/** Resolves as soon as the port accepts connections. */
const listening = (port: number) =>
  new Promise<void>((resolve) => {
    const attempt = () => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve()
      })
      socket.once('error', () => setTimeout(attempt, 50))
    }
    attempt()
  })
