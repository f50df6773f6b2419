import { boardAddressMachine } from '../../../../machines/previews/board-address.machine'
import type { BoardPart, BoardPlace, BoardQuery } from '../../../../machines/previews/board-part'
import { boardRulerMachine } from '../../../../machines/previews/board-ruler.machine'
import { boardSelectionMachine } from '../../../../machines/previews/board-selection.machine'
import { type BoardFacts, boardViewMachine } from '../../../../machines/previews/board-view.machine'
import type { Point } from '../../../../machines/previews/board-viewport'
import { type FileDifferences, fileComparisonMachine } from '../../../../machines/previews/file-comparison.machine'
import type { ComparisonQuestions, Overlay } from '../../../analysis/worker/comparison.worker'
import workerUrl from '../../../analysis/worker/comparison.worker.ts?worker&url'
import type { ProductApi } from '../../../api/product'
import type { Frame } from '../../../formats/board/board-picture'
import { fromCall } from '../../lib/from-call'
import { machinesHook } from '../../lib/machines'
import { openConversation } from '../../readers/conversation'

/** A file to compare: a listed file or one of its revisions. */
export type ComparedFile = { id: string; name: string }

export type ComparisonSession = ReturnType<ReturnType<typeof connectComparison>['openComparison']>

/** Connects comparisons to the product API. */
export const connectComparison = (api: ProductApi) => ({
  /** Compares two files in a worker of its own, which draws them until `close` is called. */
  openComparison: (before: ComparedFile, after: ComparedFile) => {
    const worker = openConversation<ComparisonQuestions>(workerUrl)
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
        .catch(console.error)
    }
    /** Draws the same part of the boards again in other colors. */
    const mix = (wanted: Overlay) => {
      overlay = wanted
      if (drawn) draw(drawn.frame, drawn.show)
    }

    return {
      machine: fileComparisonMachine.provide({
        actors: {
          compareFiles: fromCall<FileDifferences>(async ({ signal }) => {
            const contents = await Promise.all([before, after].map(({ id }) => api.readFile(id, signal)))
            const [first = new Blob(), second = new Blob()] = contents
            const { facts, bounds, ...rest } = await worker.ask(
              'compare',
              { before: { name: before.name, content: first }, after: { name: after.name, content: second } },
              signal,
            )
            return { ...rest, facts: facts && bounds && { ...facts, bounds, ...unlisted } }
          }),
        },
      }),
      boardOf: (facts: BoardFacts) =>
        boardViewMachine.provide({ actors: { readBoard: fromCall<BoardFacts>(() => Promise.resolve(facts)) } }),
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
      address: boardAddressMachine,
      draw,
      mix,
      close: worker.close,
    }
  },
})

/** A comparison lists differences instead of these. */
const unlisted: Pick<BoardFacts, 'places' | 'components' | 'stackup' | 'counts' | 'remarks'> = {
  places: new Float64Array(),
  components: { references: [], values: [] },
  stackup: null,
  counts: { tracks: 0, vias: 0, pads: 0, footprints: 0 },
  remarks: [],
}

export const useComparisonMachines = machinesHook(connectComparison)
