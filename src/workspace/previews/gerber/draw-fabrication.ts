import type { FabricationReply } from '../../../formats/gerber/fabrication.worker'
import workerUrl from '../../../formats/gerber/fabrication.worker.ts?worker&url'
import type { FabricationSet } from '../../../formats/gerber/gerber-renderer'
import { startWorker } from '../../readers/workers'

/** A file that takes longer is broken or malicious. */
const drawTimeoutMs = 30_000
const maxBytes = 64 * 1_048_576

/** Renders a Gerber or drill file, or a zip of them, in a worker that is started only for this call. */
export async function drawFabrication(name: string, content: Blob, signal: AbortSignal): Promise<FabricationSet> {
  if (content.size > maxBytes) throw new Error('It is larger than 64 MB, which is too large to draw in the browser.')
  const worker = startWorker(workerUrl)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<FabricationSet>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The drawing took longer than 30 seconds.')), drawTimeoutMs)
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      worker.addEventListener('error', () => reject(new Error('It could not be drawn.')))
      worker.addEventListener('message', ({ data }: MessageEvent<FabricationReply>) => {
        if ('refused' in data) reject(new Error(data.refused))
        else resolve(data.set)
      })
      worker.postMessage({ name, content })
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
