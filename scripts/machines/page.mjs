// Vite configuration of the visualizer, which is a separate page, so that the product's bundles contain none of its
// code.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Vite settings for the page, in addition to vite.config.ts. */
export const pageSettings = {
  configFile: path.join(root, 'vite.config.ts'),
  root: path.join(root, 'src/inspector'),
  base: '/inspector/',
  publicDir: false,
  cacheDir: path.join(root, 'node_modules/.vite-inspector'),
}

/** Writes the charts, comments and samples of all machines to a file. */
export function writeSheets(file) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/machines/sheets.ts', file], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The charts could not be generated.'))))
  })
}

async function freshSheets() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sheets-'))
  try {
    await writeSheets(path.join(folder, 'sheets.json'))
    return await readFile(path.join(folder, 'sheets.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Vite plugin that serves up-to-date charts of the machines. */
export function sheetsInPlace() {
  let sheets = null
  const send = async (_request, response) => {
    sheets ??= freshSheets()
    try {
      const body = await sheets
      response.setHeader('content-type', 'application/json').end(body)
    } catch (error) {
      sheets = null
      response.writeHead(500).end(error.message)
    }
  }
  return {
    name: 'machine-sheets',
    configureServer: (server) => {
      server.watcher.add(path.join(root, 'machines'))
      server.watcher.on('change', (file) => {
        if (!file.startsWith(path.join(root, 'machines'))) return
        sheets = null
        server.ws.send({ type: 'full-reload' })
      })
      server.middlewares.use('/inspector/sheets.json', send)
      server.middlewares.use('/theme.js', async (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(await readFile(path.join(root, 'public/theme.js')))
      })
      server.middlewares.use('/favicon.svg', async (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml').end(await readFile(path.join(root, 'public/favicon.svg')))
      })
    },
  }
}

/** Starts a development server for this page only. */
export async function servePage(settings) {
  const { createServer } = await import('vite')
  const server = await createServer({
    ...pageSettings,
    plugins: [sheetsInPlace()],
    server: { ...settings, fs: { allow: [root] } },
  })
  return server.listen()
}
