import './node-globals'

import { fabricationFiles } from './fabrication'
import { FormatError } from '../format-error'
import { type FabricationSet, renderFabrication, type StrayErrors } from './gerber-renderer'

export type FabricationReply = { set: FabricationSet } | { refused: string } | { progress: number }

const reply = (message: FabricationReply) => self.postMessage(message)

/** Renders one file or zip. The page terminates the worker when it has replied or no longer makes progress. */
addEventListener('message', ({ data }: MessageEvent<{ name: string; content: Blob }>) => {
  draw(data).then(
    (set) => reply({ set }),
    (error: unknown) => {
      const isKnown = error instanceof FormatError
      reply({ refused: isKnown ? error.message : 'It could not be drawn.' })
    },
  )
})

const strays: StrayErrors = (listener) => {
  const onError = (event: ErrorEvent) => {
    event.preventDefault()
    listener(event.error)
  }
  addEventListener('error', onError)
  return () => removeEventListener('error', onError)
}

async function draw({ name, content }: { name: string; content: Blob }): Promise<FabricationSet> {
  const start = performance.now()
  const files = fabricationFiles(name, new Uint8Array(await content.arrayBuffer()))
  if (files.length === 0) throw new FormatError('Zip', { byte: 0 }, 'Gerber or drill files', 'none')
  const set = await renderFabrication(files, { strays, progress: (fraction) => reply({ progress: fraction }) })
  performance.measure('fabrication.draw', { start })
  const [failure] = set.failures
  if (set.boards.length === 0) throw new FormatError('Gerber', { line: 1 }, 'something to draw', failure ?? 'nothing')
  return set
}
