// npm run test:image: executes the Dockerfile without a container engine. Each stage is a folder in which the stage's
// instructions are executed, starting from the build context: the files that .dockerignore includes. Then the image's
// command and its health check run in the folder of the last stage.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesInContext } from '../run/image.mjs'
import { setWritable, tryImage } from '../run/served-copy.mjs'
import { trackedFiles } from '../run/tracked-files.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'image-'))
const context = path.join(folder, 'context')
const read = (name) => readFileSync(path.join(root, name), 'utf8')

try {
  for (const name of filesInContext(trackedFiles(root), read('.dockerignore'))) {
    mkdirSync(path.dirname(path.join(context, name)), { recursive: true })
    cpSync(path.join(root, name), path.join(context, name))
  }
  await tryImage(read('Dockerfile'), { into: folder, context })
  console.log('1 passed, 0 failed')
} catch (error) {
  console.error(error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
} finally {
  setWritable(folder, true)
  rmSync(folder, { recursive: true, force: true })
}
