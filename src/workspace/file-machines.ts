import { createActor, fromCallback } from 'xstate'

import { downloadMachine, type DownloadActor, type DownloadItem } from '../../machines/workspace/download.machine'
import { type FileListing, fileManagerMachine } from '../../machines/workspace/file-manager.machine'
import {
  filePreviewMachine,
  type PreviewContent,
  type PreviewRequest,
} from '../../machines/workspace/file-preview.machine'
import { deliveryOf, streamedAbove } from '../../machines/workspace/preview-kinds'
import {
  isSending,
  isUnsentFiles,
  unsentOf,
  type UploadActor,
  uploadMachine,
} from '../../machines/workspace/upload.machine'
import type { Sending } from '../../machines/workspace/upload-lanes'
import { resumableFrom } from '../../machines/workspace/upload-pauses'
import type { ChosenFile } from '../../machines/workspace/upload-rules'
import type { Actor, ProductApi } from '../api/product'
import { readDraft } from '../session/drafts'
import { keepBusyDraft } from './busy-draft'
import { fromCall } from './from-call'
import { saveBlob, saveFrom } from './save-file'

/** The bytes of chosen files, by the ids under which machines speak of them. */
const chosenFiles = new Map<string, File>()

/** A file as it was chosen, under the name that it is to have. */
export type NamedFile = { file: File; name: string }

/** So long the page may be held by the files that were chosen, before it may answer the person again. In ms. */
const breath = 10

/**
 * Keeps chosen files and gives what the upload machine has to know of them. The browser looks at each file on the disk
 * when it is asked for its size, and the page waits for it: thousands are asked with breaks between them.
 */
export async function keepChosenFiles(files: NamedFile[]): Promise<ChosenFile[]> {
  const kept: ChosenFile[] = []
  let from = performance.now()
  for (const { file, name } of files) {
    if (performance.now() - from > breath) {
      await nextTask()
      from = performance.now()
    }
    const id = crypto.randomUUID()
    chosenFiles.set(id, file)
    kept.push({ id, name, size: file.size, modified: file.lastModified })
  }
  // They are drawn, and the first of them sent, in a task of its own.
  await nextTask()
  return kept
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** What goes on when its dialog is closed, and when the workspace is left for another page of the site. */
type Transfers = { uploads: UploadActor; downloads: DownloadActor }

const transfersOver = new WeakMap<ProductApi, Transfers>()

/** So many calls at a time, when one is made for each of many files. */
const lanes = 4

/** Does it for each, a few at a time. Goes on after a failure, and fails with the first one at the end. */
async function forEach<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>) {
  const waiting = [...items]
  const failures: unknown[] = []
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await act(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (failures.length > 0) throw failures[0]
}

/** Where the machines of files meet the product API and the browser. */
export const connectFiles = (api: ProductApi, who: () => Actor) => ({
  fileManager: fileManagerMachine.provide({
    actors: {
      loadFiles: fromCall<FileListing, { projectId: string; limit: number | null }>(
        async ({ input: { projectId, limit }, signal }) => {
          const [listed, types, usedMb] = await Promise.all([
            api.listFiles(who(), projectId, limit, signal),
            api.listFileTypes(signal),
            api.getFilesSize(who(), projectId, signal),
          ])
          return { ...listed, types, usedMb }
        },
      ),
      saveFileType: fromCall<void, { ids: string[]; fileType: string }>(({ input, signal }) =>
        forEach(input.ids, (id) => api.changeFileType(id, input.fileType, signal)),
      ),
      deleteFiles: fromCall<void, { ids: string[] }>(({ input, signal }) =>
        forEach(input.ids, (id) => api.deleteFile(id, signal)),
      ),
    },
  }),

  filePreview: filePreviewMachine.provide({
    actors: {
      loadContent: fromCall<PreviewContent, PreviewRequest>(async ({ input: { file, kind }, signal }) => {
        // A file that is still to be sent is shown as it was chosen.
        const chosen = chosenFiles.get(file.id)
        if (chosen) return contentOf(chosen, deliveryOf(kind, chosen.size))
        switch (deliveryOf(kind, file.size)) {
          case 'stream':
            return { as: 'stream', url: (await api.addressFile(file.id, signal)).url }
          case 'parts':
            return {
              as: 'parts',
              size: file.size,
              read: (from, to, stop) => api.readFilePart(file.id, { from, to }, stop),
            }
          case 'whole':
            return { as: 'whole', bytes: await api.readFile(file.id, signal) }
        }
      }),
    },
  }),

  /** The one list of uploads and the one of downloads, at work from the first use on. */
  transfers: (): Transfers => {
    const running = transfersOver.get(api) ?? startTransfers(api, who)
    transfersOver.set(api, running)
    return running
  },
})

const contentOf = (file: File, delivery: ReturnType<typeof deliveryOf>): PreviewContent =>
  delivery === 'parts'
    ? {
        as: 'parts',
        size: file.size,
        read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
      }
    : { as: 'whole', bytes: file }

function startTransfers(api: ProductApi, who: () => Actor): Transfers {
  const uploads = createActor(
    uploadMachine.provide({
      actors: {
        sendFile: fromCallback<{ type: string }, Sending>(({ input, sendBack }) => {
          const { id } = input
          const stop = new AbortController()
          send(api, who(), input, {
            signal: stop.signal,
            onBegun: (address) => sendBack({ type: 'upload.begun', id, address }),
            onProgress: paced((sent, at) => sendBack({ type: 'upload.progressed', id, sent, at })),
          }).then(
            (arrived) => sendBack({ type: 'upload.finished', id, ...arrived }),
            (error: unknown) => sendBack({ type: 'upload.failed', id, error }),
          )
          return () => stop.abort()
        }),
      },
    }),
    { input: { interrupted: readDraft('uploads', isUnsentFiles)?.files ?? [] } },
  )
  const downloads = createActor(
    downloadMachine.provide({
      actors: {
        receive: fromCallback<{ type: string }, { item: DownloadItem | null }>(({ input: { item }, sendBack }) => {
          if (!item) throw new Error('There is nothing to download.')
          const { id } = item
          const stop = new AbortController()
          receive(api, who(), item, {
            signal: stop.signal,
            onProgress: paced((received) => sendBack({ type: 'download.progressed', id, received })),
          }).then(
            () => sendBack({ type: 'download.finished', id }),
            (error: unknown) => sendBack({ type: 'download.failed', id, error }),
          )
          return () => stop.abort()
        }),
      },
    }),
  )
  keepBusyDraft('uploads', uploads, unsentOf)
  uploads.on('parts.left', ({ addresses }) => {
    // What cannot be deleted now, the server sweeps away by itself.
    for (const address of addresses) api.cancelUpload(address, new AbortController().signal).catch(() => {})
  })
  addEventListener('online', () => uploads.send({ type: 'network.returned' }))
  addEventListener('beforeunload', (event) => {
    if (isSending(uploads.getSnapshot())) event.preventDefault()
  })
  return { uploads: uploads.start(), downloads: downloads.start() }
}

/** More often than this nobody could read how far a transfer is, and each time is drawn. In ms. */
const readable = 150

function paced(tell: (bytes: number, at: number) => void) {
  let last = -Infinity
  return (bytes: number) => {
    const now = performance.now()
    if (now - last < readable) return
    last = now
    tell(bytes, now)
  }
}

type Transfer = { signal: AbortSignal; onProgress: (bytes: number) => void }

async function send(
  api: ProductApi,
  who: Actor,
  { id, projectId, name, address, replaces }: Sending,
  transfer: Transfer & { onBegun: (address: string) => void },
) {
  const file = chosenFiles.get(id)
  if (!file) throw new Error('The file is no longer at hand. Choose it again.')
  const upload = { projectId, file, name, fileType: replaces?.fileType ?? null }
  const kept =
    file.size < resumableFrom
      ? await api.uploadFile(who, upload, transfer)
      : await api.uploadResumably(who, { ...upload, address }, transfer)
  chosenFiles.delete(id)
  const note = replaces ? await remove(api, replaces.id, transfer.signal) : null
  return { kept, note }
}

/** The file that another one replaced goes last, so that one of the two is there at any time. */
async function remove(api: ProductApi, fileId: string, signal: AbortSignal): Promise<string | null> {
  try {
    await api.deleteFile(fileId, signal)
    return null
  } catch {
    return 'The new file is here, and the one it replaces could not be deleted. Delete it from the list.'
  }
}

async function receive(api: ProductApi, who: Actor, item: DownloadItem, transfer: Transfer) {
  if (item.what !== 'file') {
    saveBlob(await api.exportInputs(who, item.what, item.projectId, transfer), item.name)
  } else if (item.size > streamedAbove) {
    saveFrom((await api.addressFile(item.fileId, transfer.signal)).url, item.name)
  } else {
    saveBlob(await api.downloadFile(item.fileId, transfer), item.name)
  }
}
