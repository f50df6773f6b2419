import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import {
  type ChosenFiles,
  type FileFacts,
  factsOf,
  fileInspectionMachine,
  isLayoutDrawn,
  isReading,
  readingFailureOf,
} from '../../../machines/wizard/board/file-inspection.machine'
import { fileFacts } from './request-samples'
import { projectFile } from '../samples'

const choice = (sha256: string, stackup: ChosenFiles['stackup'] = null): ChosenFiles => ({
  layout: projectFile({ id: sha256, sha256 }),
  stackup,
  material: null,
})

/** Starts an inspection whose reads the test resolves. */
function start() {
  const readings: {
    files: ChosenFiles | null
    signal: AbortSignal
    resolve: (it: FileFacts) => void
    reject: (why: unknown) => void
  }[] = []
  const actor = createActor(
    fileInspectionMachine.provide({
      actors: {
        followRequest: fromCallback(() => {}),
        inspect: fromPromise<FileFacts, { files: ChosenFiles | null }>(
          ({ input, signal }) =>
            new Promise((resolve, reject) => readings.push({ files: input.files, signal, resolve, reject })),
        ),
      },
    }),
  ).start()
  return { actor, readings }
}
const settled = (actor: ReturnType<typeof start>['actor']) => waitFor(actor, (snapshot) => !isReading(snapshot))

test('reads the chosen files once', async () => {
  const { actor, readings } = start()
  expect(isReading(actor.getSnapshot())).toBe(false)
  actor.send({ type: 'files.chosen', files: choice('a') })
  actor.send({ type: 'files.chosen', files: choice('a') })
  expect(readings.map(({ files }) => files)).toEqual([choice('a')])
  readings[0]?.resolve(fileFacts())
  expect(factsOf(await settled(actor))?.format).toBe('KiCad board')
  actor.send({ type: 'files.chosen', files: null })
  expect(factsOf(actor.getSnapshot())).toBeNull()
})

test('another selection cancels the reading in progress', async () => {
  const { actor, readings } = start()
  actor.send({ type: 'files.chosen', files: choice('a') })
  actor.send({ type: 'files.chosen', files: choice('a', projectFile({ id: 's', sha256: 's' })) })
  expect(readings[0]?.signal.aborted).toBe(true)
  readings[0]?.resolve(fileFacts({ format: 'old' }))
  readings[1]?.resolve(fileFacts({ format: 'new' }))
  expect(factsOf(await settled(actor))?.format).toBe('new')
})

test('reads nothing without a layout', () => {
  const { actor, readings } = start()
  actor.send({ type: 'files.chosen', files: choice('a') })
  actor.send({ type: 'files.chosen', files: null })
  expect(actor.getSnapshot().value).toBe('idle')
  expect(readings[0]?.signal.aborted).toBe(true)
  expect(factsOf(actor.getSnapshot())).toBeNull()
})

test('the same files are read again if they are chosen after none were', () => {
  const { actor, readings } = start()
  for (const files of [choice('a'), null, choice('a')]) actor.send({ type: 'files.chosen', files })
  expect(readings.map(({ files }) => files)).toEqual([choice('a'), choice('a')])
})

test('the facts of other files are not shown while the chosen ones are read', async () => {
  const { actor, readings } = start()
  actor.send({ type: 'files.chosen', files: choice('a') })
  readings[0]?.resolve(fileFacts())
  await settled(actor)
  actor.send({ type: 'files.chosen', files: choice('b') })
  expect(factsOf(actor.getSnapshot())).toBeNull()
})

test.for([choice('b'), null])('a failure is not shown for other files, or for none', async (files) => {
  const { actor, readings } = start()
  actor.send({ type: 'files.chosen', files: choice('a') })
  readings[0]?.reject(new Error('The file is empty.'))
  expect(readingFailureOf(await settled(actor))).toBe('The file is empty.')
  actor.send({ type: 'files.chosen', files })
  expect(readingFailureOf(actor.getSnapshot())).toBeNull()
})

test('a failed reading shows the reason and can be retried', async () => {
  const { actor, readings } = start()
  actor.send({ type: 'files.chosen', files: choice('a') })
  readings[0]?.reject(new Error(''))
  expect(readingFailureOf(await settled(actor))).toBe('The layout file could not be read.')
  actor.send({ type: 'inspection.retry' })
  expect(readingFailureOf(actor.getSnapshot())).toBeNull()
  readings[1]?.resolve(fileFacts())
  expect(factsOf(await settled(actor))?.format).toBe('KiCad board')
})

test.each<[name: string, format: string, isDrawn: { byName: boolean; byContent: boolean }]>([
  ['board.kicad_pcb', 'KiCad board', { byName: true, byContent: true }],
  ['design.xml', 'IPC-2581', { byName: false, byContent: true }],
  ['job.zip', 'ODB++', { byName: false, byContent: true }],
  ['board.kicad_pcb', 'PADS netlist', { byName: true, byContent: false }],
  ['board.net', 'KiCad netlist', { byName: false, byContent: false }],
  // A board that cannot be read is shown with the reason.
  ['board.kicad_pcb', '', { byName: true, byContent: true }],
])('whether %s is drawn depends on its name until it is known to be: %s', async (name, format, isDrawn) => {
  const { actor, readings } = start()
  expect(isLayoutDrawn(actor.getSnapshot())).toBe(false)
  actor.send({ type: 'files.chosen', files: { ...choice('a'), layout: projectFile({ name }) } })
  expect(isLayoutDrawn(actor.getSnapshot())).toBe(isDrawn.byName)
  readings[0]?.resolve(fileFacts({ format }))
  expect(isLayoutDrawn(await settled(actor))).toBe(isDrawn.byContent)
})
