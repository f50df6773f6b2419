import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import * as edit from '../../../../machines/projects/project-edit.machine'
import type { Project } from '../../../../machines/projects/project-list'
import type { ProjectsBeside } from '../../../../machines/projects/project-presence'
import { dropDraft, readDraft } from '../../../session/drafts/drafts'
import { useDraft } from '../../../session/drafts/use-draft'
import '../../../ui/theme/form-recipes'
import { ErrorNotice } from '../../../ui/notices/notices'
import { ChangedElsewhere } from './changed-elsewhere'
import { CancelButton, DialogFrame } from '../../../ui/dialog/dialog-frame'
import { useEmitted } from '../../../ui/use-emitted'
import { useProjectDialogMachines } from './dialog-machines'
import { lostProject } from '../lost-project'
import { ProjectNameField, ProjectNotesField } from './project-fields'

const formId = 'edit-project'

/**
 * The project types that the company offers. A project's existing type is preserved and offered too, even if it is not
 * in this list.
 */
const types = ['simulation', 'design', 'prototype']

type EditProjectDialogProps = {
  project: Project
  /** The list of projects. The project can disappear from it while the dialog is open. */
  projects: ProjectsBeside
  otherNames: string[]
  /** Called with the latest version of the project: after it is saved, and when another user saved it first. */
  onKnown: (project: Project) => void
  onClose: () => void
}

/** Edits a project's name, notes, type and privacy. */
export function EditProjectDialog({ project, projects, otherNames, onKnown, onClose }: EditProjectDialogProps) {
  const [input] = useState(() => {
    const kept = readDraft('project-edit', edit.isEditDraft)
    return { project, projects, otherNames, draft: kept?.project.id === project.id ? kept : null }
  })
  const actor = useActorRef(useProjectDialogMachines().projectEdit, { input })
  const fields = useSelector(actor, edit.fieldsIn)
  const busy = useSelector(actor, edit.isEditBusy)
  const lost = useSelector(actor, edit.isLost)
  const canSave = useSelector(actor, edit.canSave)
  const failure = useSelector(actor, edit.editFailureOf)
  const nameProblem = useSelector(actor, edit.nameProblemOf)
  const current = useSelector(actor, edit.projectOf)
  const changedElsewhere = useSelector(actor, edit.changedElsewhereOf)
  const isUnsent = useSelector(actor, (snapshot) => edit.draftOf(snapshot) !== null)

  useEmitted(actor, { 'project.known': (event) => onKnown(event.project), 'project.saved': onClose })
  useDraft('project-edit', actor, edit.draftOf)
  const change = (changed: Partial<edit.ProjectFields>) => actor.send({ type: 'field.changed', fields: changed })
  const discard = () => {
    dropDraft('project-edit')
    onClose()
  }

  return (
    <DialogFrame
      title="Edit project"
      busy={busy}
      isUnsent={isUnsent}
      onClose={discard}
      footer={
        <>
          <CancelButton disabled={busy}>{lost ? 'Close' : 'Cancel'}</CancelButton>
          <Button type="submit" form={formId} disabled={busy || !canSave}>
            {busy ? 'Saving...' : 'Save'}
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
          {lost && (
            <ErrorNotice
              title={lostProject}
              text={
                isUnsent
                  ? 'Your changes cannot be saved. They stay here until you close the form, so that you can copy them.'
                  : 'You can no longer change it.'
              }
            />
          )}
          {failure && !lost && (
            <ErrorNotice title={failure} text="Your changes were not saved. They are still in the form." />
          )}
          {changedElsewhere.length > 0 && !lost && (
            <ChangedElsewhere
              project={current}
              changed={changedElsewhere}
              onTake={() => actor.send({ type: 'theirs.taken' })}
            />
          )}
          <ProjectNameField
            value={fields.name}
            problem={nameProblem}
            disabled={busy}
            readOnly={lost}
            onChange={(name) => change({ name })}
          />
          <ProjectNotesField
            value={fields.notes}
            disabled={busy}
            readOnly={lost}
            onChange={(notes) => change({ notes })}
          />
          <Field.Root disabled={busy || lost}>
            <Field.Label>Type</Field.Label>
            <NativeSelect.Root>
              <NativeSelect.Field value={fields.type} onChange={({ target }) => change({ type: target.value })}>
                {[...new Set([...types, current.type, fields.type])].map((type) => (
                  <option key={type} value={type}>
                    {type.charAt(0).toUpperCase() + type.slice(1)}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </Field.Root>
          <Stack gap="1">
            <chakra.label display="flex" alignItems="center" gap="3" fontWeight="medium" textStyle="sm">
              <chakra.input
                type="checkbox"
                boxSize="4"
                flexShrink="0"
                accentColor="primary.solid"
                aria-describedby="private-means"
                checked={fields.isPrivate}
                disabled={busy || lost}
                onChange={({ target }) => change({ isPrivate: target.checked })}
              />
              Private project
            </chakra.label>
            <chakra.p id="private-means" ps="7" textStyle="sm" color="fg.muted">
              Only members can see it, and its files cannot be shared by link.
            </chakra.p>
          </Stack>
        </Stack>
      </form>
    </DialogFrame>
  )
}
