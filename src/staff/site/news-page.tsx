import { Badge } from '@chakra-ui/react/badge'
import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiPlus } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import { type Entry, type EntryKind, isEntryForm } from '../../../machines/staff/site/entry-form'
import * as entries from '../../../machines/staff/site/staff-entries.machine'
import { readDraft } from '../../session/drafts/drafts'
import { useDraft } from '../../session/drafts/use-draft'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { dateAndTime } from '../../ui/time'
import { EntryForm, type ShownEntry } from './entry-form'
import { useStaffMachines } from '../machines'
import { column } from '../prices/price-versions'
import { entriesTitle, takeFocus, useFocusAfterwards } from '../staff-focus'
import { StaffPage } from '../staff-page'
import { TaskButton } from '../task-button'

/** The news and publications of the home page. `shown` renders one of them as the home page does. */
export const NewsPage = ({ shown }: { shown: ShownEntry }) => (
  <StaffPage title="News and publications" gap="10">
    <Entries kind="news" shown={shown} />
    <Entries kind="publication" shown={shown} />
  </StaffPage>
)

const texts = {
  news: { title: 'News', add: 'Add news', loading: 'Loading news...', none: 'No news yet.' },
  publication: {
    title: 'Publications',
    add: 'Add a publication',
    loading: 'Loading publications...',
    none: 'No publications yet.',
  },
}

const changes = {
  published: 'Saved and published.',
  unpublished: 'Saved, but not published.',
  deleted: 'Deleted.',
}

const drafts = { news: 'news', publication: 'papers' } as const

/** The entries of one kind, with the form that edits them. */
export function Entries({ kind, shown }: { kind: EntryKind; shown: ShownEntry }) {
  const [input] = useState(() => ({ kind, form: readDraft(drafts[kind], isEntryForm(kind)) }))
  const actor = useActorRef(useStaffMachines().staffEntries, { input })
  useDraft(drafts[kind], actor, entries.entryDraftOf)
  const list = useSelector(actor, entries.entriesOf)
  const failed = useSelector(actor, entries.haveEntriesFailed)
  const loading = useSelector(actor, entries.areEntriesLoading)
  const failure = useSelector(actor, entries.entryFailureOf)
  const form = useSelector(actor, entries.entryFormIn)
  const idle = useSelector(actor, entries.isEntryWorkDone)
  const done = useSelector(actor, entries.lastEntryChangeOf)
  const { title, add, loading: loadingText, none } = texts[kind]
  return (
    <chakra.section aria-labelledby={entriesTitle[kind]} {...column} gap="4">
      <chakra.h2 id={entriesTitle[kind]} tabIndex={-1} outline="none" textStyle="lg" fontWeight="semibold">
        {title}
      </chakra.h2>
      {failure && !form && (
        <ErrorNotice title={failure} {...(failed && { onRetry: () => actor.send({ type: 'entries.retry' }) })} />
      )}
      <chakra.p role="status" textStyle="sm" color="success.fg" fontWeight="medium" _empty={{ display: 'none' }}>
        {done && changes[done]}
      </chakra.p>
      {loading && <PageSpinner text={loadingText} />}
      {form && <EntryForm actor={actor} kind={kind} form={form} shown={shown} />}
      {list && idle && (
        <Button
          size="sm"
          variant="outline"
          justifySelf="start"
          onClick={() => actor.send({ type: 'entry.begun', id: null, newId: crypto.randomUUID() })}
        >
          <Icon path={mdiPlus} />
          {add}
        </Button>
      )}
      {list?.length === 0 && <chakra.p color="fg.muted">{none}</chakra.p>}
      {list && list.length > 0 && (
        <chakra.ul borderTopWidth="1px">
          {list.map((entry) => (
            <Row key={entry.id} actor={actor} kind={kind} entry={entry} />
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  )
}

type RowProps = { actor: entries.StaffEntriesActor; kind: EntryKind; entry: Entry }

const deleteButton = (id: string) => `delete_${id}`

function Row({ actor, kind, entry: { id, published, by, changed, fields } }: RowProps) {
  const idle = useSelector(actor, entries.isEntryWorkDone)
  const isSwitched = useSelector(actor, (snapshot) => entries.switchedEntryOf(snapshot) === id)
  const isAsked = useSelector(actor, (snapshot) => entries.deletedEntryOf(snapshot) === id)
  const { title = '' } = fields
  const facts = kind === 'news' ? fields['date'] : `${fields['place']}. ${fields['conference']}`
  return (
    <chakra.li {...column} gap="2" py="3" borderBottomWidth="1px">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <chakra.h3 fontWeight="medium" overflowWrap="anywhere">
          {title}
        </chakra.h3>
        <Badge colorPalette={published ? 'success' : 'gray'}>{published ? 'Published' : 'Draft'}</Badge>
      </chakra.div>
      <chakra.p textStyle="sm" color="fg.muted">
        {facts}
        {by !== null && ` · changed by ${by}, ${dateAndTime(changed)}`}
      </chakra.p>
      {isAsked && <Question actor={actor} id={id} title={title} />}
      {(idle || isSwitched) && (
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          {idle && (
            <Button
              size="sm"
              variant="outline"
              aria-label={`Edit ${title}`}
              onClick={() => actor.send({ type: 'entry.begun', id, newId: crypto.randomUUID() })}
            >
              Edit
            </Button>
          )}
          <TaskButton
            variant="outline"
            running={isSwitched}
            aria-label={`${published ? 'Unpublish' : 'Publish'} ${title}`}
            onClick={() => actor.send({ type: 'entry.switched', id })}
          >
            {published ? 'Unpublish' : 'Publish'}
          </TaskButton>
          {idle && !published && (
            <Button
              size="sm"
              variant="outline"
              id={deleteButton(id)}
              aria-label={`Delete ${title}`}
              onClick={() => actor.send({ type: 'deletion.requested', id })}
            >
              Delete
            </Button>
          )}
        </chakra.div>
      )}
    </chakra.li>
  )
}

/** Asks for confirmation before an entry is deleted. */
function Question({ actor, id, title }: { actor: entries.StaffEntriesActor; id: string; title: string }) {
  const deleting = useSelector(actor, entries.isEntryBeingDeleted)
  const kind = useSelector(actor, entries.entryKindOf)
  useFocusAfterwards(deleteButton(id), entriesTitle[kind])
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <chakra.p role="alert" textStyle="sm" fontWeight="medium">
        Delete “{title}”? This cannot be undone.
      </chakra.p>
      <TaskButton colorPalette="error" running={deleting} onClick={() => actor.send({ type: 'deletion.confirmed' })}>
        Delete
      </TaskButton>
      {!deleting && (
        // This button gets the focus, because a second press of Enter must not delete anything.
        <Button ref={takeFocus} size="sm" variant="outline" onClick={() => actor.send({ type: 'deletion.dismissed' })}>
          Keep
        </Button>
      )}
    </chakra.div>
  )
}
