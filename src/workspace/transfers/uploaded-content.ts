import type { ProjectFile } from '../../../machines/files/file-order'

/** The number of files that are remembered. A File refers to the disk, so it takes little memory. */
const maxFiles = 20

/** The files most recently uploaded from this tab, by the API's id. */
const uploaded = new Map<string, File>()

/** Remembers an uploaded file, so that it need not be downloaded when it is read next. */
export function rememberUploaded(kept: ProjectFile[], file: File): void {
  // An upload that results in several files was an archive, so none of these files has its content.
  const [only] = kept
  if (!only || kept.length > 1 || only.size !== file.size) return
  uploaded.set(only.id, file)
  for (const id of uploaded.keys()) {
    if (uploaded.size <= maxFiles) return
    uploaded.delete(id)
  }
}

export type Download = (fileId: string, signal: AbortSignal) => Promise<Blob>

/** A file's content: from the disk if it was just uploaded here and has not changed since, otherwise downloaded. */
export async function contentOf({ id }: ProjectFile, download: Download, signal: AbortSignal): Promise<Blob> {
  const file = uploaded.get(id)
  if (!file) return download(id, signal)
  try {
    // A browser refuses to read a slice of a file that has changed on disk.
    await file.slice(0, 1).arrayBuffer()
    return file
  } catch {
    uploaded.delete(id)
    return download(id, signal)
  }
}
