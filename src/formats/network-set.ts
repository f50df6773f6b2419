import { isAside } from '../../machines/files/archive-entries'
import { archiveFormat } from '../../machines/files/archive-headers'
import { decompressed } from './archive/archive'
import { tarFiles } from './archive/tar'
import { FormatError } from './format-error'
import { addToCount, unzipped } from './zip'

/** A network file in an archive. `name` is its path in the archive. */
export interface PackedNetwork {
  name: string
  bytes: Uint8Array
}

const natural = new Intl.Collator('en', { numeric: true }).compare
const networkNames = /\.(?:s\d{1,3}p|ts|citi?|cti)$/i
/**
 * Archives that are packed on macOS can contain a file with attributes for each file, such as ._line.s4p. These files
 * are not networks.
 */
const isNetwork = (path: string) => networkNames.test(path) && !isAside(path)

/**
 * The Touchstone and CITI files in a zip or tar archive, such as the parts of a channel, in natural order of their
 * paths. A tar archive can be compressed with gzip or compress.
 */
export async function networksIn(content: Blob): Promise<PackedNetwork[]> {
  const isZip = archiveFormat(new Uint8Array(await content.slice(0, 4).arrayBuffer())) === 'Zip'
  const networks = isZip ? await zippedNetworks(content) : await tarredNetworks(await decompressed(content))
  if (networks.length === 0) {
    throw new FormatError(isZip ? 'Zip' : 'tar', { byte: 0 }, 'Touchstone or CITI files', 'none')
  }
  return networks.toSorted((one, other) => natural(one.name, other.name))
}

async function zippedNetworks(content: Blob): Promise<PackedNetwork[]> {
  const files = Object.entries(unzipped(new Uint8Array(await content.arrayBuffer()), { size: 0, files: 0 }))
  return files.filter(([name]) => isNetwork(name)).map(([name, bytes]) => ({ name, bytes }))
}

async function tarredNetworks(archive: Blob): Promise<PackedNetwork[]> {
  const networks: PackedNetwork[] = []
  const count = { size: 0, files: 0 }
  for await (const { path, content } of tarFiles(archive)) {
    addToCount(count, 'tar', { name: path, size: content.size })
    if (isNetwork(path)) networks.push({ name: path, bytes: new Uint8Array(await content.arrayBuffer()) })
  }
  return networks
}
