/** Writes the visualizer's data on each machine (chart, comments and samples) as JSON to the given file. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../machines/catalogue'
import { compare } from '../../src/inspector/chart/chart-changes'
import { drawingOf } from './drawing/layout'
import { foldingOf, foldingsOf } from '../../src/inspector/chart/folding'
import type { Drawing, GalleryData, Sheet } from '../../src/inspector/chart/sheets'
import { type Outline, outlineOf } from '../../src/inspector/states'
import { versionAt } from './against'
import { outlineHash } from './outline-hash'
import { namedArrows, placesOf } from './sources'
import { readMachines } from './types'

const {
  values: { editor = null, against, coverage, mutants },
  positionals: [target],
} = parseArgs({
  allowPositionals: true,
  options: {
    editor: { type: 'string' },
    against: { type: 'string' },
    coverage: { type: 'string' },
    mutants: { type: 'string' },
  },
})
if (!target)
  throw new Error('Usage: sheets.ts [--editor ADDRESS] [--against COMMIT|FILE] [--coverage FILE] [--mutants FILE] FILE')

const before = against === undefined ? null : await versionAt(against)
// These modules are loaded only on demand, because they need files in tests/, which are missing when the image is
// built.
const covered = coverage === undefined ? {} : await (await import('./coverage-file')).readCoverage(coverage)
const mutantsFile = mutants === undefined ? null : await import('./mutants-file')
const mutantResults = (mutants !== undefined && (await mutantsFile?.readMutants(mutants))) || []

const readings = readMachines()
const sheets: Sheet[] = []
for (const [title, machine] of Object.entries(catalogue) as [string, AnyStateMachine][]) {
  const reading = readings[title]
  if (!reading) throw new Error(`${title} is in the catalog, but TypeScript did not find it there.`)
  const { source, ...texts } = reading
  const outline = { ...outlineOf(machine), arrows: namedArrows(machine, source) }
  const places = placesOf(machine, source)
  const changes = before && compare(before.get(machine.id), outline)
  const own = covered[machine.id]
  const mutantsOfMachine = mutantsFile?.mutantsOf(machine, mutantResults, await readFile(texts.file, 'utf8'))
  sheets.push({
    title,
    id: machine.id,
    ...outline,
    ...(await drawingsOf(outline)),
    places,
    ...(own && { coverage: { ...own, isOutdated: own.outline !== outlineHash(machine) } }),
    ...(mutantsOfMachine && { mutants: mutantsOfMachine }),
    ...(changes && changes.lines.length > 0 && { changes: { ...changes, ...(await drawingsOf(changes.outline)) } }),
    names: source.names,
    ...texts,
  })
}
const removed = [...(before ?? [])].filter(([id]) => !sheets.some((sheet) => sheet.id === id))
await mkdir(path.dirname(target), { recursive: true })
const data: GalleryData = {
  sheets,
  editor,
  against: against === undefined ? null : { name: against, removed: removed.map(([, { title }]) => title) },
}
await writeFile(target, JSON.stringify(data))

async function drawingsOf(outline: Outline) {
  const folded: Record<string, Drawing> = {}
  for (const states of foldingsOf(outline.root))
    folded[foldingOf(outline.root, states)] = await drawingOf(outline, states)
  return { drawing: await drawingOf(outline), folded }
}
