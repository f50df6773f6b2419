// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import type { Entry, EntryForm } from '../../../../machines/staff/site/entry-form'
import { staffEntriesMachine } from '../../../../machines/staff/site/staff-entries.machine'
import { storeDraft } from '../../../../src/session/drafts/drafts'
import { Entries } from '../../../../src/staff/site/news-page'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof staffEntriesMachine
type Snapshot = SnapshotFrom<Machine>

const entry = (changes: Partial<Entry>): Entry => ({
  id: 'e1',
  published: true,
  version: 1,
  by: null,
  changed: '2026-01-05T12:00:00.000Z',
  fields: { title: 'Open day', date: '1 May 2026', image: '/news/designcon.svg', content: '<p>Come.</p>' },
  ...changes,
})
const published = entry({})
const draft = entry({ id: 'e2', published: false, fields: { ...published.fields, title: 'Fixtures' } })
const list = [published, draft]
const after = [published]
/** The entry after a change by someone else. */
const theirs = entry({ version: 2, by: 'Omar Haddad', fields: { ...published.fields, title: 'Open week' } })
const typed: EntryForm = {
  id: 'e1',
  version: 1,
  published: true,
  fields: { ...published.fields, title: 'Open month' },
}

const newId = '00000000-0000-4000-8000-000000000000'

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const title = () => screen.getByRole('textbox', { name: /^Title/ })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const isIdle = (snapshot: Snapshot) => snapshot.matches({ list: 'listed', work: 'none' })
const has = (id: string) => (snapshot: Snapshot) =>
  isIdle(snapshot) && (snapshot.context.entries ?? []).some((one) => one.id === id)
const isFresh = ({ context: { form, failure: why, mistakes, stored } }: Snapshot) =>
  form?.fields['title'] === 'Open day' && why === null && stored === null && Object.keys(mistakes).length === 0
const isAtRest = (snapshot: Snapshot) => !snapshot.matches({ list: 'updating' })

function expectList(_: unknown, { context: { entries } }: Snapshot) {
  for (const { fields, published: isPublished } of entries ?? []) {
    const row = within(
      screen
        .getAllByRole('heading', { name: fields['title'] ?? '' })
        .at(-1)
        ?.closest('li') ?? document.body,
    )
    expect(row.getByText(isPublished ? 'Published' : 'Draft')).toBeVisible()
  }
}

const staffEntries: Surface<Machine> = {
  situations: {
    'a member of staff': { input: { kind: 'news', form: null } },
    'a member of staff who left the form': { input: { kind: 'news', form: typed } },
  },
  events: {
    'entries.retry': [{}],
    'entry.begun': (snapshot) =>
      has('e2')(snapshot)
        ? [
            { id: null, newId },
            { id: 'e1', newId },
          ]
        : [],
    'entry.left': (snapshot) => (isAtRest(snapshot) ? [{}] : []),
    'field.typed': (snapshot) => (isFresh(snapshot) ? [{ field: 'title', text: '' }] : []),
    'preview.requested': (snapshot) => (isAtRest(snapshot) ? [{}] : []),
    'preview.left': [{}],
    'entry.saved': [{ published: true }, { published: false }],
    'entry.switched': (snapshot) => (has('e2')(snapshot) ? [{ id: 'e1' }, { id: 'e2' }] : []),
    'deletion.requested': (snapshot) => (has('e2')(snapshot) ? [{ id: 'e2' }] : []),
    'deletion.dismissed': [{}],
    'deletion.confirmed': [{}],
  },
  done: {
    loadEntries: (snapshot) => (snapshot.context.form?.id === 'e1' ? [list, [theirs, draft]] : [list]),
    loadPreview: ({ context: { form } }) => [{ fields: form?.fields ?? {}, removed: form?.id === 'n1' }],
    save: [after],
    remove: [after],
  },
  failed: {
    loadEntries: [failure()],
    loadPreview: [failure()],
    save: [failure('Omar Haddad has changed this entry in the meantime. Please check it again.')],
    remove: [failure()],
  },
  distinguish: ({ entries, form, stored, preview, mistakes, chosen, failure: why, publishes, done }) => [
    ...[entries?.length, form, stored?.id, preview !== null, Object.keys(mistakes).length, chosen?.id, why],
    ...[form !== null && publishes, done],
  ],
  mount: ({ machine, input }) => {
    sessionStorage.clear()
    vi.spyOn(crypto, 'randomUUID').mockReturnValue(newId)
    if (input?.form) storeDraft('news', input.form)
    renderWorkspace(<Entries kind="news" shown={(_, { title: shown = '' }) => <p>Shown: {shown}</p>} />, {
      ...machinesOver({}),
      staffEntries: machine,
    })
  },
  states: {
    'list.loading': () => {
      expect(screen.getByText('Loading news...')).toBeVisible()
      expect(screen.queryByRole('list')).toBeNull()
    },
    'list.failed': () => expect(alerts()).toEqual(['The list could not be loaded.Retry']),
    'list.listed': expectList,
    'list.updating': expectList,
    'work.none': (_, { context: { entries, done } }) => {
      expect(screen.queryByRole('button', { name: 'Add news' }) !== null).toBe(entries !== null)
      expect(screen.queryByRole('textbox')).toBeNull()
      const texts = {
        published: 'Saved and published.',
        unpublished: 'Saved, but not published.',
        deleted: 'Deleted.',
      }
      expect(screen.queryByText(/^(Saved|Deleted)\b/)?.textContent ?? null).toBe(done && texts[done])
    },
    'work.editing': (_, { context: { form, mistakes, failure: why, stored } }) => {
      expect(screen.getByRole('heading', { name: form?.version === null ? 'Add news' : 'Edit news' })).toBeVisible()
      expect(title()).toHaveValue(form?.fields['title'])
      expect(screen.queryAllByText('Enter the title.')).toHaveLength('title' in mistakes ? 1 : 0)
      expect(screen.queryByRole('note')?.textContent ?? '').toMatch(
        stored ? /^Omar Haddad has changed this since you opened it.*Shown: Open week$/ : /^$/,
      )
      expect(alerts()).toEqual([
        ...(why === null ? [] : [`${why}Your entries are kept.`]),
        ...(Object.keys(mistakes).length > 0 ? ['Please correct the marked fields.'] : []),
      ])
    },
    'work.previewing': () => {
      expect(button('Preview')).toHaveAttribute('aria-busy', 'true')
      expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
      expect(title()).toHaveAttribute('readonly')
    },
    'work.previewed': (_, { context: { form, preview } }) => {
      expect(screen.getByText(`Shown: ${form?.fields['title']}`)).toBeVisible()
      expect(screen.queryByRole('note') !== null).toBe(preview?.removed)
      expect(button(form?.published ? 'Publish the changes' : 'Publish')).toBeEnabled()
      expect(button(form?.published ? 'Save and unpublish' : 'Save as a draft')).toBeEnabled()
      expect(screen.queryByRole('textbox')).toBeNull()
    },
    'work.saving': (_, { context: { publishes } }) => {
      const name = publishes ? /^Publish( the changes)?$/ : /^Save (and unpublish|as a draft)$/
      expect(button(name)).toHaveAttribute('aria-busy', 'true')
      expect(screen.queryByRole('button', { name: 'Back to the form' })).toBeNull()
    },
    'work.switching': (_, { context: { chosen } }) => {
      const name = `${chosen?.published ? 'Unpublish' : 'Publish'} ${chosen?.fields['title']}`
      expect(button(name)).toHaveAttribute('aria-busy', 'true')
      expect(screen.queryByRole('button', { name: 'Add news' })).toBeNull()
    },
    'work.asking': () => {
      expect(alerts()).toEqual(['Delete “Fixtures”? This cannot be undone.'])
      expect(button('Delete')).toBeEnabled()
    },
    'work.deleting': () => {
      expect(button('Delete')).toHaveAttribute('aria-busy', 'true')
      expect(screen.queryByRole('button', { name: 'Keep' })).toBeNull()
    },
  },
  perform: {
    'entries.retry': (_, { user }) => user.click(button('Retry')),
    'entry.begun': ({ id }, { user }) => user.click(button(id === null ? 'Add news' : 'Edit Open day')),
    'entry.left': (_, { user }) => user.click(button('Discard')),
    'field.typed': async ({ text }) => {
      fireEvent.change(title(), { target: { value: text } })
    },
    'preview.requested': (_, { user }) => user.click(button('Preview')),
    'preview.left': (_, { user }) => user.click(button('Back to the form')),
    'entry.saved': ({ published: publishes }, { user }) =>
      user.click(button(publishes ? /^Publish( the changes)?$/ : /^Save (and unpublish|as a draft)$/)),
    'entry.switched': ({ id }, { user }) => user.click(button(id === 'e1' ? 'Unpublish Open day' : 'Publish Fixtures')),
    'deletion.requested': (_, { user }) => user.click(button('Delete Fixtures')),
    'deletion.dismissed': (_, { user }) => user.click(button('Keep')),
    'deletion.confirmed': (_, { user }) => user.click(button('Delete')),
  },
}

testSurface('Staff entries', staffEntriesMachine, staffEntries)
