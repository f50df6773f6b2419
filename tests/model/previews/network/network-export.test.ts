import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { Comparison } from '../../../../machines/previews/network/network-comparison'
import {
  contentName,
  type ExportWanted,
  isSavingNetwork,
  networkExportFailureOf,
  networkExportMachine,
  type NetworkShown,
} from '../../../../machines/previews/network/network-export.machine'

const shown = { pairs: [] } as unknown as NetworkShown

test('one file is saved at a time; a failure is reported until the next attempt, and nothing is kept', async () => {
  const saved: unknown[] = []
  const saveExport = fromPromise<void, ExportWanted | null>(async ({ input }) => {
    saved.push(input)
    if (input?.wanted === 'svg') throw new Error('The disk is full.')
  })
  const actor = createActor(networkExportMachine.provide({ actors: { saveExport } })).start()
  const save = async (wanted: ExportWanted['wanted']) => {
    actor.send({ type: 'export.requested', wanted, shown })
    actor.send({ type: 'export.requested', wanted: 'png', shown })
    expect(isSavingNetwork(actor.getSnapshot())).toBe(true)
    await new Promise((resolve) => setTimeout(resolve))
    expect(isSavingNetwork(actor.getSnapshot())).toBe(false)
    expect(actor.getSnapshot().context.request).toBeNull()
    return networkExportFailureOf(actor.getSnapshot())
  }
  expect(await save('csv')).toBeNull()
  expect(await save('svg')).toBe('The disk is full.')
  expect(await save('touchstone')).toBeNull()
  expect(saved).toEqual(['csv', 'svg', 'touchstone'].map((wanted) => ({ wanted, shown })))
})

test('files of responses are named after the quantity and the ports, others after their tab', () => {
  const response = { quantity: 'step', to: 2, from: 1 }
  const named = (content: object) => contentName({ content } as NetworkShown)
  expect(named({ tab: 'time', response })).toBe('step-2-1')
  expect(named({ tab: 'time', profile: {} })).toBe('time')
  expect(named({ tab: 'smith', reflection: {} })).toBe('smith')
  const comparison = { shown: { curve: 'S10,1' } } as Comparison
  expect(contentName({ comparison })).toBe('comparison-S10-1')
})
