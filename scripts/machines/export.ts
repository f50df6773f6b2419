/** npm run machines:export: the definition of every machine as JSON, in reports/machines or the folder that is named. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../machines/catalogue'
import { nameOf } from '../../src/inspector/outline'

const [folder = 'reports/machines'] = process.argv.slice(2)
/** Of a guard or an action written in place, what can be read stands for it; other functions are left out. */
const readable = (key: string, value: unknown): unknown => {
  if (typeof value !== 'function') return value
  return /^(?:guard|actions|entry|exit|\d+)$/.test(key) ? { type: nameOf(value) || 'inline' } : undefined
}

await mkdir(folder, { recursive: true })
const machines = Object.values(catalogue) as AnyStateMachine[]
for (const machine of machines) {
  await writeFile(path.join(folder, `${machine.id}.json`), `${JSON.stringify(machine.config, readable, 2)}\n`)
}
console.log(`${machines.length} machines are in ${folder}.`)
