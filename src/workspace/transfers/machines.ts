import { createActor, fromCallback } from 'xstate'

import { downloadFileMachine, type DownloadItem } from '../../../machines/transfers/download-file.machine'
import { downloadMachine } from '../../../machines/transfers/download.machine'
import { streamedAbove } from '../../../machines/previews/preview-kinds'
import { isSending, isUnsentFiles, unsentOf, uploadMachine } from '../../../machines/transfers/upload.machine'
import { statusOf } from '../../../machines/transfers/upload-failures'
import { type Sending, uploadFileMachine, type UploadResult } from '../../../machines/transfers/upload-file.machine'
import { resumableFrom } from '../../../machines/transfers/upload-retries'
import { storedNote, type UploadTarget } from '../../../machines/transfers/upload-rules'
import type { CallingUser, ProductApi } from '../../api/product'
import { readDraft } from '../../session/drafts/drafts'
import { keepDraftThrottled } from './throttled-draft'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { chosenFile, expectUnchanged, releaseFiles } from './file-store'
import { type Transfers, transfersOf } from './running-transfers'
import { portableName, saveBlob, saveFrom } from './save-file'
import { rememberUploaded } from './uploaded-content'

/** Returns the only upload actor and the only download actor, which start on first use. */
export const transfersFor = (api: ProductApi, currentUser: () => CallingUser): Transfers =>
  transfersOf(api, () => startTransfers(api, currentUser))

/** Provides access to the transfers, which start with the first call. */
export const connectTransfers = (api: ProductApi, currentUser: () => CallingUser) => ({
  transfers: () => transfersFor(api, currentUser),
})

export const useTransferMachines = machinesHook(connectTransfers)

function startTransfers(api: ProductApi, currentUser: () => CallingUser): Transfers {
  const uploads = createActor(
    uploadMachine.provide({
      actors: {
        listProject: fromCall<UploadTarget, { projectId: string }>(async ({ input, signal }) => {
          const { files } = await api.listFiles(currentUser(), input.projectId, null, signal)
          // The remaining space is unknown here; the server checks whether there is enough.
          return { files, leftBytes: null }
        }),
        uploadFile: uploadFileMachine.provide({
          actors: {
            sendFile: fromCallback<{ type: string }, Sending>(({ input, sendBack }) => {
              const stop = new AbortController()
              send(api, currentUser(), input, {
                signal: stop.signal,
                onBegun: (address) => sendBack({ type: 'upload.begun', address }),
                onProgress: paced((sent, at) => sendBack({ type: 'upload.progressed', sent, at })),
              }).then(
                (result) => sendBack({ type: 'upload.finished', ...result }),
                (error: unknown) => sendBack({ type: 'upload.failed', error }),
              )
              return () => stop.abort()
            }),
          },
        }),
      },
    }),
    { input: { interrupted: readDraft('uploads', isUnsentFiles)?.files ?? [] } },
  )
  const downloads = createActor(
    downloadMachine.provide({
      actors: {
        downloadFile: downloadFileMachine.provide({
          actors: {
            receive: fromCallback<{ type: string }, DownloadItem>(({ input: item, sendBack }) => {
              const stop = new AbortController()
              receive(api, currentUser(), item, {
                signal: stop.signal,
                onProgress: paced((received) => sendBack({ type: 'download.progressed', received })),
                onNamed: (name) => sendBack({ type: 'download.named', name }),
              }).then(
                () => sendBack({ type: 'download.finished' }),
                (error: unknown) => sendBack({ type: 'download.failed', error }),
              )
              return () => stop.abort()
            }),
          },
        }),
      },
    }),
  )
  keepDraftThrottled('uploads', uploads, unsentOf)
  uploads.on('parts.left', ({ addresses }) => {
    // The server later removes uploads that cannot be deleted now.
    for (const address of addresses) api.cancelUpload(address, new AbortController().signal).catch(() => {})
  })
  uploads.on('files.released', ({ ids }) => releaseFiles(ids))
  addEventListener('online', () => uploads.send({ type: 'network.returned' }))
  addEventListener('beforeunload', (event) => {
    if (isSending(uploads.getSnapshot())) event.preventDefault()
  })
  return { uploads: uploads.start(), downloads: downloads.start() }
}

/**
 * Minimum time between two progress updates, in ms. More frequent updates could not be read and would each cause a
 * render.
 */
const progressIntervalMs = 150

function paced(tell: (bytes: number, at: number) => void) {
  let last = -Infinity
  return (bytes: number) => {
    const now = performance.now()
    if (now - last < progressIntervalMs) return
    last = now
    tell(bytes, now)
  }
}

type Transfer = { signal: AbortSignal; onProgress: (bytes: number) => void }

async function send(
  api: ProductApi,
  user: CallingUser,
  { id, projectId, name, address, replaced, ...chosen }: Sending,
  transfer: Transfer & { onBegun: (address: string) => void },
): Promise<UploadResult> {
  const file = chosenFile(id)
  if (!file) throw new Error('The file is no longer available. Choose it again.')
  await expectUnchanged(file, chosen)
  const upload = { projectId, file, name, fileType: replaced?.fileType ?? null, replaces: replaced?.id ?? null }
  const kept = await (file.size < resumableFrom
    ? api.uploadFile(user, upload, transfer)
    : api.uploadResumably(user, { ...upload, address }, transfer)
  ).catch(async (error: unknown) => {
    // A file that the browser cannot read produces the same error as a lost connection, so find out which of them it
    // is.
    if (statusOf(error) === 0 && !transfer.signal.aborted) await expectUnchanged(file, chosen)
    throw error
  })
  rememberUploaded(kept, file)
  releaseFiles([id])
  return { kept, gone: replaced ? [replaced.id] : [], note: storedNote(kept[0], name, replaced) }
}

/** Deletes a file. Succeeds if another user has already deleted it. */
export async function deleteFile(api: ProductApi, fileId: string, signal: AbortSignal): Promise<void> {
  try {
    await api.deleteFile(fileId, signal)
  } catch (error) {
    if (statusOf(error) !== 404) throw error
  }
}

async function receive(
  api: ProductApi,
  user: CallingUser,
  item: DownloadItem,
  transfer: Transfer & { onNamed: (name: string) => void },
) {
  const saveAs = (given: string) => {
    const name = portableName(given)
    transfer.onNamed(name)
    return name
  }
  if (item.what === 'file' && item.size > streamedAbove) {
    saveFrom((await api.createDownloadUrl(item.fileId, transfer.signal)).url, saveAs(item.name))
    return
  }
  const { bytes, name } =
    item.what === 'file'
      ? await api.downloadFile(item.fileId, transfer)
      : await api.exportInputs(user, item.what, item.projectId, transfer)
  saveBlob(bytes, saveAs(name ?? item.name))
}
