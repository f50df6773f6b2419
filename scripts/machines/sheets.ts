/** Writes the visualizer's data on each machine (chart, comments and samples) as JSON to the given file. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../machines/catalogue'
import { arrowsOf } from '../../src/inspector/outline'
import type { Sheet } from '../../src/inspector/sheets'
import { drawingOf } from './chart'
import { readMachines } from './types'

const [target] = process.argv.slice(2)
if (!target) throw new Error('Usage: sheets.ts FILE')

const readings = readMachines()
const sheets: Sheet[] = []
for (const [title, machine] of Object.entries(catalogue) as [string, AnyStateMachine][]) {
  const reading = readings[title]
  if (!reading) throw new Error(`${title} is in the catalog, but TypeScript did not find it there.`)
  sheets.push({ title, id: machine.id, arrows: arrowsOf(machine), drawing: await drawingOf(machine), ...reading })
}
await mkdir(path.dirname(target), { recursive: true })
await writeFile(target, JSON.stringify(sheets))
