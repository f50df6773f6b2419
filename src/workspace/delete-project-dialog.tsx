import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'

import { failureOf, isBusy, isDeleted } from '../../machines/workspace/project-delete.machine'
import type { Project } from '../../machines/workspace/project-list'
import { ErrorNotice } from '../ui/notices'
import { fileSize } from './amounts'
import { DialogFrame } from './dialog-frame'
import { useWorkspaceMachines } from './machines'

type DeleteProjectDialogProps = { project: Project; onClose: () => void; onDeleted: () => void }

const lossOf = ({ fileCount, usedBytes }: Project) => {
  if (fileCount === 0) return 'It has no files.'
  return `Its ${fileCount === 1 ? 'file goes' : `${fileCount} files go`} with it, ${fileSize(usedBytes)} in all.`
}

/** Asks before a project is deleted with all that is in it. */
export function DeleteProjectDialog({ project, onClose, onDeleted }: DeleteProjectDialogProps) {
  const actor = useActorRef(useWorkspaceMachines().projectDelete, { input: { projectId: project.id } })
  const busy = useSelector(actor, isBusy)
  const failure = useSelector(actor, failureOf)
  const deleted = useSelector(actor, isDeleted)

  const finish = useEffectEvent(onDeleted)
  useEffect(() => {
    if (deleted) finish()
  }, [deleted])

  return (
    <DialogFrame
      title="Delete project?"
      role="alertdialog"
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button colorPalette="error" disabled={busy} onClick={() => actor.send({ type: 'delete.confirmed' })}>
            {busy ? 'Deleting...' : 'Delete project'}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {failure && <ErrorNotice title={failure} text="The project is still there, with all its files." />}
        <chakra.p overflowWrap="anywhere">
          <strong>{project.name}</strong> will be deleted for everybody who works on it. {lossOf(project)} This cannot
          be undone.
        </chakra.p>
      </Stack>
    </DialogFrame>
  )
}
