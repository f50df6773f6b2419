import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import {
  type BoardExport,
  boardExportMachine,
  exportFailureOf,
  isSaving,
} from '../../../../machines/previews/board/board-export.machine'

test('the requested content is saved, a failure is reported until the next attempt, and one file is saved at a time', async () => {
  const saved: BoardExport[] = []
  const saveExport = fromPromise<void, BoardExport>(async ({ input }) => {
    saved.push(input)
    if (input === 'svg') throw new Error('The disk is full.')
  })
  const actor = createActor(boardExportMachine.provide({ actors: { saveExport } })).start()
  const save = async (...wanted: BoardExport[]) => {
    for (const one of wanted) actor.send({ type: 'export.requested', wanted: one })
    expect(isSaving(actor.getSnapshot())).toBe(true)
    await new Promise((resolve) => setTimeout(resolve))
    expect(isSaving(actor.getSnapshot())).toBe(false)
    return exportFailureOf(actor.getSnapshot())
  }
  expect(await save('csv', 'png')).toBeNull()
  expect(await save('svg')).toBe('The disk is full.')
  expect(await save('png')).toBeNull()
  expect(saved).toEqual(['csv', 'svg', 'png'])
})
