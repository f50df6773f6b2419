import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import {
  type ComparisonEntry,
  comparisonFailureOf,
  entryIdOf,
  type FileDifferences,
  fileComparisonMachine,
  queryOf,
  shareOf,
} from '../../../../machines/previews/comparison/file-comparison.machine'

const box = { left: 0, top: 0, right: 1, bottom: 1 }
const entry = (id: string): ComparisonEntry => ({ id, group: 'Nets changed', name: id, detail: '', box, nets: [id] })
const differences: FileDifferences = {
  ...{ facts: null, layers: [], thickness: null, touched: null },
  entries: [entry('CLK'), entry('SDA')],
}

async function start(entryId: string | null, compare: () => FileDifferences = () => differences) {
  const actor = createActor(
    fileComparisonMachine.provide({ actors: { compareFiles: fromPromise(async () => compare()) } }),
    { input: { entryId, share: 50 } },
  )
  const shown: string[] = []
  actor.on('entry.shown', ({ nets }) => shown.push(...nets))
  actor.start()
  await new Promise((resolve) => setTimeout(resolve))
  return { actor, shown, now: () => actor.getSnapshot() }
}

test('a chosen difference is shown, and the list is searched and the pictures are mixed', async () => {
  const { actor, shown, now } = await start(null)
  actor.send({ type: 'entry.chosen', id: 'SDA' })
  expect([entryIdOf(now()), shown]).toEqual(['SDA', ['SDA']])
  actor.send({ type: 'query.changed', query: 'cl' })
  expect(queryOf(now())).toBe('cl')
  actor.send({ type: 'share.changed', share: 80 })
  expect(shareOf(now())).toBe(80)
})

test.each([
  ['CLK', 'CLK'],
  ['GONE', null],
])('a URL with %s chooses %s', async (entryId, chosen) => {
  const { now } = await start(entryId)
  expect(entryIdOf(now())).toBe(chosen)
})

test('a failed comparison says why, and can be repeated', async () => {
  let isDown = true
  const { actor, now } = await start(null, () => {
    if (isDown) throw new Error('The file was deleted.')
    return differences
  })
  expect([now().value, comparisonFailureOf(now())]).toEqual(['failed', 'The file was deleted.'])
  isDown = false
  actor.send({ type: 'comparison.retry' })
  expect(comparisonFailureOf(now())).toBeNull()
  await new Promise((resolve) => setTimeout(resolve))
  expect(now().value).toBe('compared')
})
