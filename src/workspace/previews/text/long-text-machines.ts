import type { TextParts } from '../../../../machines/previews/text/long-text'
import { longTextMachine, type MatchPlace, type TextSearch } from '../../../../machines/previews/text/long-text.machine'
import type { ProductApi } from '../../../api/product'
import { fromCall } from '../../lib/from-call'
import { machinesHook } from '../../lib/machines'
import { bytesOf, readPartOf } from '../machines'
import { findNext, lineAt, type ReadBytes, readPart } from './text-parts'

/** Text of `size` bytes. If `bytes` is null, it is read from the API. */
export type LongTextSource = { fileId: string; size: number; bytes: Blob | null }

/** Connects long text to the product API, and to content that the browser already has, such as a selected file. */
export const connectLongTexts = (api: ProductApi) => ({
  openText: ({ fileId, size, bytes }: LongTextSource) => {
    const read: ReadBytes = bytes ? (from, to) => bytesOf(bytes, from, to) : readPartOf(api, fileId)
    return longTextMachine.provide({
      actors: {
        readParts: fromCall<TextParts, { indices: number[] }>(async ({ input: { indices }, signal }) => {
          const results = await Promise.allSettled(indices.map((index) => readPart({ size, read }, index, signal)))
          const parts = results.flatMap((result, at) =>
            result.status === 'fulfilled' ? [[indices[at] ?? 0, result.value] as const] : [],
          )
          const failed = results.find((result) => result.status === 'rejected')
          if (failed && parts.length === 0) throw failed.reason
          return Object.fromEntries(parts)
        }),
        findNext: fromCall<number | null, TextSearch>(({ input: { word, from, report }, signal }) =>
          findNext({ size, read, word, from, signal, onProgress: report }),
        ),
        findLine: fromCall<number, MatchPlace>(async ({ input: { part, at }, signal }) =>
          part ? lineAt(read, part, at, signal) : 0,
        ),
      },
    })
  },
})

export const useLongTextMachines = machinesHook(connectLongTexts)
