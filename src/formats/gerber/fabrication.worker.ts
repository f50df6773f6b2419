import './node-globals'

import { fabricationFiles } from './fabrication'
import { FormatError } from '../format-error'
import { type FabricationSet, renderFabrication, type StrayErrors } from './gerber-renderer'

export type FabricationReply = { set: FabricationSet } | { refused: string }

/** Renders one file, or one zip of files. The page terminates the worker afterwards, or on a timeout. */
addEventListener('message', ({ data }: MessageEvent<{ name: string; content: Blob }>) => {
  draw(data).then(
    (set) => self.postMessage({ set } satisfies FabricationReply),
    (error: unknown) => {
      const isKnown = error instanceof FormatError
      self.postMessage({ refused: isKnown ? error.message : 'It could not be drawn.' } satisfies FabricationReply)
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
  const files = fabricationFiles(name, new Uint8Array(await content.arrayBuffer()))
  if (files.length === 0) throw new FormatError('Zip', { byte: 0 }, 'Gerber or drill files', 'none')
  const set = await renderFabrication(files, strays)
  const [failure] = set.failures
  if (set.layers.length === 0) throw new FormatError('Gerber', { line: 1 }, 'something to draw', failure ?? 'nothing')
  return set
}
