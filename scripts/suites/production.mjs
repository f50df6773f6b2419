// npm run test:production: checks that a copy of the built tree starts, serves and stops with only the production
// packages, and that the same holds for a folder like the image's: with the packages that the Dockerfile installs, and
// only the files that it copies. Needs a build (npm run build); npm run test:image also builds as the Dockerfile does.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../run/free-ports.mjs'
import { setWritable, startAndAsk, tryImage } from '../run/served-copy.mjs'
import { trackedFiles } from '../run/tracked-files.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const into = mkdtempSync(path.join(tmpdir(), 'production-'))
/** The copy takes the place of the image's stage `build`. */
const copy = path.join(into, 'build', 'app')
const npm = (...words) => execFileSync('npm', words, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })

try {
  for (const name of trackedFiles(root)) {
    mkdirSync(path.dirname(path.join(copy, name)), { recursive: true })
    cpSync(path.join(root, name), path.join(copy, name))
  }
  cpSync(path.join(root, 'dist'), path.join(copy, 'dist'), { recursive: true })
  npm('ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline')
  for (const name of ['tsx', 'vite']) {
    if (existsSync(path.join(copy, 'node_modules', name))) throw new Error(`${name} was installed for production.`)
  }
  await startAndAsk(await freePorts(4), { cwd: copy, args: ['scripts/start.mjs'] })
  // The operator's command must work, too. The server has stopped, so the database is not in use.
  npm('run', 'requests', '--', 'list')
  await tryImage(readFileSync(path.join(root, 'Dockerfile'), 'utf8'), { into, context: copy })
  console.log('1 passed, 0 failed')
} catch (error) {
  console.error(error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
} finally {
  setWritable(into, true)
  rmSync(into, { recursive: true, force: true })
}
