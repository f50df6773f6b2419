// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'

import { wholeBoard } from '../../../machines/previews/board/board-address'
import { drawingFailureOf, viewOf } from '../../../machines/previews/board/board-view.machine'
import type { Frame } from '../../../src/formats/board/board-picture'
import type { BoardOutline, BoardReply, BoardRequest } from '../../../src/formats/worker/board.worker'
import { drawThumbnail } from '../../../src/workspace/previews/draw-thumbnail'
import { type BoardSession, openBoard } from '../../../src/workspace/previews/board/board-worker-client'

/** A browser's worker that replies, and ends, when the test triggers it. */
class BoardWorker extends EventTarget {
  static readonly all: BoardWorker[] = []
  readonly sent: BoardRequest[] = []
  isTerminated = false
  constructor() {
    super()
    BoardWorker.all.push(this)
  }
  postMessage(message: BoardRequest) {
    this.sent.push(message)
  }
  reply(data: BoardReply) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  terminate() {
    this.isTerminated = true
  }
}

const outline: BoardOutline = {
  format: 'KiCad board',
  copper: [{ name: 'F.Cu', userName: null }],
  nets: [],
  places: new Float64Array(),
  components: { references: [], values: [] },
  stackup: null,
  bounds: { left: 0, top: 0, right: 40, bottom: 24 },
  size: { width: 40, height: 24 },
  counts: { tracks: 4, vias: 2, pads: 8, footprints: 2 },
  isYUp: false,
  remarks: [],
}
const frame = {} as Frame
const bitmap = {} as ImageBitmap
const minute = 60_000
const stopped = 'The board reader stopped. The browser may be out of memory.'

beforeEach(() => {
  BoardWorker.all.length = 0
  vi.stubGlobal('Worker', BoardWorker)
  vi.useFakeTimers()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const newest = () => {
  const worker = BoardWorker.all.at(-1)
  if (!worker) throw new Error('No worker was started.')
  return worker
}

async function readSession() {
  const session = openBoard('camera.kicad_pcb', new Blob())
  const reasons: string[] = []
  session.onLost((reason) => reasons.push(reason))
  const reading = session.read(new AbortController().signal)
  newest().reply({ about: 'read', board: outline })
  await reading
  return { session, reasons, worker: newest() }
}

const findNet = (session: BoardSession) => session.ask({ about: 'net', name: 'GND' }, new AbortController().signal)

describe('the worker of a board', () => {
  test.each([
    ['an error', new ErrorEvent('error', { message: 'out of memory' })],
    ['an event without details', new Event('error')],
    ['a reply that cannot be received', new MessageEvent('messageerror')],
  ])('that ends with %s fails what waits for it, and the board can be read again', async (_, event) => {
    const { session, reasons, worker } = await readSession()
    const question = findNet(session)
    const outcome = expect(question).rejects.toThrow(stopped)
    worker.dispatchEvent(event)
    await outcome
    expect(reasons).toEqual([stopped])
    expect(worker.isTerminated).toBe(true)
    await expect(findNet(session)).rejects.toThrow(stopped)

    const again = session.read(new AbortController().signal)
    expect(BoardWorker.all).toHaveLength(2)
    newest().reply({ about: 'read', board: outline })
    await expect(again).resolves.toBe(outline)
    const drawn = vi.fn()
    session.draw(frame, drawn)
    newest().reply({ about: 'drawn', id: 1, bitmap })
    expect(drawn).toHaveBeenCalledExactlyOnceWith(bitmap)
    expect(reasons).toEqual([stopped])
    session.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that ends while it reads the board, or whose script is missing, is an error worth retrying', async () => {
    const { read } = openBoard('camera.kicad_pcb', new Blob())
    const ended = read(new AbortController().signal)
    newest().dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
    await expect(ended).rejects.toMatchObject({ name: 'LostReader', message: stopped })
    const missing = read(new AbortController().signal)
    newest().dispatchEvent(new Event('error'))
    await expect(missing).rejects.toMatchObject({ name: 'LostReader', message: 'The board reader did not start.' })
    expect(BoardWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, true])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that cannot draw the latest frame is lost, but outdated frames may fail', async () => {
    const { session, reasons, worker } = await readSession()
    const drawn = vi.fn()
    session.draw(frame, drawn)
    session.draw(frame, drawn)
    worker.reply({ about: 'undrawn', id: 1, message: 'Too large.' })
    expect(reasons).toEqual([])
    worker.reply({ about: 'undrawn', id: 2, message: 'Too large.' })
    expect(reasons).toEqual(['Too large.'])
    expect(drawn).not.toHaveBeenCalled()
    expect(worker.isTerminated).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    session.draw(frame, drawn)
    expect(reasons).toEqual(['Too large.', stopped])
  })

  test('that could not draw a frame draws later ones with fewer pixels', async () => {
    const { session, worker } = await readSession()
    const frames = () => newest().sent.flatMap((request) => (request.about === 'draw' ? [request.frame] : []))
    const sharp = { width: 400, height: 300, ratio: 2 } as Frame
    session.draw(sharp, () => {})
    expect(frames()).toEqual([sharp])
    worker.reply({ about: 'undrawn', id: 1, message: 'Too large.' })
    const again = session.read(new AbortController().signal)
    newest().reply({ about: 'read', board: outline })
    await again
    session.draw(sharp, () => {})
    session.draw({ ...sharp, ratio: 0.5 }, () => {})
    expect(frames().map(({ ratio }) => ratio)).toEqual([1, 0.5])
    session.close()
  })

  test('that does not reply to a frame or a question for a minute is lost', async () => {
    const silent = 'The board reader did not reply for a minute.'
    const first = await readSession()
    first.session.draw(frame, () => {})
    vi.advanceTimersByTime(minute - 1)
    // A newer frame replaces the one that was requested before.
    first.session.draw(frame, () => {})
    vi.advanceTimersByTime(minute - 1)
    expect(first.reasons).toEqual([])
    vi.advanceTimersByTime(1)
    expect(first.reasons).toEqual([silent])

    const second = await readSession()
    const question = findNet(second.session)
    const outcome = expect(question).rejects.toThrow(silent)
    vi.advanceTimersByTime(minute)
    await outcome
    expect(second.reasons).toEqual([silent])

    const third = await readSession()
    const answered = findNet(third.session)
    third.worker.reply({ about: 'answered', id: 1, answer: null })
    await expect(answered).resolves.toBeNull()
    third.session.draw(frame, () => {})
    third.worker.reply({ about: 'drawn', id: 1, bitmap })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that does not read the board within a minute fails what waits for it', async () => {
    const slow = 'Reading the board took longer than a minute.'
    const { session, reasons } = await readSession()
    const again = expect(session.read(new AbortController().signal)).rejects.toThrow(slow)
    const question = expect(findNet(session)).rejects.toThrow(slow)
    vi.advanceTimersByTime(minute)
    await Promise.all([again, question])
    expect(reasons).toEqual([slow])
    expect(newest().isTerminated).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that cannot draw the picture for a card ends with the reason', async () => {
    const drawn = drawThumbnail('camera.kicad_pcb', new Blob(), new AbortController().signal)
    const outcome = expect(drawn).rejects.toThrow('Too large.')
    newest().reply({ about: 'read', board: outline })
    await vi.waitFor(() => expect(newest().sent.at(-1)?.about).toBe('draw'))
    newest().reply({ about: 'undrawn', id: 1, message: 'Too large.' })
    await outcome
    expect(newest().isTerminated).toBe(true)
  })

  test('that is lost is replaced on request, and the view stays as it was', async () => {
    vi.useRealTimers()
    const session = openBoard('camera.kicad_pcb', new Blob())
    const actor = createActor(session.machine, { input: { highlighted: [], addressed: wholeBoard } })
    session.onLost((reason) => actor.send({ type: 'drawing.failed', reason }))
    actor.start()
    newest().reply({ about: 'read', board: outline })
    await waitFor(actor, (snapshot) => snapshot.matches('shown'))
    actor.send({ type: 'view.sized', size: { width: 400, height: 400 } })
    actor.send({ type: 'view.zoomed', factor: 2, at: { x: 0, y: 0 } })
    actor.send({ type: 'view.flipped' })
    const view = viewOf(actor.getSnapshot())
    newest().dispatchEvent(new ErrorEvent('error'))
    expect(drawingFailureOf(actor.getSnapshot())).toBe(stopped)
    actor.send({ type: 'drawing.retry' })
    expect(BoardWorker.all).toHaveLength(2)
    // The second worker fails while it reads.
    newest().dispatchEvent(new ErrorEvent('error'))
    await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    actor.send({ type: 'drawing.retry' })
    newest().reply({ about: 'read', board: outline })
    await waitFor(actor, (snapshot) => snapshot.matches('shown'))
    expect(viewOf(actor.getSnapshot())).toEqual(view)
    expect(actor.getSnapshot().context).toMatchObject({ isMoved: true, isFlipped: true })
    actor.stop()
    session.close()
  })
})
