import { citi } from '../../machines/files/model-signatures'
import { readCiti } from './citi/citi'
import { readTouchstone, type Touchstone } from './touchstone/touchstone'

/** A network in any format, with the data that only some formats contain. */
export type NetworkFile = Omit<Touchstone, 'version'> & {
  /** The name of the format, such as "Touchstone 1". */
  format: string
}

/**
 * Reads a Touchstone or CITI file, depending on its content. While it reads a Touchstone file, it yields the fraction
 * that has been read, like `readTouchstone`.
 */
export function* readNetworkFile(name: string, bytes: Uint8Array): Generator<number, NetworkFile> {
  if (citi.test(new TextDecoder('latin1').decode(bytes.subarray(0, 4096)))) {
    return { ...readCiti(bytes), format: 'CITI', modes: null, noise: [] }
  }
  const { version, ...network } = yield* readTouchstone(name, bytes)
  return { ...network, format: `Touchstone ${version}` }
}
