import './node-globals'

import { fabricationFiles, roledFiles } from './fabrication'
import { FormatError } from '../format-error'
import { type FabricationSet, renderFabrication, type StrayErrors } from './gerber-renderer'

type SourceFile = { name: string; content: Blob }
export type FabricationReply = { set: FabricationSet } | { refused: string } | { progress: number }

const reply = (message: FabricationReply) => self.postMessage(message)

/**
 * Renders one file or zip, or a set of files. The page terminates the worker as soon as the worker has replied or no
 * longer makes progress.
 */
addEventListener('message', ({ data }: MessageEvent<{ files: SourceFile[] }>) => {
  draw(data.files)
    .then(
      (set) => reply({ set }),
      (error: unknown) => {
        const isKnown = error instanceof FormatError
        reply({ refused: isKnown ? error.message : 'The Gerber or drill files could not be drawn.' })
      },
    )
    .catch(reportError)
})

const strays: StrayErrors = (listener) => {
  const onError = (event: ErrorEvent) => {
    event.preventDefault()
    listener(event.error)
  }
  addEventListener('error', onError)
  return () => removeEventListener('error', onError)
}

async function draw(sources: SourceFile[]): Promise<FabricationSet> {
  const start = performance.now()
  const read = await Promise.all(
    sources.map(async ({ name, content }) => [name, new Uint8Array(await content.arrayBuffer())] as const),
  )
  const [one] = read
  const files = one && read.length === 1 ? fabricationFiles(...one) : roledFiles(read)
  if (files.length === 0) throw new FormatError('Zip', { byte: 0 }, 'Gerber or drill files', 'none')
  const set = await renderFabrication(files, { strays, progress: (fraction) => reply({ progress: fraction }) })
  performance.measure('fabrication.draw', { start })
  const [failure] = set.failures
  if (set.boards.length === 0) throw new FormatError('Gerber', { line: 1 }, 'something to draw', failure ?? 'nothing')
  return set
}
