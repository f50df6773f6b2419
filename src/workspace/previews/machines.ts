import {
  filePreviewMachine,
  type PreviewContent,
  type PreviewRequest,
} from '../../../machines/previews/file-preview.machine'
import {
  type CurvesWanted,
  type DrawnCurve,
  type NetworkFacts,
  networkPlotMachine,
} from '../../../machines/previews/network-plot.machine'
import { deliveryOf, isInspected, kindOfFormat, type PreviewKind } from '../../../machines/previews/preview-kinds'
import type { ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { askFormats, openReader } from '../readers/read-formats'
import { chosenFile } from '../transfers/file-store'

/** Connects file previews to the product API and to local files that are not uploaded yet. */
export const connectPreviews = (api: ProductApi) => ({
  filePreview: filePreviewMachine.provide({
    actors: {
      loadContent: fromCall<PreviewContent, PreviewRequest>(async ({ input: { file, kind }, signal }) => {
        // A file that is not uploaded yet is read from disk.
        const chosen = chosenFile(file.id)
        const read = async (from: number, to: number, stop = signal) =>
          chosen
            ? new Uint8Array(await chosen.slice(from, to).arrayBuffer())
            : api.readFilePart(file.id, { from, to }, stop)
        const recognized = isInspected(file) ? await recognizedKind(file.name, await read(0, headBytes), signal) : null
        const delivery = deliveryOf(recognized ?? kind, file.size)
        const found = recognized && recognized !== kind ? { kind: recognized } : {}
        if (delivery === 'parts') return { as: 'parts', size: file.size, read, ...found }
        if (chosen) return { as: 'whole', bytes: chosen, ...found }
        if (delivery === 'stream') return { as: 'stream', url: (await api.createDownloadUrl(file.id, signal)).url }
        return { as: 'whole', bytes: await api.readFile(file.id, signal), ...found }
      }),
    },
  }),
})

export const usePreviewMachines = machinesHook(connectPreviews)

/** Enough to recognize a file by its content. */
const headBytes = 4096

async function recognizedKind(name: string, head: Uint8Array, signal: AbortSignal): Promise<PreviewKind | null> {
  const content = new Blob([new Uint8Array(head)])
  return kindOfFormat((await askFormats('kind', { file: { name, content } }, signal)).format)
}

/** Connects a network plot to a reader: a worker that holds the file until `close` is called. */
export function connectNetworkPlot(name: string, content: Blob) {
  const reader = openReader()
  const machine = networkPlotMachine.provide({
    actors: {
      readNetwork: fromCall<NetworkFacts>(({ signal }) =>
        reader.ask('touchstone', { file: { name, content } }, signal),
      ),
      computeCurves: fromCall<DrawnCurve[], CurvesWanted>(async ({ input: { curves, pairs, unwrapped }, signal }) => {
        const phase = unwrapped ? ('unwrapped phase' as const) : ('phase' as const)
        const wanted = curves.flatMap((curve) => [
          { ...curve, quantity: 'decibels' as const },
          { ...curve, quantity: phase },
        ])
        const values = await reader.ask('curves', { curves: wanted, pairs }, signal)
        const none = new Float64Array()
        return curves.map((curve, index) => ({
          curve,
          decibels: values[2 * index] ?? none,
          phase: values[2 * index + 1] ?? none,
        }))
      }),
    },
  })
  return { machine, close: reader.close }
}
