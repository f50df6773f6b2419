import { Button } from '@chakra-ui/react/button'
import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import * as revisions from '../../../machines/files/file-revisions.machine'
import '../../ui/theme/form-recipes'

type RevisionNoteProps = { actor: revisions.FileRevisionsActor; revision: revisions.Revision; label: string }

/** The note about a revision, or the field in which it is written. */
export function RevisionNote({ actor, revision: { id, note: saved }, label }: RevisionNoteProps) {
  const note = useSelector(actor, revisions.noteOf)
  const busy = useSelector(actor, revisions.isRevisionsBusy)
  if (note?.id !== id) {
    return (
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="3" overflowWrap="anywhere">
        {saved}
        <Button
          size="sm"
          variant="ghost"
          // Aligns the button's text with the other text.
          ms={saved === null ? '-3' : '0'}
          disabled={busy}
          aria-label={`${saved === null ? 'Add' : 'Edit'}: ${label}`}
          onClick={() => actor.send({ type: 'note.begun', id })}
        >
          {saved === null ? 'Add note' : 'Edit note'}
        </Button>
      </chakra.p>
    )
  }
  return (
    <chakra.form
      display="flex"
      flexWrap="wrap"
      gap="2"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'note.submitted' })
      }}
    >
      <Input
        size="sm"
        flex="1 1 200px"
        aria-label={label}
        // The user has just opened the field, so it gets the focus.
        autoFocus
        maxLength={revisions.maxNoteLength}
        readOnly={busy}
        value={note.text}
        onChange={({ target }) => actor.send({ type: 'note.typed', text: target.value })}
      />
      <Button size="sm" type="submit" disabled={busy}>
        Save note
      </Button>
      <Button size="sm" variant="outline" disabled={busy} onClick={() => actor.send({ type: 'note.dropped' })}>
        Cancel
      </Button>
    </chakra.form>
  )
}
