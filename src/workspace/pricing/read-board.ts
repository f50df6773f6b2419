import type { ReadBoard } from '../../../machines/pricing/board-price.machine'
import { unpricedText } from '../../../machines/pricing/given-board'
import { unpackNets } from '../../formats/nets/packed-nets'
import { UnreadableFile } from '../readers/worker-connection'
import { askFormats } from '../readers/read-formats'

/** Reads a visitor's board in a worker. If a file cannot be read, returns a message for the visitor instead. */
export async function readBoard(file: File, signal: AbortSignal): Promise<ReadBoard> {
  const source = { file: { name: file.name, content: file } }
  try {
    const facts = await askFormats('facts', source, signal)
    if ('unsupported' in facts) return { unpriced: unpricedText(file.name, await askFormats('kind', source, signal)) }
    const { format, interfaces, rails, nets, copperLayers, size } = facts
    const { ground } = unpackNets(nets)
    return { format, found: { interfaces, rails }, ground, nets: nets.pins.length, copperLayers, size }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unpriced: error.message }
    throw error
  }
}
