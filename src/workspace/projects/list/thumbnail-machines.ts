import type { ProductApi } from '../../../api/product'
import { machinesHook } from '../../lib/machines'

/** The number of thumbnails kept for cards that are shown again. */
const maxKept = 200

/** Loads the thumbnails of boards from the product API. */
export const connectThumbnails = (api: ProductApi) => {
  const kept = new Map<string, Promise<string | null>>()
  const load = async (fileId: string) => {
    try {
      return `data:image/png;base64,${await api.readThumbnail(fileId, new AbortController().signal)}`
    } catch {
      // The file may have been deleted, or there is no connection. A picture is not worth repeated calls.
      return null
    }
  }
  return {
    /** The URL of the picture; null if it cannot be loaded. Every render gets the same promise. */
    thumbnailOf(fileId: string): Promise<string | null> {
      const loading = kept.get(fileId) ?? load(fileId)
      kept.set(fileId, loading)
      for (const id of kept.keys()) {
        if (kept.size <= maxKept) break
        kept.delete(id)
      }
      return loading
    },
  }
}

export const useThumbnailMachines = machinesHook(connectThumbnails)
