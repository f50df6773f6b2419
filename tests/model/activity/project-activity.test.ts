import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import * as activity from '../../../machines/activity/project-activity.machine'
import { activityEntry, uma } from './samples'

const everyone = { kind: null, person: null }
const page = (id: string, next: string | null = null): activity.ActivityPage => ({
  entries: [activityEntry({ id })],
  next,
})

type Answer = { resolve: (page: activity.ActivityPage) => void; reject: (error: Error) => void }

/** Starts the machine with calls that the test answers itself, in any order. */
function start(filter: activity.ActivityFilter = everyone) {
  const wanted: activity.ActivityPageWanted[] = []
  const answers: Answer[] = []
  const exports: Answer[] = []
  const actor = createActor(
    activity.projectActivityMachine.provide({
      actors: {
        loadPage: fromPromise<activity.ActivityPage, activity.ActivityPageWanted>(({ input }) => {
          wanted.push(input)
          return new Promise((resolve, reject) => answers.push({ resolve, reject }))
        }),
        exportActivity: fromPromise<void, { projectId: string }>(
          () => new Promise((resolve, reject) => exports.push({ resolve: () => resolve(), reject })),
        ),
      },
    }),
    { input: { projectId: 'p1', filter } },
  ).start()
  const rested = () => waitFor(actor, (snapshot) => snapshot.matches({ list: 'resting' }))
  return { actor, wanted, answers, exports, rested }
}

const idsOf = (actor: activity.ProjectActivityActor) => activity.entriesOf(actor.getSnapshot()).map(({ id }) => id)

test('older pages are added below, with the same filter, until there are no more', async () => {
  const { actor, wanted, answers, rested } = start({ kind: 'file deleted', person: 'u1' })
  answers[0]?.resolve({ ...page('a2', 'c1'), people: [uma] })
  await rested()
  actor.send({ type: 'page.requested' })
  actor.send({ type: 'page.requested' })
  answers[1]?.resolve(page('a1'))
  await rested()
  actor.send({ type: 'page.requested' })
  expect(idsOf(actor)).toEqual(['a2', 'a1'])
  expect(wanted).toEqual([
    { projectId: 'p1', kind: 'file deleted', person: 'u1', cursor: null },
    { projectId: 'p1', kind: 'file deleted', person: 'u1', cursor: 'c1' },
  ])
  expect(activity.peopleOf(actor.getSnapshot())).toEqual([uma])
})

test('a page that arrives after another filter was chosen is not shown', async () => {
  const { actor, answers, rested } = start()
  answers[0]?.resolve(page('a2', 'c1'))
  await rested()
  actor.send({ type: 'page.requested' })
  actor.send({ type: 'filter.chosen', filter: { kind: 'link created', person: null } })
  expect(idsOf(actor)).toEqual([])
  answers[1]?.resolve(page('late'))
  answers[2]?.resolve(page('a9'))
  await rested()
  expect(idsOf(actor)).toEqual(['a9'])
})

test('the same filter is not loaded twice', () => {
  const { actor, wanted } = start({ kind: 'link created', person: null })
  actor.send({ type: 'filter.chosen', filter: { kind: 'link created', person: null } })
  expect(wanted).toHaveLength(1)
})

test('a failed page keeps the listed entries and can be requested again', async () => {
  const { actor, answers, rested } = start()
  answers[0]?.resolve(page('a2', 'c1'))
  await rested()
  actor.send({ type: 'page.requested' })
  answers[1]?.reject(new Error(''))
  const failed = await rested()
  expect(activity.activityFailureOf(failed)).toBe('Older activity could not be loaded.')
  expect(idsOf(actor)).toEqual(['a2'])
  actor.send({ type: 'page.requested' })
  answers[2]?.resolve(page('a1'))
  expect(activity.activityFailureOf(await rested())).toBeNull()
  expect(idsOf(actor)).toEqual(['a2', 'a1'])
})

test('only one download runs at a time, independently of the list, and it can be retried after a failure', async () => {
  const { actor, exports } = start()
  actor.send({ type: 'export.requested' })
  actor.send({ type: 'export.requested' })
  expect(exports).toHaveLength(1)
  exports[0]?.reject(new Error('Too many downloads. Try again in a minute.'))
  const failed = await waitFor(actor, (snapshot) => !activity.isExporting(snapshot))
  expect(activity.exportFailureOf(failed)).toBe('Too many downloads. Try again in a minute.')
  actor.send({ type: 'export.requested' })
  expect(exports).toHaveLength(2)
  expect(activity.exportFailureOf(actor.getSnapshot())).toBeNull()
})
