// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { assign, createActor, fromPromise, sendTo, setup } from 'xstate'

import { type Compared, draftSavingMachine } from '../../../machines/wizard/drafts/draft-saving.machine'
import { emptyDraft, type KeptRequest } from '../../../machines/wizard/drafts/request-draft'
import type { KeepingEvent } from '../../../machines/wizard/request-context'
import { keepDraftOf, storedRequest, storeRequest } from '../../../src/workspace/wizard/drafts/request-drafts'

const kept = (purchaseOrder: string): KeptRequest => ({
  draft: { ...emptyDraft, projectId: 'p1', purchaseOrder },
  files: { layout: null, stackup: null, material: null },
  key: 'key',
  sentAs: null,
})

/** Stores a version as another tab would. */
function writeInOtherTab(purchaseOrder: string) {
  storeRequest('u1', kept(purchaseOrder))
  const key = Object.keys(localStorage).find((one) => one.endsWith('p1')) ?? null
  dispatchEvent(new StorageEvent('storage', { key }))
}

beforeEach(() => localStorage.clear())

test('a conflict with the API is reported again if another tab restores the draft in the meantime', async () => {
  const { stamp } = storeRequest('u1', kept('ours'))
  const ofApi = { ...kept('of another computer'), stamp: 'other', at: '2026-01-01T00:00:00Z', savedAs: 'other' }
  const saving = draftSavingMachine.provide({
    actors: { synchronize: fromPromise<Compared, { projectId: string }>(async () => ({ other: ofApi })) },
  })
  type Told =
    | { type: 'draft.foundElsewhere'; stored: { draft: { purchaseOrder: string } } }
    | { type: 'draft.foundAgain' }
  const page = createActor(
    setup({
      types: { context: {} as { told: string[] }, events: {} as Told },
      actors: { keepDraft: keepDraftOf(() => 'u1', saving) },
    }).createMachine({
      context: { told: [] },
      invoke: { src: 'keepDraft', id: 'keeper' },
      entry: sendTo('keeper', { type: 'draft.opened', projectId: 'p1', stamp } satisfies KeepingEvent),
      on: {
        '*': {
          actions: assign({
            told: ({ context, event }) => [
              ...context.told,
              event.type === 'draft.foundAgain' ? 'found again' : event.stored.draft.purchaseOrder,
            ],
          }),
        },
      },
    }),
  ).start()
  const told = () => page.getSnapshot().context.told
  await vi.waitFor(() => expect(told()).toEqual(['of another computer']))
  writeInOtherTab('of another tab')
  writeInOtherTab('ours')
  await vi.waitFor(() =>
    expect(told()).toEqual(['of another computer', 'of another tab', 'found again', 'of another computer']),
  )
  expect(storedRequest('u1', 'p1')?.draft.purchaseOrder).toBe('ours')
  page.stop()
})
