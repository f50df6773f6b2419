import { Field } from '@chakra-ui/react/field'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'

import * as settings from '../../../machines/notices/notice-settings.machine'
import { CancelButton, DialogFrame } from '../../ui/dialog/dialog-frame'
import { ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import '../../ui/theme/form-recipes'
import '../../ui/theme/select-recipes'
import { useNoticeMachines } from './machines'

type Setting = settings.NoticeSetting

const kinds: Record<Setting['kind'], string> = {
  mention: 'Comments that mention you',
  reply: 'Replies in your comment threads',
  delivery: 'Delivered simulations',
  request: 'Progress of your requests',
  message: 'Messages about your requests',
  quota: 'Storage that is nearly full',
  membership: 'Projects you are added to or removed from',
  invitation: 'Accepted invitations',
}

const deliveries: Record<Setting['delivery'], string> = {
  email: 'In the list and by e-mail',
  digest: 'In the list and in a daily e-mail',
  header: 'Only in the list',
  off: 'Off',
}

/** The dialog in which the user chooses how to receive each kind of notification. */
export function NoticeSettingsDialog({ onClose }: { onClose: () => void }) {
  const actor = useActorRef(useNoticeMachines().noticeSettings)
  const loading = useSelector(actor, settings.isLoading)
  const saving = useSelector(actor, settings.isSaving)
  const known = useSelector(actor, settings.settingsOf)
  const changing = useSelector(actor, settings.changingOf)
  const failure = useSelector(actor, settings.failureOf)
  return (
    <DialogFrame title="Notification settings" onClose={onClose} footer={<CancelButton>Close</CancelButton>}>
      <Stack gap="4">
        {loading && <PageSpinner text="Loading settings..." />}
        {failure && (
          <ErrorNotice
            title={failure}
            {...(known === null && { onRetry: () => actor.send({ type: 'settings.retry' }) })}
          />
        )}
        {known && (
          <>
            <p>
              {known.email === null
                ? 'No e-mails are sent: this site has no mail server, or your account has no e-mail address.'
                : `E-mails are sent to ${known.email}.`}
            </p>
            {entries(kinds).map(([kind, name]) => (
              <Field.Root key={kind} disabled={saving}>
                <Field.Label>{name}</Field.Label>
                <NativeSelect.Root size="sm">
                  <NativeSelect.Field
                    value={changing?.kind === kind ? changing.delivery : known.deliveries[kind]}
                    onChange={({ target }) => {
                      const delivery = target.value as Setting['delivery']
                      actor.send({ type: 'delivery.chosen', setting: { kind, delivery } })
                    }}
                  >
                    {entries(deliveries).map(([delivery, text]) => (
                      <option key={delivery} value={delivery}>
                        {text}
                      </option>
                    ))}
                  </NativeSelect.Field>
                  <NativeSelect.Indicator />
                </NativeSelect.Root>
              </Field.Root>
            ))}
            <chakra.p role="status" textStyle="sm" color="fg.muted" minH="5">
              {saving && 'Saving...'}
            </chakra.p>
          </>
        )}
      </Stack>
    </DialogFrame>
  )
}

const entries = <Key extends string>(record: Record<Key, string>) => Object.entries(record) as [Key, string][]
