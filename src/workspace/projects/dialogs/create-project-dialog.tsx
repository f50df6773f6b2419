import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import {
  draftOf,
  formOf,
  isCreationBusy,
  isProjectDraft,
  nameProblemOf,
  type ProjectDraft,
} from '../../../../machines/projects/project-create.machine'
import type { LocalProject, Project } from '../../../../machines/projects/project-list'
import { dropDraft, readDraft } from '../../../session/drafts/drafts'
import { useDraft } from '../../../session/drafts/use-draft'
import { CancelButton, DialogFrame } from '../../../ui/dialog/dialog-frame'
import { useEmitted } from '../../../ui/use-emitted'
import { useProjectDialogMachines } from './dialog-machines'
import { ProjectNameField, ProjectNotesField } from './project-fields'

const formId = 'create-project'

type CreateProjectDialogProps = {
  /** The project that could not be saved earlier; null for a new one. */
  local: LocalProject | null
  /** The names of the user's other projects. */
  otherNames: string[]
  onClose: () => void
  onCreated: (project: Project, localId: string) => void
  /** Called with the project that the API could not save, so that it is kept locally. */
  onKept: (local: LocalProject) => void
}

const newDraft = (): ProjectDraft => ({ id: `local-${crypto.randomUUID()}`, name: '', notes: '' })

/** Asks for a project's name and notes, and creates the project. */
export function CreateProjectDialog({ local, otherNames, onClose, onCreated, onKept }: CreateProjectDialogProps) {
  const [input] = useState(() => {
    const kept = readDraft('project', isProjectDraft)
    const draft = local ? { id: local.id, name: local.name, notes: local.notes ?? '' } : newDraft()
    return { ...(!local || kept?.id === local.id ? (kept ?? draft) : draft), otherNames }
  })
  const actor = useActorRef(useProjectDialogMachines().projectCreate, { input })
  const snapshot = useSelector(actor, (current) => current)
  const { name, notes } = formOf(snapshot)
  const busy = isCreationBusy(snapshot)
  const nameProblem = nameProblemOf(snapshot)

  useEmitted(actor, {
    'project.created': ({ project, localId }) => onCreated(project, localId),
    'project.kept': ({ local: kept }) => onKept(kept),
  })
  useDraft('project', actor, draftOf)
  const discard = () => {
    dropDraft('project')
    onClose()
  }

  return (
    <DialogFrame
      title="Create New Project"
      busy={busy}
      isUnsent={name !== (local?.name ?? '') || notes !== (local?.notes ?? '')}
      onClose={discard}
      footer={
        <>
          <CancelButton disabled={busy} />
          <Button type="submit" form={formId} disabled={busy || !snapshot.can({ type: 'form.submitted' })}>
            {busy ? 'Creating...' : 'Create project'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'form.submitted' })
        }}
      >
        <Stack gap="6">
          <ProjectNameField
            value={name}
            problem={nameProblem}
            disabled={busy}
            onChange={(typed) => actor.send({ type: 'name.changed', name: typed })}
          />
          <ProjectNotesField
            value={notes}
            disabled={busy}
            help="What the board is for, or what you want to find out."
            onChange={(typed) => actor.send({ type: 'notes.changed', notes: typed })}
          />
        </Stack>
      </form>
    </DialogFrame>
  )
}
