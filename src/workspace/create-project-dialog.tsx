import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { Stack } from '@chakra-ui/react/stack'
import { Textarea } from '@chakra-ui/react/textarea'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'

import { draftOf, formOf, isBusy, isProjectDraft } from '../../machines/workspace/project-create.machine'
import type { Project } from '../../machines/workspace/projects.machine'
import { dropDraft, readDraft, useDraft } from '../session/drafts'
import { ErrorNotice } from '../ui/notices'
import { DialogFrame } from './dialog-frame'
import { useWorkspaceMachines } from './machines'

const formId = 'create-project'

/** Asks for a new project's name and notes. */
export function CreateProjectDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (project: Project) => void
}) {
  const [draft] = useState(() => readDraft('project', isProjectDraft))
  const actor = useActorRef(useWorkspaceMachines().projectCreate, { input: { draft } })
  const snapshot = useSelector(actor, (current) => current)
  const { name, notes, failure } = formOf(snapshot)
  const busy = isBusy(snapshot)
  const created = snapshot.output

  useDraft('project', actor, draftOf)
  const discard = () => {
    dropDraft('project')
    onClose()
  }

  useEffect(() => {
    if (created) onCreated(created)
    // The callback is another one on every render of the parent; only the project counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [created])

  return (
    <DialogFrame
      title="Create New Project"
      onClose={discard}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={discard}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!snapshot.can({ type: 'form.submitted' })}>
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
          {failure && <ErrorNotice title={failure} text="What you typed is still here. Try again." />}
          <Field.Root required>
            <Field.Label>
              Project name
              <Field.RequiredIndicator />
            </Field.Label>
            <Input
              value={name}
              maxLength={254}
              disabled={busy}
              onChange={(event) => actor.send({ type: 'name.changed', name: event.target.value })}
            />
          </Field.Root>
          <Field.Root>
            <Field.Label>Notes (optional)</Field.Label>
            <Textarea
              value={notes}
              rows={4}
              maxLength={5000}
              disabled={busy}
              onChange={(event) => actor.send({ type: 'notes.changed', notes: event.target.value })}
            />
            <Field.HelperText>What the board is for, or what you want to find out.</Field.HelperText>
          </Field.Root>
        </Stack>
      </form>
    </DialogFrame>
  )
}
