/** npm run machines:docs: generates docs/machines.md. With --check, only reports whether the file is out of date. */
import { readFile, writeFile } from 'node:fs/promises'

import { machinesDocument } from './mermaid'

const file = 'docs/machines.md'
const text = machinesDocument()
if (!process.argv.includes('--check')) await writeFile(file, text)
else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error(`Stale: ${file}. Run npm run machines:docs.`)
  process.exit(1)
}
