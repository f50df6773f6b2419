/** Stores content in a folder. Everything is flushed to the disk before its row is written. */
import { constants, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { DiskSpace } from './disk-space'
import { fileWriter } from './file-writer'
import { ContentMissing, type Storage } from './storage'

// With a stream's default chunk size of 64 KB, downloads are less than half as fast.
const CHUNK_BYTES = 256 * 1024

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

export function diskStorage(root: string, space: DiskSpace): Storage {
  // Folders with many thousands of files are slow to list, so the first two digits of a file's id select a subfolder.
  const pathOf = (id: string) => path.join(root, id.slice(0, 2), id)
  const makeFolder = (id: string) => mkdir(path.dirname(pathOf(id)), { recursive: true })

  return {
    space,

    async put(id, content) {
      await makeFolder(id)
      const written = createWriteStream(pathOf(id), { flags: 'wx', flush: true })
      try {
        await pipeline(content, written)
      } catch (error) {
        // Wait until the file is closed: it may not have been created yet, and would be left behind if it were removed
        // now.
        if (!written.closed) await new Promise<void>((resolve) => written.once('close', () => resolve()))
        await rm(pathOf(id), { force: true })
        throw error
      }
    },

    async get(id, range) {
      const file = await open(pathOf(id)).catch((cause: unknown) => {
        throw isMissing(cause) ? new ContentMissing(id, { cause }) : cause
      })
      return file.createReadStream({ ...range, highWaterMark: CHUNK_BYTES })
    },

    async remove(ids) {
      for (const id of ids) await rm(pathOf(id), { force: true })
    },

    async *list() {
      for (const folder of (await readdir(root)).toSorted()) {
        if (!/^[\da-f]{2}$/.test(folder)) continue
        for (const id of (await readdir(path.join(root, folder))).toSorted()) {
          const found = await stat(pathOf(id)).catch(() => null)
          if (found?.isFile()) yield { id, size: found.size, changedAt: found.mtime }
        }
      }
    },

    // The content of an unfinished upload is already at its final location: only the row changes when it becomes a
    // file.
    partial: {
      lengthOf: ({ id }) =>
        stat(pathOf(id)).then(
          ({ size }) => size,
          (error: unknown) => {
            if (isMissing(error)) return 0
            throw error
          },
        ),
      async append({ id }, content, offset) {
        await makeFolder(id)
        await pipeline(content, fileWriter(await open(pathOf(id), constants.O_RDWR | constants.O_CREAT), offset))
      },
      async finish({ id, size }) {
        if (size === 0)
          await makeFolder(id)
            .then(() => open(pathOf(id), 'a'))
            .then((file) => file.close())
      },
      discard: ({ id }) => rm(pathOf(id), { force: true }),
      async *leftovers() {},
    },

    isAnswering: () =>
      stat(root).then(
        () => true,
        () => false,
      ),
  }
}
