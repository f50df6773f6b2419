import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'

import type { ProjectFile } from '../../../machines/files/file-order'
import * as shares from '../../../machines/sharing/file-shares.machine'
import '../../ui/theme/form-recipes'
import { ErrorNotice } from '../../ui/notices/notices'
import { DialogFrame } from '../../ui/dialog/dialog-frame'
import { useSharingMachines } from './machines'
import { LinkToCopy } from './link-to-copy'

type ShareFileDialogProps = {
  file: Pick<ProjectFile, 'id' | 'name'>
  /** Whether someone else deleted or replaced the file while the dialog was open. */
  isGone: boolean
  onClose: () => void
}

/** Creates, lists and revokes links to one file for people without an account. */
export function ShareFileDialog({ file, isGone, onClose }: ShareFileDialogProps) {
  const actor = useActorRef(useSharingMachines().fileShares, { input: { fileId: file.id } })
  const failure = useSelector(actor, shares.sharesFailureOf)
  const busy = useSelector(actor, shares.isSharesBusy)
  const created = useSelector(actor, shares.createdOf)
  const refusal = useSelector(actor, shares.refusalOf)
  const isUnsent = useSelector(actor, (snapshot) => shares.passwordOf(snapshot) !== '')

  return (
    <DialogFrame title={`Share ${file.name}`} size="xl" isUnsent={isUnsent && !isGone} onClose={onClose}>
      <chakra.div display="grid" gap="5">
        <p>
          Anyone with the link (and its password, if set) can download the file until the link expires or is revoked.
        </p>
        {isGone ? (
          <ErrorNotice
            title="This file was deleted or replaced."
            text="Links to a deleted file no longer work. To share its replacement, close this dialog and choose it in the list."
          />
        ) : failure ? (
          <ErrorNotice title={failure} retrying={busy} onRetry={() => actor.send({ type: 'shares.reload' })} />
        ) : (
          <NewLink actor={actor} />
        )}
        {refusal && (
          <chakra.p role="alert" color="error.fg">
            {refusal}
          </chakra.p>
        )}
        {/* Show the created link even if the list cannot be loaded, because it is displayed only once. */}
        {created && (
          <LinkToCopy
            url={created.url}
            label="Link"
            text="Copy the link now. For your security, it is not stored and cannot be shown again."
          />
        )}
        {!failure && !isGone && <Links actor={actor} />}
      </chakra.div>
    </DialogFrame>
  )
}

function NewLink({ actor }: { actor: shares.FileSharesActor }) {
  const days = useSelector(actor, shares.daysOf)
  const password = useSelector(actor, shares.passwordOf)
  const busy = useSelector(actor, shares.isSharesBusy)
  const making = useSelector(actor, shares.isMaking)
  return (
    <chakra.form
      display="flex"
      flexWrap="wrap"
      alignItems="end"
      gap="3"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'link.requested' })
      }}
    >
      <Field.Root w="auto" disabled={making}>
        <Field.Label>Expires after</Field.Label>
        <NativeSelect.Root size="sm" w="32">
          <NativeSelect.Field
            value={days}
            onChange={({ target }) => actor.send({ type: 'days.chosen', days: Number(target.value) })}
          >
            {shares.lifetimes.map((one) => (
              <option key={one} value={one}>
                {one === 1 ? '1 day' : `${one} days`}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </Field.Root>
      <Field.Root flex="1 1 200px" w="auto">
        <Field.Label>Password (optional)</Field.Label>
        <Input
          size="sm"
          type="password"
          autoComplete="new-password"
          readOnly={making}
          value={password}
          onChange={({ target }) => actor.send({ type: 'password.typed', password: target.value })}
        />
      </Field.Root>
      <Button size="sm" type="submit" disabled={busy}>
        {making ? 'Creating...' : 'Create link'}
      </Button>
    </chakra.form>
  )
}

const listStyle: SystemStyleObject = {
  borderWidth: '1px',
  borderRadius: 'l2',
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', px: '3', py: '2', textStyle: 'sm' },
  '& li + li': { borderTopWidth: '1px' },
  '& .what': { flex: '1 1 220px' },
}

function Links({ actor }: { actor: shares.FileSharesActor }) {
  const list = useSelector(actor, shares.sharesOf)
  const busy = useSelector(actor, shares.isSharesBusy)
  if (list.length === 0) {
    return (
      <chakra.p textStyle="sm" color="fg.muted" role="status">
        {busy ? 'Loading links...' : 'This file has no share links.'}
      </chakra.p>
    )
  }
  return (
    <chakra.ul css={listStyle} aria-label="Links to this file">
      {list.map((share) => (
        <li key={share.id}>
          <span className="what">
            Created on {day(share.created_at)} by {share.created_by_name}, expires on {day(share.expires_at)},{' '}
            {share.has_password ? 'with a password' : 'without a password'}
          </span>
          <Button
            size="xs"
            variant="outline"
            colorPalette="error"
            disabled={busy}
            aria-label={`Revoke the link that expires on ${day(share.expires_at)}`}
            onClick={() => actor.send({ type: 'link.revoked', id: share.id })}
          >
            Revoke
          </Button>
        </li>
      ))}
    </chakra.ul>
  )
}

const day = (iso: string) => new Date(iso).toLocaleDateString('en-US', { dateStyle: 'medium' })
