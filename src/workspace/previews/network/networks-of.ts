import { askFormats } from '../../readers/read-formats'

/** A network to read: its name determines the format, and `label` is its name in a comparison. */
export type NetworkSource = { name: string; content: Blob; label?: string }

/** The networks of a file: the file itself, or the networks in it if it is a zip archive. */
export async function networksOf(name: string, content: Blob, signal: AbortSignal): Promise<NetworkSource[]> {
  const start = new TextDecoder('latin1').decode(await content.slice(0, 4).arrayBuffer())
  if (start !== 'PK\x03\x04') return [{ name, content }]
  const networks = await askFormats('networks', { file: { name, content } }, signal)
  return networks.map((network) => ({ name: network.name, content: new Blob([Uint8Array.from(network.bytes)]) }))
}
