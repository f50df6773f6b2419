import { fromCallback } from 'xstate'

import {
  type BoardPriceActor,
  boardPriceMachine,
  type FoundBoard,
  type KeptBoard,
  type ReadBoard,
} from '../../../machines/pricing/board-price.machine'
import type { GivenBoard } from '../../../machines/pricing/given-board'
import type { PriceTable } from '../../../machines/wizard/rows/interfaces'
import type { ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { connectQuote } from '../wizard/quote/quote-machine'
import { fileOf, rememberFile } from './board-files'
import { eraseKeptBoard, findKeptBoard, keepBoard } from './kept-board'
import { readBoard } from './read-board'
import { loadSampleBoard } from './sample-board'

/** Connects the price of a visitor's board to the readers, the product API and the browser's storage. */
export const connectBoardPrice = (api: ProductApi) => ({
  /** The machine for quotes that are requested from a board's price. They include the hash of the board's file. */
  quoteFor: (boardId: string, pricing: BoardPriceActor) =>
    connectQuote(async (quote) => ({
      ...quote,
      files: await Promise.all(
        quote.files.map(async (file) => ({ ...file, sha256: await sha256(await fileOf(boardId).arrayBuffer()) })),
      ),
    })).provide({
      actors: {
        followRequests: fromCallback(({ sendBack }) => {
          const requests = pricing.on('quote.confirmed', ({ quote }) => sendBack({ type: 'quote.requested', quote }))
          return () => requests.unsubscribe()
        }),
      },
    }),

  boardPrice: boardPriceMachine.provide({
    actors: {
      loadPrices: fromCall<PriceTable>(({ signal }) => api.getPrices(signal)),
      findBoard: fromCall<FoundBoard | null, { isSample: boolean }>(async ({ input, signal }) => {
        if (input.isSample) return foundBoard(crypto.randomUUID(), await loadSampleBoard(signal))
        const stored = await findKeptBoard()
        return stored && foundBoard(stored.about.id, stored.content, stored.about)
      }),
      readBoard: fromCall<ReadBoard, { board: GivenBoard | null }>(({ input, signal }) =>
        readBoard(fileOf(input.board?.id), signal),
      ),
      keepBoard: fromCall<void, { kept: KeptBoard | null }>(async ({ input: { kept } }) => {
        if (kept) await keepBoard(kept, fileOf(kept.id))
      }),
    },
    actions: { eraseKept: () => void eraseKeptBoard().catch(() => {}) },
  }),
})

/** Remembers the file of a board that the page opens with, and returns the board and what was selected on it. */
function foundBoard(
  id: string,
  file: File,
  { name, chosen } = { name: file.name, chosen: [] as string[] },
): FoundBoard {
  rememberFile(id, file)
  return { board: { id, name, size: file.size, count: 1, isFolder: false }, chosen }
}

export const useBoardPriceMachines = machinesHook(connectBoardPrice)

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
