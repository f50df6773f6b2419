import type { ProjectFile } from '../../../machines/files/file-order'
import { MB } from '../../../machines/lib/file-size'
import { isArchive, kindOfContent } from '../../../machines/previews/content-kinds'
import {
  filePreviewMachine,
  type NoPreview,
  type PreviewContent,
  type PreviewRequest,
} from '../../../machines/previews/file-preview.machine'
import {
  type CurvesWanted,
  type DrawnCurve,
  magnitudeUnit,
  type NetworkFacts,
  networkPlotMachine,
  type ReadNetwork,
} from '../../../machines/previews/network/network-plot.machine'
import { asInFile, formFileName, formText, type NetworkForm } from '../../../machines/previews/network/network-form'
import { networkAnalysisMachine } from '../../../machines/previews/network/network-analysis.machine'
import {
  contentName,
  convertedTo,
  exportedResistance,
  type ExportWanted,
  networkExportMachine,
  type NetworkShown,
} from '../../../machines/previews/network/network-export.machine'
import type { AnalysisRefusal, AnalysisWanted, NetworkAnalysis } from '../../../machines/previews/network/network-view'
import { deliveryOf, fallbackOf, tooLarge, tooLargeToOpen } from '../../../machines/previews/preview-kinds'
import type { ProductApi } from '../../api/product'
import { forEach } from '../lib/for-each'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { isReaderLost, UnreadableFile } from '../readers/worker-connection'
import { openNetwork } from '../readers/read-networks'
import { chosenFile } from '../transfers/file-store'
import { saveBlob } from '../transfers/save-file'
import type { ComputeChain } from './network/chain-machines'

/** The maximum size of one fabrication set. No realistic board exceeds it. */
const mostInSet = { bytes: 64 * MB, files: 400 }

/**
 * Loads the files of a fabrication set. Fails if the set is too large, or if one of its files cannot be loaded, because
 * the board would not be complete.
 */
async function loadSet(api: ProductApi, parts: ProjectFile[], signal: AbortSignal) {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (size > mostInSet.bytes || parts.length > mostInSet.files) {
    throw new Error('there are more than 400 Gerber and drill files, or they are larger than 64 MB in total')
  }
  const loaded = await forEach(parts, async (part) => ({ part, content: await api.readFile(part.id, signal) }))
  const contents = new Map(loaded.map(({ part, content }) => [part, content]))
  return {
    as: 'files' as const,
    files: parts.map((part) => ({ name: part.name, content: contents.get(part) ?? new Blob() })),
  }
}

/** Returns a function that reads a range of an uploaded file. */
export const readPartOf = (api: ProductApi, fileId: string) => (from: number, to: number, signal: AbortSignal) =>
  api.readFilePart(fileId, { from, to }, signal)

export const bytesOf = async (content: Blob, from: number, to: number) =>
  new Uint8Array(await content.slice(from, to).arrayBuffer())

/** Connects file previews to the product API and to local files that have not been uploaded yet. */
export const connectPreviews = (api: ProductApi) => ({
  /** Returns the name and content of a file; null if no file is given. */
  readFile: async (file: { id: string; name: string } | null, signal: AbortSignal) =>
    file && { name: file.name, content: await api.readFile(file.id, signal) },
  filePreview: filePreviewMachine.provide({
    actors: {
      loadContent: fromCall<PreviewContent | NoPreview, PreviewRequest>(async ({ input, signal }) => {
        const { file, parts, kind, isFallback } = input
        if (parts) return { ...(await loadSet(api, parts, signal)), kind: 'fabrication' }
        const chosen = chosenFile(file.id)
        // Load small files of a known kind as a whole right away, so that they are not requested twice.
        const whole =
          !chosen && kind && file.size <= inspectedWholeUpTo && deliveryOf(kind, file.size) === 'whole'
            ? await api.readFile(file.id, signal)
            : chosen
        const head = whole
          ? new Uint8Array(await whole.slice(0, headBytes).arrayBuffer())
          : await readPartOf(api, file.id)(0, headBytes, signal)
        const { kindOf: recognize } = await import('../../formats/file-kind')
        const recognized = recognize(file.name, head)
        if (isArchive(recognized) && !isFallback) {
          const refusal = tooLargeToOpen(file.size)
          if (refusal) throw new Error(refusal)
          const bytes = whole ?? (await api.readFile(file.id, signal))
          return (await import('./archive/archive-content')).contentOfArchive(file, { bytes, recognized }, signal)
        }
        const wanted = isFallback ? kind : kindOfContent(file, recognized)
        const shown = wanted && tooLarge(wanted, file.size) ? fallbackOf(wanted, file.name) : wanted
        if (!shown) return { as: 'nothing', recognized }
        const delivery = deliveryOf(shown, file.size)
        const found = shown === kind ? {} : { kind: shown }
        // A chosen file is forgotten when its upload ends, possibly while its preview is open, so pass it on here.
        if (delivery === 'parts') return { as: 'parts', size: file.size, bytes: chosen ?? null, ...found }
        if (whole) return { as: 'whole', bytes: whole, ...found }
        if (delivery === 'stream')
          return { as: 'stream', url: (await api.createDownloadUrl(file.id, signal)).url, ...found }
        return { as: 'whole', bytes: await api.readFile(file.id, signal), ...found }
      }),
    },
  }),
})

export const usePreviewMachines = machinesHook(connectPreviews)

/** The number of bytes needed to recognize a file by its content. */
const headBytes = 4096
/** The size in bytes up to which a file is loaded as a whole before its kind is recognized by its content. */
const inspectedWholeUpTo = 1_048_576

/** Connects the machines of a network to a worker that holds the network until `close` is called. */
export function connectNetwork(name: string, content: Blob) {
  let isNetworkLost = false
  const reader = openNetwork(() => (isNetworkLost = true))
  /** The form in which the worker holds the network. */
  let form = asInFile
  /** Sends a request to the worker, which first reads the network again if its predecessor was terminated. */
  const ask: typeof reader.ask = async (about, request, signal) => {
    if (isNetworkLost && about !== 'network') await reader.ask('network', { name, content, form }, signal)
    isNetworkLost = false
    return reader.ask(about, request, signal)
  }
  const plot = networkPlotMachine.provide({
    actors: {
      readNetwork: fromCall<ReadNetwork, NetworkForm>(async ({ input, signal }) => {
        const read = await ask('network', { name, content, form: input }, signal)
        if (read.refused === null) form = input
        return read
      }),
      formNetwork: fromCall<NetworkFacts, NetworkForm>(async ({ input, signal }) => {
        const formed = await ask('form', { form: input }, signal)
        form = input
        return formed
      }),
      computeCurves: fromCall<DrawnCurve[], CurvesWanted>(async ({ input, signal }) => {
        const { parameter, curves, pairs, quantity } = input
        const magnitude = magnitudeUnit(parameter) === 'dB' ? ('decibels' as const) : ('magnitude' as const)
        const wanted = curves.flatMap((curve) => [
          { ...curve, quantity: magnitude },
          { ...curve, quantity },
        ])
        const values = await ask('curves', { parameter, curves: wanted, pairs }, signal)
        const none = new Float64Array()
        return curves.map((curve, index) => ({
          curve,
          parameter,
          magnitude: values[2 * index] ?? none,
          quantity,
          phase: values[2 * index + 1] ?? none,
        }))
      }),
    },
  })
  const analyzed = async ({ tab, settings }: AnalysisWanted, signal: AbortSignal): Promise<NetworkAnalysis> => {
    switch (tab) {
      case 'time': {
        const { quantity, port, ...others } = settings.time
        if (quantity === 'impedance') return { tab, profile: await ask('impedance', settings.time, signal) }
        return { tab, response: await ask('response', { ...others, quantity, from: port }, signal) }
      }
      case 'eye':
        return { tab, eye: await ask('eye', settings.eye, signal) }
      case 'smith':
        return { tab, reflection: await ask('reflection', settings.smith, signal) }
      case 'supply':
        return { tab, supply: await ask('supply', settings.supply, signal) }
      case 'loss':
        return { tab, losses: await ask('loss', settings.loss, signal) }
      default:
        return { tab: 'checks', checks: await ask('checks', {}, signal) }
    }
  }
  const analysis = networkAnalysisMachine.provide({
    actors: {
      analyze: fromCall<NetworkAnalysis | AnalysisRefusal, AnalysisWanted>(async ({ input, signal }) => {
        try {
          return await analyzed(input, signal)
        } catch (error) {
          if (error instanceof UnreadableFile && !isReaderLost(error)) return { refused: error.message }
          throw error
        }
      }),
    },
  })
  const exportFormOf = ({ wanted, shown }: ExportWanted<NetworkShown>) => {
    if (wanted === 'mixed') return { as: 'mixed', pairs: shown.pairs } as const
    const parameter = wanted === 'converted' ? convertedTo(shown) : null
    if (parameter) return { as: 'converted', parameter } as const
    return wanted === 'renormalized'
      ? ({ as: 'renormalized', resistance: exportedResistance } as const)
      : ({ as: 'file' } as const)
  }
  const save = async (request: ExportWanted, signal: AbortSignal) => {
    const { wanted, shown } = request
    const stem = [name.replace(/\.[^.]*$/, ''), formFileName(form)].filter((part) => part !== '').join('-')
    const formed = [name, formText(form)].filter((part) => part !== '').join(', ')
    if (wanted === 'csv' || wanted === 'png' || wanted === 'svg') {
      const { savedFigure } = await import('./network/export/saved-file')
      saveBlob(await savedFigure(formed, request), `${stem}-${contentName(shown)}.${wanted}`)
      return
    }
    if ('comparison' in shown) return
    // Touchstone files are ASCII, so replace the other characters.
    const origin = formed.replaceAll(' · ', ', ').replaceAll('Ω', 'ohms')
    const { text, ending } = await ask('touchstone', { origin, form: exportFormOf({ wanted, shown }) }, signal)
    const suffixes = { touchstone: 'copy', renormalized: `${exportedResistance}-ohm`, mixed: 'mixed-mode' }
    const suffix = wanted === 'converted' ? `${convertedTo(shown)}-parameters` : suffixes[wanted]
    saveBlob(new Blob([text], { type: 'text/plain' }), `${stem}-${suffix}${ending}`)
  }
  const saving = networkExportMachine.provide({
    actors: {
      saveExport: fromCall<void, ExportWanted | null>(async ({ input, signal }) => {
        if (input) await save(input, signal)
      }),
    },
  })
  const chain: ComputeChain = (wanted, signal) => ask('chain', wanted, signal)
  return { plot, analysis, saving, chain, close: reader.close }
}
