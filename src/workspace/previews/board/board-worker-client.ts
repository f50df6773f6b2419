import { viewAddressMachine } from '../../../../machines/previews/view-address.machine'
import type { BoardPart, BoardPlace, BoardQuery } from '../../../../machines/previews/board/board-part'
import { type BoardExport, boardExportMachine } from '../../../../machines/previews/board/board-export.machine'
import { netListCsv } from '../../../../machines/previews/board/net-list-csv'
import { boardRulerMachine } from '../../../../machines/previews/board/board-ruler.machine'
import { boardSelectionMachine } from '../../../../machines/previews/board/board-selection.machine'
import { boardViewMachine } from '../../../../machines/previews/board/board-view.machine'
import type { Point } from '../../../../machines/previews/board/board-viewport'
import type { BoardAnswer, BoardQuestion, BoardQuestions } from '../../../formats/worker/board-answers'
import type { BoardOutline, BoardReply, BoardRequest } from '../../../formats/worker/board.worker'
import workerUrl from '../../../formats/worker/board.worker.ts?worker&url'
import type { Frame } from '../../../formats/board/board-picture'
import { nextTask } from '../../../ui/loading/yield-to-browser'
import { fromCall } from '../../lib/from-call'
import { saveBlob } from '../../transfers/save-file'
import { replyTimeoutMs, startWorker } from '../../readers/workers'

export type BoardSession = ReturnType<typeof openBoard>

/** Opens a board in its own worker, which reads and renders it until `close` is called. */
export function openBoard(name: string, content: Blob) {
  let started: Worker | null = null
  let frames = 0
  const drawn = new Map<number, (bitmap: ImageBitmap) => void>()
  let questions = 0
  const asked = new Map<number, { answer: (answer: BoardAnswer | Blob) => void; fail: (error: Error) => void }>()
  const send = (request: BoardRequest) => started?.postMessage(request)
  const close = () => {
    started?.terminate()
    started = null
  }

  const read = (signal: AbortSignal) =>
    new Promise<BoardOutline>((resolve, reject) => {
      close()
      const worker = startWorker(workerUrl)
      started = worker
      const timer = setTimeout(() => {
        close()
        reject(new Error('Reading the board took longer than a minute.'))
      }, replyTimeoutMs)
      signal.addEventListener('abort', () => clearTimeout(timer))
      worker.addEventListener('error', () => reject(new Error('The board reader did not start.')))
      worker.addEventListener('message', ({ data }: MessageEvent<BoardReply>) => {
        if (data.about === 'drawn') {
          drawn.get(data.id)?.(data.bitmap)
          for (const id of drawn.keys()) if (id <= data.id) drawn.delete(id)
          return
        }
        if (data.about === 'answered') {
          asked.get(data.id)?.answer(data.answer)
          asked.delete(data.id)
          return
        }
        if (data.about === 'unanswered') {
          asked.get(data.id)?.fail(new Error(data.message))
          asked.delete(data.id)
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
    const id = ++frames
    drawn.set(id, show)
    send({ about: 'draw', id, frame })
  }

  /** Sends a question about the board to the worker. The answer is discarded if `signal` has been aborted. */
  const answered = (request: (id: number) => BoardRequest, signal: AbortSignal) =>
    new Promise<BoardAnswer | Blob>((answer, fail) => {
      const id = ++questions
      asked.set(id, { answer, fail })
      signal.addEventListener('abort', () => asked.delete(id))
      send(request(id))
    })
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
        // Receiving the nets of a large board is a long task, and so is drawing the view.
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
  return { machine, selection, ruler, saving, address: viewAddressMachine, read, draw, ask, close }
}
