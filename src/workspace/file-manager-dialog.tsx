import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFileOutline } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'

import * as manager from '../../machines/workspace/file-manager.machine'
import { type ProjectsActor, projectsOf } from '../../machines/workspace/projects.machine'
import { isUnsentFiles, unsentOf } from '../../machines/workspace/upload.machine'
import { readDraft, useDraft } from '../session/drafts'
import { EmptyState, ErrorNotice } from '../ui/notices'
import { PageSpinner } from '../ui/page-spinner'
import { StorageBar } from '../ui/storage-bar'
import { DialogFrame } from './dialog-frame'
import { FileTable } from './file-table'
import { useWorkspaceMachines } from './machines'
import { UploadPanel } from './upload-panel'

const folders = [
  { id: 'inputs', name: 'Inputs', empty: 'No inputs yet. Upload the board layout to begin.' },
  { id: 'reports', name: 'Reports', empty: 'No reports yet. They arrive here when a simulation is delivered.' },
] as const

type FileManagerDialogProps = { projectId: string; projects: ProjectsActor; onClose: () => void }

/** A project's files, by folder, with uploads into Inputs. */
export function FileManagerDialog({ projectId, projects, onClose }: FileManagerDialogProps) {
  const machines = useWorkspaceMachines()
  const files = useActorRef(machines.fileManager, { input: { projectId } })
  const [interrupted] = useState(() => {
    const unsent = readDraft('uploads', isUnsentFiles)
    return unsent?.projectId === projectId ? unsent.files : []
  })
  const upload = useActorRef(machines.upload, { input: { projectId, interrupted } })
  const project = useSelector(projects, (snapshot) => projectsOf(snapshot).find(({ id }) => id === projectId))

  useDraft('uploads', upload, unsentOf)
  useEffect(() => {
    const kept = upload.on('file.kept', () => {
      files.send({ type: 'files.reload' })
      projects.send({ type: 'projects.reload' })
    })
    return () => kept.unsubscribe()
  }, [upload, files, projects])

  return (
    <DialogFrame title={project ? `Files of ${project.name}` : 'Files'} size="xl" onClose={onClose}>
      <FileManager files={files} limitBytes={project?.storageLimitBytes ?? 0}>
        <UploadPanel upload={upload} />
      </FileManager>
    </DialogFrame>
  )
}

type FileManagerProps = { files: manager.FileManagerActor; limitBytes: number; children: React.ReactNode }

function FileManager({ files, limitBytes, children }: FileManagerProps) {
  const shown = useSelector(files, manager.shownFiles)
  const openFolder = useSelector(files, manager.openFolder)
  const loading = useSelector(files, manager.isLoading)
  const loaded = useSelector(files, manager.isLoaded)
  const failure = useSelector(files, manager.failureOf)
  const types = useSelector(files, manager.fileTypesOf)
  const change = useSelector(files, manager.changeOf)
  const usedMb = useSelector(files, manager.usedMbOf)
  const folder = folders.find(({ id }) => id === openFolder) ?? folders[0]

  return (
    <Stack gap="5">
      <chakra.div role="group" aria-label="Folder" display="flex" gap="2">
        {folders.map(({ id, name }) => (
          <Button
            key={id}
            size="sm"
            variant={id === openFolder ? 'subtle' : 'ghost'}
            aria-pressed={id === openFolder}
            onClick={() => files.send({ type: 'folder.chosen', folder: id })}
          >
            {name}
          </Button>
        ))}
      </chakra.div>
      {folder.id === 'inputs' && children}
      {failure && (
        <ErrorNotice title={failure} retrying={loading} onRetry={() => files.send({ type: 'files.reload' })} />
      )}
      {loading && <PageSpinner text="Loading files..." />}
      {loaded && shown.length === 0 && <EmptyState icon={mdiFileOutline} title={folder.empty} />}
      {loaded && shown.length > 0 && (
        <FileTable
          files={shown}
          types={types}
          change={change}
          disabled={change !== null}
          onType={(id, fileType) => files.send({ type: 'file.typeChosen', id, fileType })}
        />
      )}
      {loaded && limitBytes > 0 && <StorageBar usedMb={usedMb} limitMb={limitBytes / 1_048_576} />}
    </Stack>
  )
}
