import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'
import { useRef } from 'react'

import { ErrorNotice } from '../../ui/notices/notices'
import '../../ui/theme/form-recipes'

type PrivateNotesProps = {
  notes: string
  /** The saved notes; null unless the typed ones differ from them. */
  saved: string | null
  busy: boolean
  /** Why the notes could not be saved, unless the page already shows the reason. */
  failure?: string | null
  onType: (text: string) => void
  onSave: () => void
  onDiscard: () => void
}

/** The staff's notes. While the typed notes differ from the saved ones, both are shown. */
export function PrivateNotes({ notes, saved, busy, failure, onType, onSave, onDiscard }: PrivateNotesProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  /** Moves the focus to the field before a task, because the task removes the buttons. */
  const leaveFor = (task: () => void) => {
    field.current?.focus()
    task()
  }
  return (
    <section aria-label="Private notes">
      <Field.Root>
        <Field.Label>Private notes</Field.Label>
        <Textarea
          ref={field}
          rows={8}
          maxLength={10_000}
          value={notes}
          onChange={({ target }) => onType(target.value)}
        />
        <Field.HelperText>Only staff can see them.</Field.HelperText>
      </Field.Root>
      {saved !== null && (
        <chakra.div display="grid" gap="2" mt="3">
          {failure && <ErrorNotice title={failure} />}
          {saved !== '' && (
            <chakra.div textStyle="sm">
              <chakra.p color="fg.muted">Currently saved:</chakra.p>
              <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
                {saved}
              </chakra.p>
            </chakra.div>
          )}
          <chakra.div display="flex" gap="3">
            <Button size="sm" disabled={busy} onClick={() => leaveFor(onSave)}>
              Save notes
            </Button>
            <Button size="sm" variant="outline" onClick={() => leaveFor(onDiscard)}>
              Discard
            </Button>
          </chakra.div>
        </chakra.div>
      )}
    </section>
  )
}
