import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'

import { listed } from '../../../../machines/lib/listed'
import * as deletion from '../../../../machines/projects/project-delete.machine'
import type { LocalProject, Project } from '../../../../machines/projects/project-list'
import type { ProjectsBeside } from '../../../../machines/projects/project-presence'
import { ErrorNotice } from '../../../ui/notices/notices'
import { fileSize } from '../../../ui/amounts'
import { DialogFrame } from '../../../ui/dialog/dialog-frame'
import { useEmitted } from '../../../ui/use-emitted'
import { useProjectDialogMachines } from './dialog-machines'
import { lostProject } from '../lost-project'

type DeleteProjectDialogProps = {
  project: Project
  /** The list of projects. The project can disappear from it while the dialog is open. */
  projects: ProjectsBeside
  onClose: () => void
  onDeleted: () => void
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const fileLoss = ({ fileCount, usedBytes }: Project) => {
  if (fileCount === 0) return 'It has no files.'
  return `Its ${fileCount === 1 ? 'file' : `${fileCount} files`} (${fileSize(usedBytes)}) will be deleted too.`
}

/** Describes what is deleted in addition to the files. While the counts are unknown, it lists only the kinds. */
function furtherLoss(loss: deletion.Deletion | null): string {
  if (!loss) return 'Its members lose access, and its share links, canceled requests and unsent requests are deleted.'
  const { members, share_links: links, cancelled_requests: cancelled } = loss
  const parts = [
    ...(links > 0 ? [counted(links, 'share link', 'share links')] : []),
    ...(cancelled > 0 ? [counted(cancelled, 'canceled request', 'canceled requests')] : []),
    'all unsent requests',
  ]
  return `${counted(members, 'member loses', 'members lose')} access. Also deleted: ${listed(parts)}.`
}

/** Asks for confirmation before a project and its contents are deleted, or explains why it cannot be deleted. */
export function DeleteProjectDialog({ project, projects, onClose, onDeleted }: DeleteProjectDialogProps) {
  const actor = useActorRef(useProjectDialogMachines().projectDelete, { input: { projectId: project.id, projects } })
  const busy = useSelector(actor, deletion.isDeletionBusy)
  const lost = useSelector(actor, deletion.isLost)
  const looking = useSelector(actor, deletion.isLooking)
  const loss = useSelector(actor, deletion.deletionOf)
  const refusal = useSelector(actor, deletion.refusalOf)
  const failure = useSelector(actor, deletion.deletionFailureOf)
  const mayConfirm = refusal === null && !lost

  useEmitted(actor, { 'project.deleted': onDeleted })

  return (
    <DialogFrame
      title={lost ? 'Nothing to delete' : refusal === null ? 'Delete project?' : 'This project cannot be deleted'}
      role="alertdialog"
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            {lost ? 'Close' : refusal === null ? 'Cancel' : 'Back'}
          </Button>
          {mayConfirm && (
            <Button
              colorPalette="error"
              disabled={busy || looking}
              onClick={() => actor.send({ type: 'delete.confirmed' })}
            >
              {busy ? 'Deleting...' : 'Delete project'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="4">
        {lost && <ErrorNotice title={lostProject} text={project.name} />}
        {failure && !lost && <ErrorNotice title={failure} text="The project still exists, with all its files." />}
        {!lost && (
          <chakra.p overflowWrap="anywhere" aria-busy={looking}>
            {refusal === null ? (
              <>
                <strong>{project.name}</strong> will be deleted for everyone who works on it. {fileLoss(project)}{' '}
                {!looking && furtherLoss(loss)} You can undo this for 10 seconds.
              </>
            ) : (
              <>
                <strong>{project.name}</strong>: {refusal}
              </>
            )}
          </chakra.p>
        )}
      </Stack>
    </DialogFrame>
  )
}

type DiscardProjectDialogProps = {
  project: LocalProject
  isSaving: boolean
  onClose: () => void
  onDiscard: () => void
}

/** Asks for confirmation before discarding a project that exists only in this tab. */
export const DiscardProjectDialog = ({ project, isSaving, onClose, onDiscard }: DiscardProjectDialogProps) => (
  <DialogFrame
    title="Discard project?"
    role="alertdialog"
    onClose={onClose}
    footer={
      <>
        <Button variant="outline" onClick={onClose}>
          Keep project
        </Button>
        <Button colorPalette="error" disabled={isSaving} onClick={onDiscard}>
          {isSaving ? 'Saving...' : 'Discard project'}
        </Button>
      </>
    }
  >
    <chakra.p overflowWrap="anywhere">
      <strong>{project.name}</strong> is not saved yet. Its name and notes exist only in this tab and will be lost.
    </chakra.p>
  </DialogFrame>
)
