import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFileOutline } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'

import * as manager from '../../../machines/files/project-files.machine'
import type { Folder, ProjectFile } from '../../../machines/files/file-order'
import { MB } from '../../../machines/lib/file-size'
import type { Revision } from '../../../machines/files/file-revisions.machine'
import type { UploadItem } from '../../../machines/transfers/upload-rules'
import { EmptyState, ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { StorageBar } from '../../ui/storage-bar'
import { lowWindow } from '../../ui/theme/accessibility-styles'
import { fileSize } from '../../ui/amounts'
import { dateAndTime } from '../../ui/time'
import { DeleteFilesDialog } from './delete-files-dialog'
import '../../ui/theme/select-recipes'
import { useDeferredSelector } from '../../ui/use-deferred-selector'
import { DownloadPanel } from '../transfers/download-panel'
import { DropZone } from '../transfers/drop-zone'
import { ListedFilesContext } from '../previews/listed-files'
import { useTransferMachines } from '../transfers/machines'
import { FileTable } from './file-table'
import { FilesGround } from './file-table-style'
import { FileToolbar } from './file-toolbar'
import { useKeptFocus } from './row-focus'
import { SelectionBar } from './selection-bar'
import { TransferGround } from '../transfers/transfer-row'
import { UploadPanel } from '../transfers/upload-panel'
import { lazyPart } from '../../ui/loading/lazy-part'

const FilePreview = lazyPart(() => import('../previews/file-preview').then((it) => it.FilePreview))

const ShareFileDialog = lazyPart(() => import('../sharing/share-file-dialog').then((it) => it.ShareFileDialog))

const FileComparison = lazyPart(() => import('./file-comparison').then((it) => it.FileComparison))

const FileRevisionsDialog = lazyPart(() => import('./file-revisions-dialog').then((it) => it.FileRevisionsDialog))

const emptyTexts = {
  inputs: 'No inputs yet. Upload the board layout to begin: choose files, or drop files and folders here.',
  reports: 'No reports yet. They appear here when a simulation is delivered.',
} as const

export type ProjectFilesProps = {
  files: manager.ProjectFilesActor
  project: { id: string; name: string; storageLimitBytes: number }
  /** The folder in the URL. */
  folder: Folder
  /** The id of the file in the URL, whose preview is shown; null if there is none. */
  openId: string | null
  onFolder: (folder: Folder) => void
  onOpen: (id: string | null) => void
  /** The id of the comment thread in the URL; null if there is none. */
  commentId: string | null
  onComment: (id: string | null) => void
  /** The compared files, as in the URL. */
  compare?: string | null
  onCompare?: ((id: string, compare: string | null) => void) | undefined
  /** Shown above the list. */
  notice?: ReactNode
}

/** A project's files by folder, with uploads into Inputs. Transfers continue after the user leaves the page. */
export function ProjectFiles({
  files,
  project,
  folder,
  openId,
  onFolder,
  onOpen,
  commentId,
  onComment,
  compare = null,
  onCompare,
  notice,
}: ProjectFilesProps) {
  const [{ uploads, downloads }] = useState(useTransferMachines().transfers)
  const [unsent, setUnsent] = useState<ProjectFile | null>(null)
  // The files of open dialogs, which stay open if someone else deletes or replaces the file.
  const [shared, setShared] = useState<ProjectFile | null>(null)
  const [revised, setRevised] = useState<ProjectFile | null>(null)
  /** The earlier revision that is previewed in place of its file. */
  const [earlier, setEarlier] = useState<{ fileId: string; revision: Revision } | null>(null)
  const shown = useDeferredSelector(files, manager.shownFiles)
  const all = useDeferredSelector(files, manager.filesOf)
  const isComplete = useSelector(files, manager.isComplete)
  const named = (id: string) => all.find((file) => file.id === id) ?? null
  const showRevisions = useCallback(
    (id: string) => setRevised(files.getSnapshot().context.files.find((file) => file.id === id) ?? null),
    [files],
  )
  const opened = unsent ?? (openId === null ? undefined : all.find(({ id }) => id === openId))
  const old = opened && earlier?.fileId === opened.id ? earlier.revision : null
  const comments = {
    openId: commentId,
    onOpen: onComment,
    onCount: ({ id }: ProjectFile, open: number) =>
      files.send({ type: 'file.updated', id, change: { open_comments: open } }),
    onSeen: ({ id }: ProjectFile) => files.send({ type: 'file.updated', id, change: { news: null } }),
  }
  const { around, successor } = useKeptFocus()
  useSelector(files, manager.isProjectFilesBusy)
  const projectId = project.id

  useEffect(() => {
    files.send({ type: 'folder.chosen', folder })
  }, [files, folder])

  const open = useCallback(
    (id: string | null) => {
      setUnsent(null)
      setEarlier(null)
      onOpen(id)
    },
    [onOpen],
  )
  const download = useCallback(
    (ids: string[]) => {
      const known = new Map(files.getSnapshot().context.files.map((file) => [file.id, file]))
      downloads.send({ type: 'download.requested', files: ids.map((id) => known.get(id)) })
    },
    [files, downloads],
  )

  const downloadRevision = (file: ProjectFile, revision: Revision) =>
    downloads.send({ type: 'download.requested', files: [revisionFile(file, revision)] })

  return (
    <Frame aria-label={`Files of ${project.name}`} data-preview={opened ? '' : undefined}>
      <div ref={around} className="list">
        <DropZone
          active={folder === 'inputs'}
          onFiles={(choice) => uploads.send({ type: 'files.chosen', projectId, ...choice })}
        >
          <FileToolbar
            files={files}
            onFolder={onFolder}
            onChosen={(choice) => uploads.send({ type: 'files.chosen', projectId, ...choice })}
            onExport={(what) =>
              downloads.send({
                type: 'export.requested',
                what,
                projectId,
                name: `${project.name.replace(/[\\/]/g, '-')}-inputs.${what}`,
              })
            }
          />
          {notice}
          <TransferGround>
            <UploadPanel uploads={uploads} projectId={projectId} onPreview={(item) => setUnsent(unsentFile(item))} />
            <DownloadPanel downloads={downloads} />
          </TransferGround>
          {openId !== null && !opened && isComplete && (
            <ErrorNotice
              title="There is no such file."
              text="This link leads to a file that was deleted or replaced. The files of the project are below."
              onDismiss={() => onOpen(null)}
            />
          )}
          <FilesGround>
            <FileList
              files={files}
              openId={opened?.id ?? null}
              onOpen={open}
              onDownload={download}
              onShare={(id) => setShared(named(id))}
              onRevisions={showRevisions}
            />
          </FilesGround>
          <StorageUsed files={files} limitBytes={project.storageLimitBytes} />
        </DropZone>
      </div>
      {opened && compare !== null && onCompare && (
        <Suspense fallback={null}>
          <FileComparison
            key={opened.id}
            files={all}
            file={opened}
            compare={compare}
            onCompare={(wanted) => onCompare(opened.id, wanted)}
            onClose={() => onCompare(opened.id, null)}
          />
        </Suspense>
      )}
      {opened && compare === null && (
        <Suspense fallback={null}>
          <ListedFilesContext value={all}>
            <FilePreview
              files={unsent ? [unsent] : shown}
              file={old ? revisionFile(opened, old) : opened}
              onGo={open}
              onDownload={unsent ? null : () => (old ? downloadRevision(opened, old) : download([opened.id]))}
              onRevisions={unsent ? null : () => setRevised(opened)}
              comments={unsent || old ? null : comments}
              remark={old ? earlierText(old) : undefined}
              onClose={() => open(null)}
            />
          </ListedFilesContext>
        </Suspense>
      )}
      <DeleteFilesDialog files={files} successor={successor} />
      {shared && (
        <Suspense fallback={null}>
          <ShareFileDialog file={shared} isGone={!named(shared.id)} onClose={() => setShared(null)} />
        </Suspense>
      )}
      {revised && (
        <Suspense fallback={null}>
          <FileRevisionsDialog
            key={project.id}
            file={revised}
            isGone={!named(revised.id)}
            onPreview={(revision) => {
              setRevised(null)
              open(revised.id)
              if (!revision.current) setEarlier({ fileId: revised.id, revision })
            }}
            onDownload={(revision) => downloadRevision(revised, revision)}
            onCompare={
              onCompare &&
              ((before) => {
                setRevised(null)
                setEarlier(null)
                onCompare(revised.id, before)
              })
            }
            onRestored={(file, gone) => {
              files.send({ type: 'files.arrived', files: [file], gone: [gone] })
              setRevised(file)
              if (openId === gone) open(file.id)
            }}
            onDeleted={() => {
              setEarlier(null)
              files.send({ type: 'files.reload' })
            }}
            onClose={() => setRevised(null)}
          />
        </Suspense>
      )}
    </Frame>
  )
}

/**
 * The frame fills the height that the header leaves in the window, so that the list scrolls on its own. The preview is
 * beside the list if there is space.
 */
const Frame = chakra('section', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    h: { base: 'calc(100dvh - 80px)', lg: 'calc(100dvh - 208px)' },
    minH: '96',
    [lowWindow]: { h: 'auto', minH: '0' },
    '& > .list': { minW: '0', minH: '0' },
    '&[data-preview]': { lg: { gridTemplateColumns: 'minmax(260px, 2fr) minmax(0, 5fr)' } },
    // Beside a preview, the actions on the whole folder are icons on one line, so that the list keeps its height.
    '&[data-preview] .rare': { lg: { srOnly: true } },
    '&[data-preview] button:has(> .rare)': { lg: { px: '0' } },
  },
})

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

/** Represents a revision as an item of the file list, with the current name and type of its file. */
const revisionFile = (file: ProjectFile, { id, size, sha256, uploaded_at }: Revision): ProjectFile => ({
  ...file,
  ...{ id, size, sha256, uploaded_at },
})

const earlierText = ({ uploaded_at, uploaded_by_name }: Revision) =>
  `This is an earlier revision, uploaded on ${dateAndTime(uploaded_at)} by ${uploaded_by_name}. The list shows the current one.`

type FileListProps = {
  files: manager.ProjectFilesActor
  openId: string | null
  onOpen: (id: string) => void
  onDownload: (ids: string[]) => void
  onShare: (id: string) => void
  onRevisions: (id: string) => void
}

function FileList({ files, openId, onOpen, onDownload, onShare, onRevisions }: FileListProps) {
  const loading = useDeferredSelector(files, manager.isLoading)
  const loaded = useDeferredSelector(files, manager.isLoaded)
  const shown = useDeferredSelector(files, manager.shownFiles)
  const empty = useDeferredSelector(files, manager.isFolderEmpty)
  const folder = useDeferredSelector(files, manager.openFolder)
  const failure = useDeferredSelector(files, manager.filesFailureOf)
  const refusal = useSelector(files, manager.refusalOf)

  return (
    <>
      {failure && (
        <ErrorNotice title={failure} retrying={loading} onRetry={() => files.send({ type: 'files.reload' })} />
      )}
      {refusal && (
        <ErrorNotice
          title={refusal}
          text="The list shows what is saved now."
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
          <SelectionBar files={files} onDownload={onDownload} onShare={onShare} onRevisions={onRevisions} />
          {shown.length > 0 ? (
            <FileTable
              files={files}
              openId={openId}
              onOpen={onOpen}
              onDownload={onDownload}
              onRevisions={onRevisions}
            />
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
  const loaded = useDeferredSelector(files, manager.isLoaded)
  const usedMb = useDeferredSelector(files, manager.usedMbOf)
  return loaded && limitBytes > 0 ? (
    <StorageBar
      usedMb={usedMb}
      limitMb={limitBytes / MB}
      text={`${fileSize(usedMb * MB)} of ${fileSize(limitBytes)}`}
    />
  ) : null
}
