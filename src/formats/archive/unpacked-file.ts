import { headBytes, kindOf } from '../file-kind'
import { openArchive } from './archive'

export type NamedFile = { name: string; content: Blob }

/** The maximum depth of nested archives that are opened. A `board.tar.gz` in a zip needs three levels. */
const mostLevels = 3

/**
 * The only file in an archive, which can be nested in other archives. A file that is not an archive, and an archive
 * that contains several files, are returned unchanged, as are ODB++ jobs and workbooks, although they are archives.
 * Throws a FormatError if an archive cannot be opened.
 */
export async function unpackedFile(file: NamedFile): Promise<NamedFile> {
  let unpacked = file
  for (let level = 0; level < mostLevels; level++) {
    const { name, content } = unpacked
    const { kind, format } = kindOf(name, new Uint8Array(await content.slice(0, headBytes).arrayBuffer()))
    if (kind !== 'archive' || !/^(?:Zip|gzip|compress|Zstandard|tar)$/.test(format)) return unpacked
    const opened = await openArchive(name, content)
    if (!('file' in opened)) return unpacked
    unpacked = opened.file
  }
  return unpacked
}
