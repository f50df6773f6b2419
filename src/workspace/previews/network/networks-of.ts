import { askFormats } from '../../readers/read-formats'

/** A network to read: its name determines the format, and `label` is its name in a comparison. */
export type NetworkSource = { name: string; content: Blob; label?: string }

/** The networks of a file: the file itself, or the networks in it if it is an archive. */
export async function networksOf(name: string, content: Blob, signal: AbortSignal): Promise<NetworkSource[]> {
  const { headBytes, kindOf } = await import('../../../formats/file-kind')
  const { format } = kindOf(name, new Uint8Array(await content.slice(0, headBytes).arrayBuffer()))
  if (format !== 'Touchstone files') return [{ name, content }]
  const networks = await askFormats('networks', { file: { name, content } }, signal)
  return networks.map((network) => ({ name: network.name, content: new Blob([Uint8Array.from(network.bytes)]) }))
}
