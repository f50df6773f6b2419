// npm run machines:site: writes the visualizer with all charts as a static site that works in any folder of any host,
// by default to reports/gallery. `-- FOLDER` chooses another folder, and `-- --against COMMIT` adds the changes since a
// commit.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { coverageFile, mutantsFile, pageSettings, writeSheets } from './page.mjs'
import { versionNamed } from './version-reference.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { folder, coverage, mutants, against } = options()
const outDir = path.resolve(folder)

await build({ ...pageSettings, base: './', logLevel: 'warn', build: { outDir, emptyOutDir: true, manifest: false } })
await writeSheets(path.join(outDir, 'sheets.json'), [
  ...['--coverage', path.resolve(coverage), '--mutants', path.resolve(mutants)],
  ...(against === undefined ? [] : [`--against=${versionNamed(against).file ?? against}`]),
])
const page = path.join(outDir, 'index.html')
await writeFile(
  page,
  (await readFile(page, 'utf8')).replaceAll(/(?<=(?:src|href)=")\/(?=theme\.js|favicon\.svg)/g, './'),
)
for (const name of ['theme.js', 'favicon.svg']) await copyFile(path.join(root, 'public', name), path.join(outDir, name))
const dir = path.relative(process.cwd(), outDir)
console.log(`The gallery is in ${dir}. Any web server can serve it, for example: npx serve ${dir}`)

function options() {
  try {
    const {
      values: { against, coverage = coverageFile, mutants = mutantsFile },
      positionals: [folder = path.join(root, 'reports/gallery')],
    } = parseArgs({
      allowPositionals: true,
      options: { against: { type: 'string' }, coverage: { type: 'string' }, mutants: { type: 'string' } },
    })
    if (against !== undefined) versionNamed(against)
    return { folder, coverage, mutants, against }
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
