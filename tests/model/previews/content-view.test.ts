import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import {
  chosenOf,
  contentOf,
  contentViewMachine,
  progressOf,
  type Reading,
  unreadableOf,
} from '../../../machines/previews/content-view.machine'

/** A view whose file is read in two halves. */
function view(chosen: number[], ending: () => unknown) {
  let finish = () => {}
  const readContent = fromPromise<unknown, Reading>(async ({ input }) => {
    input.report(0.5)
    await new Promise<void>((resolve) => (finish = resolve))
    return ending()
  })
  const actor = createActor(contentViewMachine.provide({ actors: { readContent } }), { input: { chosen } }).start()
  return {
    actor,
    finish: async () => {
      finish()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('the fraction that has been read is known before the content', async () => {
  const { actor, finish } = view([], () => ['board', 'stencil'])
  expect(progressOf(actor.getSnapshot())).toBe(0.5)
  expect(contentOf(actor.getSnapshot())).toBeNull()
  await finish()
  expect(contentOf(actor.getSnapshot())).toEqual(['board', 'stencil'])
})

test('choosing a part resets the choices within it, and levels above it without a choice show their first part', async () => {
  const { actor, finish } = view([1, 4], () => 'boards')
  await finish()
  expect(chosenOf(actor.getSnapshot())).toEqual([1, 4])
  actor.send({ type: 'part.chosen', level: 0, index: 2 })
  expect(chosenOf(actor.getSnapshot())).toEqual([2])
  actor.send({ type: 'part.chosen', level: 2, index: 3 })
  expect(chosenOf(actor.getSnapshot())).toEqual([2, 0, 3])
})

test('a file that cannot be read says why', async () => {
  const { actor, finish } = view([], () => {
    throw new Error('Zip: a damaged archive.')
  })
  await finish()
  expect(unreadableOf(actor.getSnapshot())).toBe('Zip: a damaged archive.')
  expect(contentOf(actor.getSnapshot())).toBeNull()
})
