import { fromCallback } from 'xstate'

import {
  type FileListing,
  projectFilesMachine,
  type ProjectNews,
  type ProjectsBeside,
  type UploadNews,
} from '../../../machines/files/project-files.machine'
import type { ProjectFile } from '../../../machines/files/file-order'
import { fileRevisionsMachine, type Revision, type RevisionNamed } from '../../../machines/files/file-revisions.machine'
import { concerns } from '../../../machines/live/changes'
import type { CallingUser, ProductApi } from '../../api/product'
import { forEach } from '../lib/for-each'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { followChanges } from '../live/running-changes'
import { deleteFile, transfersFor } from '../transfers/machines'
import { offersOf } from '../undo/running-offers'

/** Connects the file machines to the product API and the browser. */
export const connectFiles = (api: ProductApi, currentUser: () => CallingUser) => ({
  projectFiles: projectFilesMachine.provide({
    actions: { offerUndo: (_, deleted) => offersOf(api).add({ ...deleted, kind: 'files' }) },
    actors: {
      loadFiles: fromCall<FileListing, { projectId: string; limit: number | null }>(
        async ({ input: { projectId, limit }, signal }) => {
          const [listed, types, usedMb] = await Promise.all([
            api.listFiles(currentUser(), projectId, limit, signal),
            api.listFileTypes(signal),
            api.getFilesSize(currentUser(), projectId, signal),
          ])
          return { ...listed, types, usedMb }
        },
      ),
      followUploads: fromCallback<UploadNews, { projectId: string }>(({ input: { projectId }, receive, sendBack }) => {
        const { uploads } = transfersFor(api, currentUser)
        const following = [
          uploads.on('file.kept', (event) => {
            if (event.projectId === projectId) sendBack({ type: 'files.arrived', files: event.kept, gone: event.gone })
          }),
          uploads.on('list.outdated', (event) => {
            if (event.projectId === projectId) sendBack({ type: 'files.arrived', files: [], gone: [] })
          }),
          uploads.on('list.wanted', (event) => {
            if (event.projectId === projectId) sendBack({ type: 'files.wanted' })
          }),
        ]
        const stopFollowing = followChanges(api, (changes) => {
          if (concerns(changes, projectId, 'files', 'comments'))
            sendBack({ type: 'files.arrived', files: [], gone: [] })
        })
        receive((news) =>
          uploads.send(
            news.type === 'files.listed'
              ? { ...news, type: 'project.listed', projectId }
              : { ...news, type: 'project.unlisted', projectId },
          ),
        )
        uploads.send({ type: 'project.opened', projectId })
        return () => {
          for (const subscription of following) subscription.unsubscribe()
          stopFollowing()
          uploads.send({ type: 'project.closed', projectId })
        }
      }),
      followProject: fromCallback<ProjectNews, { projectId: string; projects: ProjectsBeside }>(
        ({ input: { projectId, projects }, receive, sendBack }) => {
          let known: number | undefined
          const tell = ({ context }: ReturnType<ProjectsBeside['getSnapshot']>) => {
            const project = context.projects.find(({ id }) => id === projectId)
            if (project === undefined || project.storageLimitBytes === known) return
            known = project.storageLimitBytes
            sendBack({ type: 'limit.known', storageLimitBytes: known })
          }
          tell(projects.getSnapshot())
          const following = projects.subscribe(tell)
          receive((news) => projects.send(news))
          return () => following.unsubscribe()
        },
      ),
      saveFileType: fromCall<ProjectFile[], { ids: string[]; fileType: string }>(({ input, signal }) =>
        forEach(input.ids, (id) => api.changeFileType(id, input.fileType, signal)),
      ),
      deleteFiles: fromCall<void, { ids: string[] }>(async ({ input, signal }) => {
        await forEach(input.ids, (id) => deleteFile(api, id, signal))
      }),
    },
  }),

  fileRevisions: fileRevisionsMachine.provide({
    actors: {
      loadRevisions: fromCall<Revision[], { fileId: string }>(async ({ input, signal }) =>
        (await api.history()).listRevisions(input.fileId, signal),
      ),
      saveNote: fromCall<Revision, RevisionNamed & { note: string | null }>(async ({ input, signal }) =>
        (await api.history()).changeRevision(input.fileId, input.revisionId, input.note, signal),
      ),
      restoreRevision: fromCall<ProjectFile, RevisionNamed>(async ({ input, signal }) =>
        (await api.history()).restoreRevision(input.fileId, input.revisionId, signal),
      ),
      deleteRevision: fromCall<void, RevisionNamed>(async ({ input, signal }) =>
        (await api.history()).deleteRevision(input.fileId, input.revisionId, signal),
      ),
    },
  }),
})

export const useFileMachines = machinesHook(connectFiles)
