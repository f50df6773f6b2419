import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'

import * as deletion from '../../../machines/people/data-deletion.machine'
import '../../ui/theme/form-recipes'
import { CancelButton, DialogFrame } from '../../ui/dialog/dialog-frame'
import { ErrorNotice } from '../../ui/notices/notices'
import { useEmitted } from '../../ui/use-emitted'
import { usePeopleMachines } from './machines'

const formId = 'delete-data'

const deleted = [
  'your name, username and e-mail address, and your memberships',
  'projects that have no other members, and their files, except those of your requests',
  'your share links, invitations, notifications, billing details, unfinished uploads and drafts',
]

const kept = [
  'requests that you placed, for our accounting, with their files until the retention period ends',
  'the billing details on invoices that you received, as the law requires',
  'projects that other members still use, with your files and comments in them',
]

type DeleteDataDialogProps = {
  username: string
  onClose: () => void
  onDeleted: () => void
}

/** Deletes the data that is stored about the user, after a confirmation. */
export function DeleteDataDialog({ username, onClose, onDeleted }: DeleteDataDialogProps) {
  const actor = useActorRef(usePeopleMachines().dataDeletion, { input: { username } })
  const isDeleting = useSelector(actor, deletion.isDeleting)
  const isDeleted = useSelector(actor, deletion.isDeleted)
  const busy = isDeleting || isDeleted
  const canDelete = useSelector(actor, deletion.canDelete)
  const typed = useSelector(actor, deletion.typedOf)
  const removeFiles = useSelector(actor, deletion.removeFilesOf)
  const failure = useSelector(actor, deletion.deletionFailureOf)

  useEmitted(actor, { 'data.deleted': onDeleted })

  return (
    <DialogFrame
      title="Delete my data?"
      size="xl"
      role="alertdialog"
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <CancelButton disabled={busy}>Cancel</CancelButton>
          <Button type="submit" form={formId} colorPalette="error" disabled={busy || !canDelete}>
            {isDeleted ? 'Signing out...' : isDeleting ? 'Deleting...' : 'Delete my data'}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {failure && <ErrorNotice title={failure} />}
        <p>
          This cannot be undone. You will be signed out on all your devices. Export your data first if you want to keep
          a copy.
        </p>
        <Listed title="Deleted:" items={deleted} />
        <Listed title="Kept, without your name except on invoices:" items={kept} />
        {/* The months are the default of MESSAGE_RETENTION_MONTHS (server/config.ts). */}
        <chakra.p textStyle="sm" color="fg.muted">
          Messages that you sent through the contact form are kept for 24 months, or until you ask us to delete them.
          Your account with the sign-in service is also kept: if you log in again, you start with an empty workspace.
        </chakra.p>
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault()
            actor.send({ type: 'deletion.confirmed' })
          }}
        >
          <Stack gap="4">
            <Stack gap="1">
              <chakra.label display="flex" alignItems="center" gap="3" minH="6" fontWeight="medium" textStyle="sm">
                <chakra.input
                  type="checkbox"
                  boxSize="4"
                  flexShrink="0"
                  accentColor="primary.solid"
                  aria-describedby="remove-files-means"
                  checked={removeFiles}
                  disabled={busy}
                  onChange={({ target }) => actor.send({ type: 'files.chosen', removeFiles: target.checked })}
                />
                Also delete the files of my requests
              </chakra.label>
              <chakra.p id="remove-files-means" ps="7" textStyle="sm" color="fg.muted">
                Only possible once all your requests are delivered or canceled.
              </chakra.p>
            </Stack>
            <Field.Root disabled={busy}>
              <Field.Label display="block" overflowWrap="anywhere">
                To confirm, type your username: <strong>{username}</strong>
              </Field.Label>
              <Input
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={typed}
                onChange={({ target }) => actor.send({ type: 'name.typed', text: target.value })}
              />
            </Field.Root>
          </Stack>
        </form>
      </Stack>
    </DialogFrame>
  )
}

const Listed = ({ title, items }: { title: string; items: string[] }) => (
  <div>
    <chakra.p fontWeight="semibold">{title}</chakra.p>
    <chakra.ul listStyleType="disc" ps="6">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </chakra.ul>
  </div>
)
