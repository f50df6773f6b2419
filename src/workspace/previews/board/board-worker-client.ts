import { viewAddressMachine } from '../../../../machines/previews/view-address.machine'
import type { BoardPart, BoardPlace, BoardQuery } from '../../../../machines/previews/board/board-part'
import { type BoardExport, boardExportMachine } from '../../../../machines/previews/board/board-export.machine'
import { netListCsv } from '../../../../machines/previews/board/net-list-csv'
import { boardRulerMachine } from '../../../../machines/previews/board/board-ruler.machine'
import { boardSelectionMachine } from '../../../../machines/previews/board/board-selection.machine'
import { boardViewMachine } from '../../../../machines/previews/board/board-view.machine'
import type { Point } from '../../../../machines/previews/board/board-viewport'
import { LostReader } from '../../../../machines/previews/lost-reader'
import type { BoardAnswer, BoardQuestion, BoardQuestions } from '../../../formats/worker/board-answers'
import type { BoardOutline, BoardReply, BoardRequest } from '../../../formats/worker/board.worker'
import workerUrl from '../../../formats/worker/board.worker.ts?worker&url'
import type { Frame } from '../../../formats/board/board-picture'
import { nextTask } from '../../../ui/loading/yield-to-browser'
import { fromCall } from '../../lib/from-call'
import { saveBlob } from '../../transfers/save-file'
import { hasStarted, replyTimeoutMs, startWorker } from '../../readers/workers'

export type BoardSession = ReturnType<typeof openBoard>

/**
 * Opens a board in its own worker, which reads and renders it until `close` is called. The worker is lost if it stops,
 * does not reply for a minute or cannot draw the latest frame. All requests that it has not answered fail then, and
 * `read` starts another worker. After a frame that could not be drawn, frames have at most one pixel per CSS pixel.
 */
export function openBoard(name: string, content: Blob) {
  let started: Worker | null = null
  let frames = 0
  /** The maximum number of pixels per CSS pixel. */
  let maxRatio = Infinity
  let drawing: ReturnType<typeof setTimeout> | undefined
  const drawn = new Map<number, (bitmap: ImageBitmap) => void>()
  let questions = 0
  const asked = new Map<number, { answer: (answer: BoardAnswer | Blob) => void; fail: (error: Error) => void }>()
  const listeners = new Set<(reason: string) => void>()
  const send = (request: BoardRequest) => started?.postMessage(request)
  const close = () => {
    started?.terminate()
    started = null
    clearTimeout(drawing)
    drawn.clear()
  }
  const lose = (reason: string) => {
    close()
    for (const { fail } of asked.values()) fail(new Error(reason))
    for (const listener of listeners) listener(reason)
  }
  const waitForReply = () => {
    const worker = started
    return setTimeout(() => {
      if (started === worker) lose('The board reader did not reply for a minute.')
    }, replyTimeoutMs)
  }
  /** Calls `listener` with the reason when the worker is lost. Returns a function that removes the listener. */
  const onLost = (listener: (reason: string) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  const read = (signal: AbortSignal) =>
    new Promise<BoardOutline>((resolve, reject) => {
      close()
      const worker = startWorker(workerUrl)
      started = worker
      const timer = setTimeout(() => {
        const reason = 'Reading the board took longer than a minute.'
        reject(new Error(reason))
        lose(reason)
      }, replyTimeoutMs)
      signal.addEventListener('abort', () => clearTimeout(timer))
      let hasReplied = false
      const end = (event: Event) => {
        if (started !== worker) return
        clearTimeout(timer)
        const reason = hasStarted(event, hasReplied) ? stopped : 'The board reader did not start.'
        reject(new LostReader(reason))
        lose(reason)
      }
      worker.addEventListener('error', end)
      worker.addEventListener('messageerror', end)
      worker.addEventListener('message', ({ data }: MessageEvent<BoardReply>) => {
        hasReplied = true
        if (data.about === 'drawn') {
          if (data.id === frames) clearTimeout(drawing)
          drawn.get(data.id)?.(data.bitmap)
          for (const id of drawn.keys()) if (id <= data.id) drawn.delete(id)
          return
        }
        if (data.about === 'undrawn') {
          // An outdated frame is no longer needed.
          if (data.id !== frames) return
          // Another attempt with the same number of pixels would probably fail again.
          maxRatio = 1
          lose(data.message)
          return
        }
        if (data.about === 'answered') {
          asked.get(data.id)?.answer(data.answer)
          return
        }
        if (data.about === 'unanswered') {
          asked.get(data.id)?.fail(new Error(data.message))
          return
        }
        clearTimeout(timer)
        if (data.about === 'refused') reject(new Error(data.message))
        else resolve(data.board)
      })
      send({ about: 'read', name, content })
    })

  /** Requests a frame. `show` is not called if a newer frame supersedes it. */
  const draw = (frame: Frame, show: (bitmap: ImageBitmap) => void) => {
    if (!started) {
      lose(stopped)
      return
    }
    const id = ++frames
    drawn.set(id, show)
    clearTimeout(drawing)
    drawing = waitForReply()
    send({ about: 'draw', id, frame: { ...frame, ratio: Math.min(frame.ratio, maxRatio) } })
  }

  /**
   * Sends a question about the board to the worker. Once `signal` is aborted, the answer is discarded, and the promise
   * does not settle.
   */
  const answered = (request: (id: number) => BoardRequest, signal: AbortSignal) => {
    const id = ++questions
    const timer = waitForReply()
    const forget = () => {
      clearTimeout(timer)
      asked.delete(id)
    }
    signal.addEventListener('abort', forget)
    return new Promise<BoardAnswer | Blob>((answer, fail) => {
      asked.set(id, { answer, fail })
      if (started) send(request(id))
      else fail(new Error(stopped))
    }).finally(forget)
  }
  const ask = <About extends keyof BoardQuestions>(question: BoardQuestion & { about: About }, signal: AbortSignal) =>
    answered((id) => ({ about: 'question', id, question }), signal) as Promise<BoardQuestions[About]['answer']>
  const exported = async (wanted: BoardExport, signal: AbortSignal) => {
    if (wanted === 'csv') return new Blob([netListCsv(await ask({ about: 'nets' }, signal))], { type: 'text/csv' })
    return answered((id) => ({ about: 'export', id, type: wanted }), signal) as Promise<Blob>
  }

  const machine = boardViewMachine.provide({
    actors: {
      readBoard: fromCall<BoardOutline>(async ({ signal }) => {
        const outline = await read(signal)
        // Receiving the nets of a large board is a long task, and so is drawing the view, so separate the two.
        await nextTask()
        return outline
      }),
    },
  })
  const selection = boardSelectionMachine.provide({
    actors: {
      findPart: fromCall<BoardPart | null, BoardQuery | null>(async ({ input, signal }) =>
        input ? ask(input, signal) : null,
      ),
    },
  })
  const ruler = boardRulerMachine.provide({
    actors: {
      findAnchor: fromCall<Point | null, BoardPlace | null>(async ({ input, signal }) =>
        input ? ask({ about: 'anchor', ...input }, signal) : null,
      ),
    },
  })
  const saving = boardExportMachine.provide({
    actors: {
      saveExport: fromCall<void, BoardExport>(async ({ input, signal }) => {
        saveBlob(await exported(input, signal), `${name}-${input === 'csv' ? 'nets' : 'view'}.${input}`)
      }),
    },
  })
  return { machine, selection, ruler, saving, address: viewAddressMachine, read, draw, ask, onLost, close }
}

const stopped = 'The board reader stopped. The browser may be out of memory.'
