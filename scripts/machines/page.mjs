// Vite configuration of the visualizer, which is a separate page, so that the product's bundles contain none of its
// code.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneAtATime } from './one-at-a-time.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Vite settings for the page, in addition to vite.config.ts. */
export const pageSettings = {
  configFile: path.join(root, 'vite.config.ts'),
  root: path.join(root, 'src/inspector'),
  base: '/inspector/',
  publicDir: false,
  cacheDir: path.join(root, 'node_modules/.vite-inspector'),
}

/** Writes the charts, comments and samples of all machines to a file. The options are those of sheets.ts. */
export function writeSheets(file, options = []) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/machines/sheets.ts', ...options, file], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (text) => {
    process.stderr.write(text)
    errors += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const [, reason = 'see the output of the command'] = /^\w*Error: (.+)$/m.exec(errors) ?? []
      if (code === 0) resolve()
      else reject(new Error(`The charts could not be generated: ${reason}`))
    })
  })
}

async function freshSheets(options) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sheets-'))
  try {
    await writeSheets(path.join(folder, 'sheets.json'), options)
    return await readFile(path.join(folder, 'sheets.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The file in which scripts/suites/model-report.ts stores what the model-based tests covered. It is missing until they
 * have run.
 */
export const coverageFile = path.join(root, 'reports/model/coverage.json')

/** The file in which scripts/suites/mutants/test-mutants.mjs stores the results of the machines' mutation tests. */
export const mutantsFile = path.join(root, 'reports/mutants/machines.json')

/** The files from which the charts are generated. */
const watched = [path.join(root, 'machines'), coverageFile, mutantsFile]

/** Vite plugin that serves up-to-date charts of the machines. They are drawn as soon as the server starts. */
export function sheetsInPlace(options) {
  const sheets = oneAtATime(() => freshSheets(options))
  const send = async (_request, response) => {
    try {
      const body = await sheets.read()
      response.setHeader('content-type', 'application/json').end(body)
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message)
    }
  }
  return {
    name: 'machine-sheets',
    configureServer: (server) => {
      server.httpServer.once('listening', sheets.repeat)
      server.watcher.add(watched)
      const redraw = (file) => {
        if (!watched.some((name) => file.startsWith(name))) return
        if (sheets.repeat()) server.ws.send({ type: 'full-reload' })
      }
      for (const change of ['change', 'add', 'unlink']) server.watcher.on(change, redraw)
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

/** The pattern of the addresses that open files of this checkout in the editor. */
const editorLink = () =>
  (process.env.EDITOR_LINK || 'vscode://file/{path}:{line}').replaceAll('{path}', path.join(root, '{file}'))

/** Starts a development server for this page only. `options` are those of sheets.ts. */
export async function servePage(settings, options = []) {
  const { createServer } = await import('vite')
  const server = await createServer({
    ...pageSettings,
    plugins: [
      sheetsInPlace(['--editor', editorLink(), '--coverage', coverageFile, '--mutants', mutantsFile, ...options]),
    ],
    server: { ...settings, fs: { allow: [root] } },
  })
  return server.listen()
}
