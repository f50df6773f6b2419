import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'

import { ErrorNotice } from '../ui/notices'
import '../ui/theme/form-recipes'

type PrivateNotesProps = {
  notes: string
  /** The saved notes, if the typed ones differ from them. */
  saved: string | null
  busy: boolean
  /** Why the notes could not be saved, unless the page shows it. */
  failure?: string | null
  onType: (text: string) => void
  onSave: () => void
  onDiscard: () => void
}

/** The staff's notes. If a colleague has changed them in the meantime, both texts are shown. */
export const PrivateNotes = ({ notes, saved, busy, failure, onType, onSave, onDiscard }: PrivateNotesProps) => (
  <section aria-label="Private notes">
    <Field.Root>
      <Field.Label>Private notes</Field.Label>
      <Textarea rows={8} maxLength={10_000} value={notes} onChange={({ target }) => onType(target.value)} />
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
          <Button size="sm" disabled={busy} onClick={onSave}>
            Save notes
          </Button>
          <Button size="sm" variant="outline" onClick={onDiscard}>
            Discard
          </Button>
        </chakra.div>
      </chakra.div>
    )}
  </section>
)
