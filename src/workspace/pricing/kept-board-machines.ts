import { fromCallback } from 'xstate'

import type { KeptBoard } from '../../../machines/pricing/board-price.machine'
import {
  type BeginRequest,
  type BoardProject,
  type BoardUpload,
  keptBoardMachine,
} from '../../../machines/pricing/kept-board.machine'
import { requestRows } from '../../../machines/pricing/price-offers'
import type { ProjectFile } from '../../../machines/files/file-order'
import type { Project } from '../../../machines/projects/project-list'
import { isLayout } from '../../../machines/wizard/board/layout-arrival.machine'
import { emptyDraft, pinnedFiles } from '../../../machines/wizard/drafts/request-draft'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { keepChosenFiles } from '../transfers/file-store'
import { transfersFor } from '../transfers/machines'
import { storeRequest } from '../wizard/drafts/request-drafts'
import { fileOf, rememberFile } from './board-files'
import { eraseKeptBoard, findKeptBoard } from './kept-board'

/** Connects the kept board to the product API, the upload queue and the drafts of requests. */
export const connectKeptBoard = (api: ProductApi, currentUser: () => CallingUser) => ({
  keptBoard: keptBoardMachine.provide({
    actors: {
      takeTurn: fromCallback(({ sendBack }) => {
        const stop = new AbortController()
        const turn = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()))
        navigator.locks
          .request('kept-board', { signal: stop.signal }, () => {
            sendBack({ type: 'turn.begun' })
            return turn
          })
          .catch(() => {})
        return () => stop.abort()
      }),
      findKept: fromCall<KeptBoard | null>(async () => {
        const stored = await findKeptBoard()
        if (!stored) return null
        rememberFile(stored.about.id, stored.content)
        return stored.about
      }),
      createProject: fromCall<Project, BoardProject>(({ input, signal }) =>
        api.createProject(currentUser(), input, signal),
      ),
      findUploaded: fromCall<ProjectFile | null, BoardUpload | null>(async ({ input, signal }) => {
        if (!input) return null
        const { files: listed } = await api.listFiles(currentUser(), input.projectId, null, signal)
        const { name, size } = input.kept
        return (
          listed.find((file) => isLayout(file) && file.name === name.normalize('NFC') && file.size === size) ?? null
        )
      }),
      uploadBoard: fromCallback<{ type: string }, BoardUpload | null>(({ input, sendBack }) => {
        if (!input) return () => {}
        return uploadBoard(api, currentUser, input, {
          onProgress: (sent) => sendBack({ type: 'upload.progressed', sent }),
          onDone: (layout) => sendBack({ type: 'upload.finished', layout }),
          onFailed: (text) => sendBack({ type: 'upload.failed', text }),
        })
      }),
      beginRequest: fromCall<void, BeginRequest | null>(async ({ input }) => {
        if (!input) return
        const { kept, project, layout } = input
        const draft = { ...emptyDraft, ...requestRows(kept), projectId: project.id, layoutFileId: layout.id }
        const files = pinnedFiles(draft, [layout])
        const { shown } = kept
        storeRequest(currentUser().uid, {
          draft,
          key: kept.id,
          files,
          sentAs: null,
          fromPrices: true,
          ...(shown && { shown }),
        })
        // The request can begin even if the board cannot be erased now: it is marked, and erased later.
        await eraseKeptBoard().catch(console.error)
      }),
      eraseKept: fromCall<void>(() => eraseKeptBoard()),
    },
  }),
})

export const useKeptBoardMachines = machinesHook(connectKeptBoard)

type Listening = {
  onProgress: (sent: number) => void
  onDone: (layout: ProjectFile) => void
  onFailed: (text: string | null) => void
}

/** Uploads a board through the upload queue, which continues if the user leaves the page of the kept board. */
function uploadBoard(api: ProductApi, currentUser: () => CallingUser, upload: BoardUpload, on: Listening) {
  const { uploads } = transfersFor(api, currentUser)
  const { projectId, kept } = upload
  let uploadId: string | null = null
  const keeping = uploads.on('file.kept', (event) => {
    if (event.id !== uploadId) return
    const layout = event.kept.find(isLayout)
    if (layout) on.onDone(layout)
    else on.onFailed(`${kept.name} was uploaded, but not recognized as a layout.`)
  })
  const following = uploads.subscribe(({ context: { items } }) => {
    const item = items.find(({ id }) => id === uploadId)
    if (item?.status === 'failed') on.onFailed(item.failure)
    else if (item?.status === 'cancelled') on.onFailed('The upload was canceled.')
    else if (item) on.onProgress(item.sent)
  })
  Promise.resolve()
    .then(() => keepChosenFiles({ files: [{ file: fileOf(kept.id), name: kept.name }], unreadable: [] }))
    .then(
      (choice) => {
        uploadId = choice.files[0]?.id ?? null
        uploads.send({ type: 'files.chosen', projectId, ...choice })
      },
      (error: unknown) => {
        console.error(error)
        on.onFailed(null)
      },
    )
  return () => {
    keeping.unsubscribe()
    following.unsubscribe()
  }
}
