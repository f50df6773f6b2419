// npm start: installs the packages and builds the site if necessary, then runs the whole product until Ctrl-C.
// npm run dev (`--dev`): runs from the sources. Pages reload and the server restarts when the sources change.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { checkNode, ensureBuilt, ensureInstalled, PrepareError } from './prepare.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))

try {
  checkNode()
  await ensureInstalled()
  if (process.argv.includes('--dev')) {
    process.env.NODE_ENV ??= 'development'
    await develop()
  } else {
    await ensureBuilt()
    runUntilEnd(['dist/server/main.js'])
  }
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}

/** Vite uses the site's port and forwards API calls to the server, which listens four ports higher. */
async function develop() {
  const port = Number(process.env.PORT || 8080)
  const host = process.env.HOST || 'localhost'
  const apiPort = port + 4
  const { createServer } = await import('vite')
  const { servePage } = await import('./machines/page.mjs')
  const target = `http://${host}:${apiPort}`
  const visualizer = await servePage({ port: port + 5, host, hmr: false })
  const proxy = {
    '/api': target,
    '/config.json': target,
    '/inspector/': visualizer.resolvedUrls.local[0].replace(/\/inspector\/$/, ''),
  }
  const vite = await createServer({ root, server: { port, host, strictPort: true, proxy } })
  await vite.listen().catch((error) => {
    const busy = error.code === 'EADDRINUSE' || /already in use/.test(error.message)
    throw new PrepareError(busy ? `Port ${port} is in use by another program: stop it, or set PORT.` : error.message)
  })
  const watch = ['watch', '--clear-screen=false', '--include', 'server/http/page.css']
  runUntilEnd(['node_modules/tsx/dist/cli.mjs', ...watch, 'server/main.ts', '--site-port', String(apiPort)], () =>
    Promise.all([vite.close(), visualizer.close()]),
  )
}

/**
 * Forwards signals to the child and exits with its exit code. The IPC channel lets the child detect when this process
 * is killed.
 */
function runUntilEnd(args, close = async () => undefined) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', async (code) => {
    await close()
    process.exit(code ?? 1)
  })
}
