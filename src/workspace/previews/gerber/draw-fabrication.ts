import type { FabricationReply } from '../../../formats/gerber/fabrication.worker'
import workerUrl from '../../../formats/gerber/fabrication.worker.ts?worker&url'
import type { FabricationSet } from '../../../formats/gerber/gerber-renderer'
import { startWorker } from '../../readers/workers'

/** A file that takes longer than this is broken, or means harm. */
const drawTimeoutMs = 30_000
const mostBytes = 64 * 1_048_576

/** Has a Gerber or drill file, or a zip of them, drawn in a worker that lives only for it. */
export async function drawFabrication(name: string, content: Blob, signal: AbortSignal): Promise<FabricationSet> {
  if (content.size > mostBytes) throw new Error('It is larger than 64 MB, which is too large to draw in the browser.')
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
