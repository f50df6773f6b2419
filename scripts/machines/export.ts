/** npm run machines:export: writes the definition of every machine as JSON to reports/machines or the given folder. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../machines/catalogue'
import { nameOf } from '../../src/inspector/outline'

const [folder = 'reports/machines'] = process.argv.slice(2)
/** Replaces inline guards and actions with their names, and omits all other functions. */
const serializable = (key: string, value: unknown): unknown => {
  if (typeof value !== 'function') return value
  return /^(?:guard|actions|entry|exit|\d+)$/.test(key) ? { type: nameOf(value) || 'inline' } : undefined
}

await mkdir(folder, { recursive: true })
const machines = Object.values(catalogue) as AnyStateMachine[]
for (const machine of machines) {
  await writeFile(path.join(folder, `${machine.id}.json`), `${JSON.stringify(machine.config, serializable, 2)}\n`)
}
console.log(`${machines.length} machines are in ${folder}.`)
