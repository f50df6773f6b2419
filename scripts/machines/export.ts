/** npm run machines:export: writes the definition of every machine as JSON to reports/machines or the given folder. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../machines/catalogue'
import { definitionOf } from '../../src/inspector/export/definition'
import { readMachines } from './types'

const [folder = 'reports/machines'] = process.argv.slice(2)

await mkdir(folder, { recursive: true })
const readings = readMachines()
const machines = Object.entries(catalogue) as [string, AnyStateMachine][]
for (const [title, machine] of machines) {
  const names = readings[title]?.source.names ?? {}
  await writeFile(path.join(folder, `${machine.id}.json`), definitionOf(machine, names))
}
console.log(`${machines.length} machines are in ${folder}.`)
