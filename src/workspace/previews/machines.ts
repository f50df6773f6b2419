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
import { deliveryOf } from '../../../machines/previews/preview-kinds'
import type { ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { openReader } from '../readers/read-formats'
import { chosenFile } from '../transfers/file-store'

/** Connects file previews to the product API and to local files that are not uploaded yet. */
export const connectPreviews = (api: ProductApi) => ({
  filePreview: filePreviewMachine.provide({
    actors: {
      loadContent: fromCall<PreviewContent, PreviewRequest>(async ({ input: { file, kind }, signal }) => {
        // A file that is not uploaded yet is read from disk.
        const chosen = chosenFile(file.id)
        if (chosen) return contentOf(chosen, deliveryOf(kind, chosen.size))
        switch (deliveryOf(kind, file.size)) {
          case 'stream':
            return { as: 'stream', url: (await api.createDownloadUrl(file.id, signal)).url }
          case 'parts':
            return {
              as: 'parts',
              size: file.size,
              read: (from, to, stop) => api.readFilePart(file.id, { from, to }, stop),
            }
          case 'whole':
            return { as: 'whole', bytes: await api.readFile(file.id, signal) }
        }
      }),
    },
  }),
})

export const usePreviewMachines = machinesHook(connectPreviews)

const contentOf = (file: File, delivery: ReturnType<typeof deliveryOf>): PreviewContent =>
  delivery === 'parts'
    ? {
        as: 'parts',
        size: file.size,
        read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
      }
    : { as: 'whole', bytes: file }

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
