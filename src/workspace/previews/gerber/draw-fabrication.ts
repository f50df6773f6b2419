import type { FabricationReply } from '../../../formats/gerber/fabrication.worker'
import workerUrl from '../../../formats/gerber/fabrication.worker.ts?worker&url'
import type { FabricationSet } from '../../../formats/gerber/gerber-renderer'
import { startWorker } from '../../readers/workers'

/** If rendering makes no progress for this long, it is stopped: the file is probably broken or malicious. */
const stalledAfterMs = 30_000
const maxBytes = 64 * 1_048_576

type Listeners = { signal: AbortSignal; onProgress: (fraction: number) => void }

/**
 * Renders a Gerber or drill file, a zip of them, or several files that belong together, in a worker that is started
 * only for this call.
 */
export async function drawFabrication(
  files: { name: string; content: Blob }[],
  { signal, onProgress }: Listeners,
): Promise<FabricationSet> {
  if (files.reduce((size, { content }) => size + content.size, 0) > maxBytes)
    throw new Error('the files are larger than 64 MB in total, the limit for drawing in the browser')
  const worker = startWorker(workerUrl)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<FabricationSet>((resolve, reject) => {
      const wait = () => {
        clearTimeout(timer)
        timer = setTimeout(() => reject(new Error('drawing made no progress for 30 seconds')), stalledAfterMs)
      }
      wait()
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      const fail = () => reject(new Error('the files could not be drawn'))
      worker.addEventListener('error', fail)
      worker.addEventListener('messageerror', fail)
      worker.addEventListener('message', ({ data }: MessageEvent<FabricationReply>) => {
        if ('refused' in data) reject(new Error(data.refused))
        else if ('set' in data) resolve(data.set)
        else {
          wait()
          onProgress(data.progress)
        }
      })
      worker.postMessage({ files })
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
