import { FormatError } from './format-error'
import { unzipped } from './zip'

/** A network file in an archive. `name` is its path in the archive. */
export interface PackedNetwork {
  name: string
  bytes: Uint8Array
}

const natural = new Intl.Collator('en', { numeric: true }).compare
const networkNames = /\.(?:s\d{1,3}p|ts|citi?|cti)$/i

/** The Touchstone and CITI files in a zip archive, such as the parts of a channel, in natural order of their paths. */
export function networksIn(bytes: Uint8Array): PackedNetwork[] {
  const networks = Object.entries(unzipped(bytes, { size: 0, files: 0 }))
    .filter(([name]) => networkNames.test(name))
    .map(([name, content]) => ({ name, bytes: content }))
    .toSorted((one, other) => natural(one.name, other.name))
  if (networks.length === 0) throw new FormatError('Zip', { byte: 0 }, 'Touchstone or CITI files', 'none')
  return networks
}
