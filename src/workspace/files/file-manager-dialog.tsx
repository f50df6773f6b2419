import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFileOutline } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense, useState } from 'react'

import * as manager from '../../../machines/files/project-files.machine'
import type { ProjectFile } from '../../../machines/files/file-order'
import { MB } from '../../../machines/lib/file-size'
import { type ProjectsActor, projectsOf } from '../../../machines/projects/projects.machine'
import type { UploadItem } from '../../../machines/transfers/upload-rules'
import { EmptyState, ErrorNotice } from '../../ui/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { StorageBar } from '../../ui/storage-bar'
import { lowWindow } from '../../ui/theme/accessibility-styles'
import { fileSize } from '../../ui/amounts'
import { DeleteFilesDialog } from './delete-files-dialog'
import { DialogFrame } from '../../ui/dialog-frame'
import { DownloadPanel } from '../transfers/download-panel'
import { DropZone } from '../transfers/drop-zone'
import { useTransferMachines } from '../transfers/machines'
import { FileTable } from './file-table'
import { FilesGround } from './file-table-style'
import { FileToolbar } from './file-toolbar'
import { useKeptFocus } from './row-focus'
import { useFileMachines } from './machines'
import { SelectionBar } from './selection-bar'
import { TransferGround } from '../transfers/transfer-row'
import { UploadPanel } from '../transfers/upload-panel'

const PreviewDialog = lazy(() => import('../previews/preview-dialog').then((it) => ({ default: it.PreviewDialog })))

const ShareFileDialog = lazy(() =>
  import('../sharing/share-file-dialog').then((it) => ({ default: it.ShareFileDialog })),
)

const emptyTexts = {
  inputs: 'No inputs yet. Upload the board layout to begin: choose files, or drop files and folders here.',
  reports: 'No reports yet. They appear here when a simulation is delivered.',
} as const

type FileManagerDialogProps = {
  projectId: string
  /** The folder to open initially. Defaults to Inputs. */
  startFolder?: 'inputs' | 'reports'
  projects: ProjectsActor
  onClose: () => void
}

/** A project's files by folder, with uploads into Inputs. Transfers continue after the dialog is closed. */
export function FileManagerDialog({ projectId, startFolder = 'inputs', projects, onClose }: FileManagerDialogProps) {
  const files = useActorRef(useFileMachines().projectFiles, { input: { projectId, folder: startFolder, projects } })
  const [{ uploads, downloads }] = useState(useTransferMachines().transfers)
  const project = useSelector(projects, (snapshot) => projectsOf(snapshot).find(({ id }) => id === projectId))
  const [previewed, setPreviewed] = useState<{ id: string; unsent?: ProjectFile } | null>(null)
  const [sharedId, setSharedId] = useState<string | null>(null)
  const shown = useSelector(files, manager.shownFiles)
  const shared = shown.find(({ id }) => id === sharedId)
  const folder = useSelector(files, manager.openFolder)
  const { around, successor } = useKeptFocus()
  useSelector(files, manager.isProjectFilesBusy)
  const name = project?.name ?? 'project'

  const download = (ids: string[]) => {
    const known = new Map(files.getSnapshot().context.files.map((file) => [file.id, file]))
    downloads.send({ type: 'download.requested', files: ids.map((id) => known.get(id)) })
  }

  return (
    <DialogFrame title={project ? `Files of ${project.name}` : 'Files'} size="cover" onClose={onClose}>
      <chakra.div ref={around} h="full">
        <DropZone
          active={folder === 'inputs'}
          onFiles={(choice) => uploads.send({ type: 'files.chosen', projectId, ...choice })}
        >
          <FileToolbar
            files={files}
            onChosen={(choice) => uploads.send({ type: 'files.chosen', projectId, ...choice })}
            onExport={(what) =>
              downloads.send({
                type: 'export.requested',
                what,
                projectId,
                name: `${name.replace(/[\\/]/g, '-')}-inputs.${what}`,
              })
            }
          />
          <TransferGround>
            <UploadPanel
              uploads={uploads}
              projectId={projectId}
              onPreview={(item) => setPreviewed({ id: item.id, unsent: unsentFile(item) })}
            />
            <DownloadPanel downloads={downloads} />
          </TransferGround>
          <FilesGround>
            <FileList files={files} onOpen={(id) => setPreviewed({ id })} onDownload={download} onShare={setSharedId} />
          </FilesGround>
          <StorageUsed files={files} limitBytes={project?.storageLimitBytes ?? 0} />
        </DropZone>
      </chakra.div>
      <DeleteFilesDialog files={files} successor={successor} />
      {shared && (
        <Suspense fallback={null}>
          <ShareFileDialog file={shared} onClose={() => setSharedId(null)} />
        </Suspense>
      )}
      {previewed !== null && (
        <Suspense fallback={null}>
          <PreviewDialog
            files={previewed.unsent ? [previewed.unsent] : shown}
            id={previewed.id}
            onDownload={previewed.unsent ? null : (id) => download([id])}
            onClose={() => setPreviewed(null)}
          />
        </Suspense>
      )}
    </DialogFrame>
  )
}

/** Represents a file that is not uploaded yet as an item of the file list. */
const unsentFile = ({ id, projectId, name, size }: UploadItem): ProjectFile => ({
  id,
  project_id: projectId,
  name,
  size,
  folderId: 'inputs',
  fileType: 'not uploaded yet',
  sha256: '',
  modified_at: '',
  uploaded_at: '',
  metadata: { file_type: '' },
})

type FileListProps = {
  files: manager.ProjectFilesActor
  onOpen: (id: string) => void
  onDownload: (ids: string[]) => void
  onShare: (id: string) => void
}

function FileList({ files, onOpen, onDownload, onShare }: FileListProps) {
  const loading = useSelector(files, manager.isLoading)
  const loaded = useSelector(files, manager.isLoaded)
  const shown = useSelector(files, manager.shownFiles)
  const empty = useSelector(files, manager.isFolderEmpty)
  const folder = useSelector(files, manager.openFolder)
  const failure = useSelector(files, manager.filesFailureOf)
  const refusal = useSelector(files, manager.refusalOf)

  return (
    <>
      {failure && (
        <ErrorNotice title={failure} retrying={loading} onRetry={() => files.send({ type: 'files.reload' })} />
      )}
      {refusal && (
        <ErrorNotice
          title={refusal}
          text="The list still shows the saved state. Try again."
          onDismiss={() => files.send({ type: 'refusal.dismissed' })}
        />
      )}
      {loading && <PageSpinner text="Loading files..." />}
      {loaded && empty && <EmptyState icon={mdiFileOutline} title={emptyTexts[folder]} />}
      {loaded && !empty && (
        <chakra.section
          aria-label="Files in this folder"
          flex="1"
          minH="72"
          css={{ [lowWindow]: { minH: '0' } }}
          display="flex"
          flexDirection="column"
        >
          <SelectionBar files={files} onDownload={onDownload} onShare={onShare} />
          {shown.length > 0 ? (
            <FileTable files={files} onOpen={onOpen} onDownload={(id) => onDownload([id])} />
          ) : (
            <chakra.p py="10" textAlign="center" color="fg.muted">
              No file in this folder matches the search.
            </chakra.p>
          )}
        </chakra.section>
      )}
    </>
  )
}

function StorageUsed({ files, limitBytes }: { files: manager.ProjectFilesActor; limitBytes: number }) {
  const loaded = useSelector(files, manager.isLoaded)
  const usedMb = useSelector(files, manager.usedMbOf)
  return loaded && limitBytes > 0 ? (
    <StorageBar
      usedMb={usedMb}
      limitMb={limitBytes / MB}
      text={`${fileSize(usedMb * MB)} of ${fileSize(limitBytes)}`}
    />
  ) : null
}
