import { viewAddressMachine } from '../../../../machines/previews/view-address.machine'
import type { BoardPart, BoardPlace, BoardQuery } from '../../../../machines/previews/board/board-part'
import { boardRulerMachine } from '../../../../machines/previews/board/board-ruler.machine'
import { boardSelectionMachine } from '../../../../machines/previews/board/board-selection.machine'
import { type BoardFacts, boardViewMachine } from '../../../../machines/previews/board/board-view.machine'
import type { Point } from '../../../../machines/previews/board/board-viewport'
import {
  type ComparisonEntry,
  type FileDifferences,
  fileComparisonMachine,
  type TouchedRequest,
} from '../../../../machines/previews/comparison/file-comparison.machine'
import { messageOf } from '../../../../machines/lib/message-of'
import { isPaidFor, touchedRows } from '../../../../machines/requests/touched-rows'
import type { ComparisonQuestions, Overlay } from '../../../analysis/worker/comparison.worker'
import workerUrl from '../../../analysis/worker/comparison.worker.ts?worker&url'
import type { ProductApi } from '../../../api/product'
import type { Frame } from '../../../formats/board/board-picture'
import { fromCall } from '../../lib/from-call'
import { machinesHook } from '../../lib/machines'
import { isReaderLost, openWorkerConnection } from '../../readers/worker-connection'

/**
 * A file to compare: a revision of the open file, or another listed file. `pinnedIn` is the project of the requests
 * that were made with the revision; null if there are no such requests, or for another file.
 */
export type ComparedFile = { id: string; name: string; pinnedIn: string | null }

export type ComparisonSession = ReturnType<ReturnType<typeof connectComparison>['openComparison']>

/** Connects comparisons to the product API. */
export const connectComparison = (api: ProductApi) => ({
  /** Reads the contents of two networks, which are compared by their curves. */
  readNetworks: (files: ComparedFile[], signal: AbortSignal) =>
    Promise.all(files.map(async ({ id, name }) => ({ name, content: await api.readFile(id, signal) }))),
  /**
   * Opens a comparison of two files in a separate worker, which can also draw them and runs until `close` is called.
   */
  openComparison: (before: ComparedFile, after: ComparedFile) => {
    let isLost = false
    const listeners = new Set<(reason: string) => void>()
    const tell = (error: unknown) => {
      for (const listener of listeners) listener(messageOf(error, 'The boards could not be drawn.'))
    }
    const worker = openWorkerConnection<ComparisonQuestions>(workerUrl, (error) => {
      isLost = true
      tell(error)
    })
    const never = new AbortController().signal
    let drawn: { frame: Frame; show: (bitmap: ImageBitmap) => void } | null = null
    let overlay: Overlay | null = null

    /** Draws the boards. `show` is not called if a later picture replaces this one. */
    const draw = (frame: Frame, show: (bitmap: ImageBitmap) => void) => {
      drawn = { frame, show }
      if (!overlay) return
      worker
        .ask('draw', { frame, overlay }, never)
        .then((bitmap) => bitmap && show(bitmap))
        // The loss of the worker has already been reported.
        .catch((error: unknown) => isReaderLost(error) || tell(error))
    }
    /** Draws the same view of the boards again with different colors, another share or another blend mode. */
    const mix = (wanted: Overlay) => {
      overlay = wanted
      if (drawn) draw(drawn.frame, drawn.show)
    }

    const compare = async (signal: AbortSignal) => {
      const contents = await Promise.all([before, after].map(({ id }) => api.readFile(id, signal)))
      const [first = new Blob(), second = new Blob()] = contents
      const compared = await worker.ask(
        'compare',
        { before: { name: before.name, content: first }, after: { name: after.name, content: second } },
        signal,
      )
      isLost = false
      return compared
    }

    return {
      machine: fileComparisonMachine.provide({
        actors: {
          compareFiles: fromCall<FileDifferences>(async ({ signal }) => {
            const { facts, bounds, ...rest } = await compare(signal)
            return {
              ...rest,
              facts: facts && bounds && { ...facts, bounds, ...unlisted },
              touched: await touchedRequests(api, before, rest.entries, signal),
            }
          }),
        },
      }),
      boardOf: (facts: BoardFacts) =>
        boardViewMachine.provide({
          actors: {
            readBoard: fromCall<BoardFacts>(async ({ signal }) => {
              if (isLost) await compare(signal)
              return facts
            }),
          },
        }),
      selection: boardSelectionMachine.provide({
        actors: {
          findPart: fromCall<BoardPart | null, BoardQuery | null>(async ({ input, signal }) =>
            input ? ((await worker.ask('question', { question: input }, signal)) as BoardPart | null) : null,
          ),
        },
      }),
      ruler: boardRulerMachine.provide({
        actors: {
          findAnchor: fromCall<Point | null, BoardPlace | null>(async ({ input, signal }) =>
            input
              ? ((await worker.ask('question', { question: { about: 'anchor', ...input } }, signal)) as Point | null)
              : null,
          ),
        },
      }),
      address: viewAddressMachine,
      draw,
      mix,
      /** Calls `listener` with the reason when the boards can no longer be drawn. Returns a function that removes it. */
      onLost: (listener: (reason: string) => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      close: worker.close,
    }
  },
})

/**
 * The paid requests that were made with a file and contain rows whose nets differ. Null if they could not be loaded;
 * the comparison is shown anyway.
 */
async function touchedRequests(
  api: ProductApi,
  { id, pinnedIn: projectId }: ComparedFile,
  entries: ComparisonEntry[],
  signal: AbortSignal,
): Promise<TouchedRequest[] | null> {
  if (projectId === null || entries.length === 0) return []
  try {
    const orders = await api.orders()
    const touched: TouchedRequest[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof orders.listSimulationRequests>> = await orders.listSimulationRequests(
        { filter: { query: '', status: null, projectId }, cursor },
        signal,
      )
      for (const summary of page.requests.filter(isPaidFor)) {
        const request = await orders.getSimulationRequest(summary.id, signal)
        const rows = request.layout.id === id ? touchedRows(request, entries) : null
        if (rows) touched.push(rows)
      }
      cursor = page.next
    } while (cursor !== null)
    return touched
  } catch (error) {
    console.error(error)
    return null
  }
}

/** A comparison lists differences instead of these facts. */
const unlisted: Pick<BoardFacts, 'places' | 'components' | 'stackup' | 'counts' | 'remarks'> = {
  places: new Float64Array(),
  components: { references: [], values: [] },
  stackup: null,
  counts: { tracks: 0, vias: 0, pads: 0, footprints: 0 },
  remarks: [],
}

export const useComparisonMachines = machinesHook(connectComparison)
