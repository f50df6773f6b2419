import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import * as limit from '../../../machines/staff/requests/storage-limit.machine'
import { ErrorNotice } from '../../ui/notices/notices'
import { fileSize } from '../../../machines/lib/file-size'
import '../../ui/theme/form-recipes'
import { useStaffMachines } from '../machines'
import { focusFirstMistake, requestTitle, storageButton, takeFocus, useFocusAfterwards } from '../staff-focus'
import { TaskButton } from '../task-button'

type StorageLimitPanelProps = {
  requestId: string
  storage: limit.StaffStorage
  /** Called when the limit may have changed. */
  onAnswered: () => void
}

const title = 'Change the storage limit'

/** How much of its storage a project uses: "1.2 GB of 2 GB". */
export const storageText = ({ used_bytes: used, limit_bytes: most }: limit.StaffStorage) =>
  `${fileSize(used)} of ${fileSize(most)}`

/** Changes the storage limit of the project of a paid request. */
export function StorageLimitPanel({ requestId, storage, onAnswered }: StorageLimitPanelProps) {
  const [input] = useState({ requestId })
  const { storageLimit } = useStaffMachines()
  const actor = useActorRef(storageLimit.provide({ actions: { tellAnswered: onAnswered } }), { input })
  const open = useSelector(actor, limit.isLimitOpen)
  if (open) return <LimitForm actor={actor} storage={storage} />
  return (
    <TaskButton
      id={storageButton}
      variant="outline"
      next={[requestTitle]}
      onClick={() => actor.send({ type: 'limit.begun' })}
    >
      {title}
    </TaskButton>
  )
}

type FormProps = { actor: limit.StorageLimitActor; storage: limit.StaffStorage }

function LimitForm({ actor, storage }: FormProps) {
  useFocusAfterwards(storageButton, requestTitle)
  const text = useSelector(actor, limit.limitTextOf)
  const mistake = useSelector(actor, limit.limitMistakeOf)
  const failure = useSelector(actor, limit.limitFailureOf)
  const saving = useSelector(actor, limit.isSavingLimit)
  return (
    <chakra.form
      aria-labelledby="storage_limit"
      display="grid"
      gap="4"
      p="4"
      w="full"
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
      noValidate
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape' && !nativeEvent.isComposing) actor.send({ type: 'limit.hidden' })
      }}
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'limit.saved', storage })
        focusFirstMistake(event.currentTarget)
      }}
    >
      <chakra.h2 id="storage_limit" fontWeight="semibold">
        {title}
      </chakra.h2>
      <Field.Root required invalid={mistake !== null} maxW="xs">
        <Field.Label>
          New limit in GB, from {storage.least_gb} to {storage.most_gb}
        </Field.Label>
        <Input
          ref={takeFocus}
          size="sm"
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          value={text}
          readOnly={saving}
          onChange={({ target }) => actor.send({ type: 'limit.typed', text: target.value })}
        />
        <Field.HelperText>
          The project uses {storageText(storage)}. Its members can see who changed the limit.
        </Field.HelperText>
        <Field.ErrorText>{mistake}</Field.ErrorText>
      </Field.Root>
      {failure && <ErrorNotice title={failure} text="Your entry is kept." />}
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <TaskButton type="submit" running={saving}>
          Save the limit
        </TaskButton>
        {!saving && (
          <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'limit.left' })}>
            Discard
          </Button>
        )}
      </chakra.div>
    </chakra.form>
  )
}
