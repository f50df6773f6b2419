import { get, set } from 'idb-keyval'

import type { ProjectFile } from '../../../../machines/files/file-order'
import type { FileFacts } from '../../../../machines/wizard/board/file-inspection.machine'
import { MB } from '../../../../machines/lib/file-size'
import { nothingFound } from '../../../../machines/wizard/board/found-on-board'
import { noNets, prepareNets } from '../../../../machines/wizard/rows/net-rules'
import { type PackedNets, unpackNets } from '../../../formats/nets/packed-nets'
import { nextTask } from '../../../ui/loading/yield-to-browser'
import { UnreadableFile } from '../../readers/worker-connection'
import { askFormats } from '../../readers/read-formats'
import { contentOf, type Download } from '../../transfers/uploaded-content'

type LayoutFacts = Omit<FileFacts, 'found' | 'stackupLayers'>

/** The facts as returned by the reader and stored. `nets` is null if the file could not be read. */
type PackedFacts = Omit<LayoutFacts, 'nets'> & { nets: PackedNets | null }

/** The hash identifies the file's content. Change the number whenever files are read differently. */
const keyOf = ({ sha256 }: ProjectFile) => `layout-facts-7-${sha256}`

/** The facts about a layout, from the browser's storage if it was read before. */
export async function factsOfLayout(file: ProjectFile, download: Download, signal: AbortSignal): Promise<LayoutFacts> {
  const facts = await packedFacts(file, download, signal)
  if (!facts.nets) return { ...facts, nets: noNets }
  const nets = unpackNets(facts.nets)
  // Preparing this many nets takes several more tasks. The page can respond to the user in between.
  await nextTask()
  await prepareNets(nets, nextTask)
  return { ...facts, nets }
}

/** The number of nets of a layout. Zero if they cannot be read from it. */
export async function countNets(file: ProjectFile, download: Download, signal: AbortSignal): Promise<number> {
  const { nets } = await packedFacts(file, download, signal)
  return nets?.pins.length ?? 0
}

async function packedFacts(file: ProjectFile, download: Download, signal: AbortSignal): Promise<PackedFacts> {
  // If the database is blocked or full, the file is simply read again next time.
  const kept = await get<PackedFacts>(keyOf(file)).catch(() => undefined)
  if (kept) return kept
  const facts = await readLayout(file.name, await contentOf(file, download, signal), signal)
  // Storing copies all names, which is a long task of its own.
  nextTask()
    .then(() => set(keyOf(file), facts))
    .catch(() => {})
  return facts
}

async function readLayout(name: string, content: Blob, signal: AbortSignal): Promise<PackedFacts> {
  const unreadable = (why: string): PackedFacts => ({
    format: '',
    unreadable: why,
    nets: null,
    proposals: nothingFound,
    hasOutline: null,
    hasCopper: null,
    hasStackup: null,
    copperLayers: null,
  })
  try {
    const facts = await askFormats('facts', { file: { name, content } }, signal)
    if ('unsupported' in facts) return unreadable(facts.unsupported)
    const { format, nets, interfaces, rails, hasOutline, hasCopper, copperLayers, stackup } = facts
    return {
      format,
      unreadable: null,
      nets,
      proposals: { interfaces, rails },
      hasOutline,
      hasCopper,
      copperLayers,
      // Null for a netlist, which has no outline and cannot contain a stackup.
      hasStackup: hasOutline === null ? null : stackup !== null,
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return unreadable(error.message)
    throw error
  }
}

/**
 * Larger files, such as whole boards, are not read, because that would delay the layout's nets. The net facts mention
 * wrong layer counts anyway.
 */
const countedUpTo = 4 * MB

/** The number of copper layers in a stackup file; null if it has no readable stackup or is too large. */
export async function countStackupLayers(
  { id, name, size }: ProjectFile,
  download: Download,
  signal: AbortSignal,
): Promise<number | null> {
  if (size > countedUpTo) return null
  try {
    const stackup = await askFormats('stackup', { file: { name, content: await download(id, signal) } }, signal)
    return 'unsupported' in stackup ? null : stackup.layers.filter(({ type }) => type === 'copper').length
  } catch (error) {
    if (error instanceof UnreadableFile) return null
    throw error
  }
}
