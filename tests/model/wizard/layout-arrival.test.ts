import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import type { ProjectFile } from '../../../machines/files/file-order'
import {
  isLayout,
  layoutArrivalMachine,
  recognizedLayoutOf,
} from '../../../machines/wizard/board/layout-arrival.machine'
import { projectFile } from '../samples'

const layout = (id: string) => projectFile({ id, name: `${id}.kicad_pcb` })

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Starts the machine with readings that the test resolves. */
function start() {
  const readings: {
    id: string | undefined
    signal: AbortSignal
    resolve: (nets: number) => void
    reject: (why: unknown) => void
  }[] = []
  const drawings: { id: string | undefined; resolve: (fileId: string) => void; reject: (why: unknown) => void }[] = []
  const drawn: string[] = []
  const files = createActor(fromCallback(() => {})) as never
  const actor = createActor(
    layoutArrivalMachine.provide({
      actors: {
        followLayouts: fromCallback(() => {}),
        countNets: fromPromise<number, { layout: ProjectFile | null }>(
          ({ input, signal }) =>
            new Promise((resolve, reject) => readings.push({ id: input.layout?.id, signal, resolve, reject })),
        ),
        storeThumbnail: fromPromise<string, { layout: ProjectFile | null }>(
          ({ input }) => new Promise((resolve, reject) => drawings.push({ id: input.layout?.id, resolve, reject })),
        ),
      },
      actions: { tellDrawn: (_, fileId) => void drawn.push(fileId) },
    }),
    { input: { projectId: 'p1', files } },
  ).start()
  const arrive = (id: string) => actor.send({ type: 'layout.arrived', layout: layout(id) })
  const list = (...ids: string[]) => actor.send({ type: 'files.listed', ids })
  const shown = () => {
    const recognized = recognizedLayoutOf(actor.getSnapshot())
    return recognized && `${recognized.layout.id}: ${recognized.nets}`
  }
  return { actor, readings, drawings, drawn, arrive, list, shown }
}

test('a new layout is read, and its nets are counted', async () => {
  const { readings, arrive, shown } = start()
  arrive('a')
  expect(shown()).toBeNull()
  readings[0]?.resolve(124)
  await settled()
  expect(shown()).toBe('a: 124')
})

test('of the layouts that arrive while another is being read, only the newest is read', async () => {
  const { readings, drawings, arrive, shown } = start()
  for (const id of ['a', 'b', 'c']) arrive(id)
  expect(readings.map(({ id }) => id)).toEqual(['a'])
  readings[0]?.resolve(1)
  await settled()
  expect(shown()).toBe('a: 1')
  drawings[0]?.resolve('a')
  await settled()
  expect(readings.map(({ id }) => id)).toEqual(['a', 'c'])
  readings[1]?.resolve(3)
  await settled()
  expect(shown()).toBe('c: 3')
})

test.each([
  ['has no nets', (reading: ReturnType<typeof start>['readings'][number]) => reading.resolve(0)],
  ['cannot be read', (reading: ReturnType<typeof start>['readings'][number]) => reading.reject(new Error('cut off'))],
])('a layout that %s does not affect the one recognized before', async (_, end) => {
  const { readings, arrive, shown } = start()
  arrive('a')
  readings[0]?.resolve(124)
  await settled()
  arrive('b')
  for (const reading of readings.slice(1)) end(reading)
  await settled()
  expect(shown()).toBe('a: 124')
})

test('the notice disappears with its layout, and when it is dismissed', async () => {
  const { actor, readings, arrive, list, shown } = start()
  arrive('a')
  readings[0]?.resolve(124)
  await settled()
  list('a', 'other')
  expect(shown()).toBe('a: 124')
  list('other')
  expect(shown()).toBeNull()
  arrive('b')
  readings[1]?.resolve(2)
  await settled()
  actor.send({ type: 'notice.dismissed' })
  expect(shown()).toBeNull()
})

test('a layout that is deleted while it is being read is never shown, nor is a queued one', async () => {
  const { readings, arrive, list, shown } = start()
  arrive('a')
  arrive('b')
  list('a')
  list()
  expect(readings[0]?.signal.aborted).toBe(true)
  readings[0]?.resolve(124)
  await settled()
  expect(shown()).toBeNull()
  expect(readings).toHaveLength(1)
})

test('a queued layout that is deleted in the meantime is not read, whatever the state of the one before it', async () => {
  const { actor, readings, drawings, arrive, list, shown } = start()
  arrive('a')
  arrive('b')
  list('a')
  readings[0]?.resolve(1)
  await settled()
  arrive('c')
  list('a')
  expect(actor.getSnapshot().value).toBe('drawing')
  drawings[0]?.resolve('a')
  await settled()
  expect(actor.getSnapshot().value).toBe('resting')
  expect(actor.getSnapshot().context).toMatchObject({ reading: null, next: null })
  expect(readings.map(({ id }) => id)).toEqual(['a'])
  // The notice disappears with its layout, even while another layout is being read or drawn.
  arrive('d')
  list('d')
  expect(shown()).toBeNull()
})

test.each([
  ['drawn', 'a', (drawing: ReturnType<typeof start>['drawings'][number]) => drawing.resolve('a')],
  ['not drawn', 'a', (drawing: ReturnType<typeof start>['drawings'][number]) => drawing.reject(new Error('too large'))],
])('after a board was %s, nothing is read until another layout arrives', async (_, id, end) => {
  const { actor, readings, drawings, arrive, list, shown } = start()
  arrive(id)
  readings[0]?.resolve(1)
  await settled()
  for (const drawing of drawings) end(drawing)
  await settled()
  expect(actor.getSnapshot().value).toBe('resting')
  expect(readings).toHaveLength(1)
  list()
  expect(shown()).toBeNull()
})

test('if all layouts are deleted during a reading, none is read', () => {
  const { readings, arrive, list } = start()
  arrive('a')
  arrive('b')
  list()
  expect(readings.map(({ id }) => id)).toEqual(['a'])
})

test('a notice disappears while its layout, deleted, is still being drawn', async () => {
  const { actor, readings, arrive, list, shown } = start()
  arrive('a')
  readings[0]?.resolve(1)
  await settled()
  list()
  expect(shown()).toBeNull()
  expect(actor.getSnapshot().value).toBe('resting')
  expect(readings).toHaveLength(1)
})

test('only inputs of the type layout are layouts', () => {
  expect(isLayout(projectFile({ fileType: 'Layout' }))).toBe(true)
  expect(isLayout(projectFile({ fileType: 'layout', folderId: null }))).toBe(true)
  expect(isLayout(projectFile({ fileType: 'stackup' }))).toBe(false)
  expect(isLayout(projectFile({ fileType: 'layout', folderId: 'reports' }))).toBe(false)
})

test('the board is drawn after its nets are shown, and the next layout is read afterwards', async () => {
  const { readings, drawings, drawn, arrive, shown } = start()
  arrive('a')
  readings[0]?.resolve(124)
  await settled()
  expect([shown(), drawings.map(({ id }) => id)]).toEqual(['a: 124', ['a']])
  arrive('b')
  expect(readings).toHaveLength(1)
  drawings[0]?.resolve('a')
  await settled()
  expect([drawn, readings.map(({ id }) => id)]).toEqual([['a'], ['a', 'b']])
})

test('a board that cannot be drawn changes nothing else', async () => {
  const { readings, drawings, drawn, arrive, shown } = start()
  arrive('a')
  readings[0]?.resolve(124)
  await settled()
  arrive('b')
  drawings[0]?.reject(new Error('The picture of the board is too large.'))
  await settled()
  expect([shown(), drawn, readings.map(({ id }) => id)]).toEqual(['a: 124', [], ['a', 'b']])
})

test('a layout without nets is not drawn, and the drawing of a deleted one is abandoned', async () => {
  const { readings, drawings, drawn, arrive, list } = start()
  arrive('a')
  readings[0]?.resolve(0)
  await settled()
  expect(drawings).toEqual([])
  arrive('b')
  readings[1]?.resolve(3)
  await settled()
  list()
  drawings[0]?.resolve('b')
  await settled()
  expect(drawn).toEqual([])
})
