import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import {
  type Entry,
  type EntryForm,
  entryMistakes,
  isEntryForm,
  newEntryForm,
} from '../../../machines/staff/site/entry-form'
import {
  entryDraftOf,
  entryFailureOf,
  entryMistakesOf,
  lastEntryChangeOf,
  type SavedEntry,
  staffEntriesMachine,
  storedEntryOf,
} from '../../../machines/staff/site/staff-entries.machine'

const fields = { title: 'Open day', date: '1 May 2026', image: '/news/designcon.svg', content: '<p>Come.</p>' }
const entry: Entry = {
  id: 'e1',
  published: true,
  version: 1,
  by: 'Stella Okafor',
  changed: '2026-01-05T12:00:00.000Z',
  fields,
}

/** Starts the machine with stored entries. `save` can refuse what is saved. */
function open(o: { entries?: Entry[]; form?: EntryForm; save?: (saved: SavedEntry) => Promise<Entry[]> } = {}) {
  const stored = { entries: o.entries ?? [entry] }
  const sent: SavedEntry[] = []
  const actor = createActor(
    staffEntriesMachine.provide({
      actors: {
        loadEntries: fromPromise(async () => stored.entries),
        loadPreview: fromPromise(async ({ input }) => ({ fields: input.fields, removed: false })),
        save: fromPromise<Entry[], SavedEntry>(async ({ input }) => {
          sent.push(input)
          return o.save ? o.save(input) : stored.entries
        }),
      },
    }),
    { input: { kind: 'news', form: o.form ?? null } },
  ).start()
  const at = (list: string, work: string) =>
    waitFor(actor, (snapshot) => snapshot.value['list'] === list && snapshot.value['work'] === work)
  const saveNow = async (published: boolean) => {
    actor.send({ type: 'preview.requested' })
    await at('listed', 'previewed')
    actor.send({ type: 'entry.saved', published })
  }
  return {
    actor,
    at,
    sent,
    stored,
    saveNow,
    read: <T>(select: (snapshot: ReturnType<typeof actor.getSnapshot>) => T) => select(actor.getSnapshot()),
  }
}

test('an entry is saved with the version that was seen, and as it was chosen', async () => {
  const { actor, at, sent, saveNow, read } = open()
  await at('listed', 'none')
  actor.send({ type: 'entry.begun', id: 'e1', newId: 'n1' })
  actor.send({ type: 'field.typed', field: 'title', text: 'Open week' })
  await saveNow(false)
  await at('listed', 'none')
  expect(sent).toEqual([
    { kind: 'news', id: 'e1', version: 1, published: false, fields: { ...fields, title: 'Open week' } },
  ])
  expect([read(lastEntryChangeOf), read(entryDraftOf)]).toEqual(['unpublished', null])
})

test('a conflict keeps what was typed, shows what is stored, and the next save replaces it', async () => {
  const theirs: Entry = { ...entry, version: 2, by: 'Omar Haddad', fields: { ...fields, title: 'Open week' } }
  const refusal = new Error('Omar Haddad has changed this entry in the meantime.')
  const { actor, at, sent, stored, saveNow, read } = open({
    save: ({ version }) => (version === 2 ? Promise.resolve([theirs]) : Promise.reject(refusal)),
  })
  await at('listed', 'none')
  actor.send({ type: 'entry.begun', id: 'e1', newId: 'n1' })
  actor.send({ type: 'field.typed', field: 'title', text: 'Open month' })
  stored.entries = [theirs]
  await saveNow(true)
  await at('listed', 'editing')
  expect([read(entryFailureOf), read(storedEntryOf)]).toEqual([refusal.message, theirs])
  expect(read(entryDraftOf)?.fields['title']).toBe('Open month')
  await saveNow(true)
  await at('listed', 'none')
  expect(sent.map(({ version, fields: { title } }) => [version, title])).toEqual([
    [1, 'Open month'],
    [2, 'Open month'],
  ])
})

test('an entry that was deleted in the meantime is saved as a new one', async () => {
  const { at, sent, saveNow, read } = open({ entries: [], form: { id: 'e1', version: 3, published: true, fields } })
  await at('listed', 'editing')
  expect(read(storedEntryOf)).toBeNull()
  await saveNow(true)
  await at('listed', 'none')
  expect(sent[0]?.version).toBeNull()
})

test('a save whose answer was lost is not shown as a change by someone else', async () => {
  const { at, read } = open({
    entries: [{ ...entry, version: 2 }],
    form: { id: 'e1', version: 1, published: true, fields },
  })
  await at('listed', 'editing')
  expect([read(storedEntryOf), read(entryDraftOf)?.version]).toEqual([null, 2])
})

test('the fields that the server refuses are marked in plain words until they are changed', async () => {
  const errors = [{ field: 'content', message: 'content must not be empty.' }]
  const { actor, at, saveNow, read } = open({
    save: () => Promise.reject(Object.assign(new Error('content must not be empty.'), { errors })),
  })
  await at('listed', 'none')
  actor.send({ type: 'entry.begun', id: 'e1', newId: 'n1' })
  await saveNow(true)
  await at('listed', 'editing')
  expect([read(entryFailureOf), read(entryMistakesOf)]).toEqual([
    'The text in HTML must not be empty.',
    { content: 'The text in HTML must not be empty.' },
  ])
  actor.send({ type: 'field.typed', field: 'content', text: '<p>x</p>' })
  expect(read(entryMistakesOf)).toEqual({})
})

describe('what is typed', () => {
  test.each([
    ['news', { title: ' ' }, 'title', 'Enter the title.'],
    ['news', { title: 'x'.repeat(201) }, 'title', 'Use at most 200 characters.'],
    ['news', { content: 'x'.repeat(5001) }, 'content', 'Use at most 5,000 characters.'],
    [
      'news',
      { date: 'Next spring' },
      'date',
      'Enter a date that ends with a day, a month and a year, such as 21 August 2025.',
    ],
    [
      'news',
      { date: 'May 2026' },
      'date',
      'Enter a date that ends with a day, a month and a year, such as 21 August 2025.',
    ],
    [
      'news',
      { date: '40 May 2026' },
      'date',
      'Enter a date that ends with a day, a month and a year, such as 21 August 2025.',
    ],
    ['publication', { url: 'example.com' }, 'url', 'Enter a web address that starts with https://.'],
    ['publication', { url: 'javascript:alert(1)' }, 'url', 'Enter a web address that starts with https://.'],
    ['publication', { place: '0' }, 'place', 'Enter a whole number from 1 to 100.'],
    ['publication', { place: '1.5' }, 'place', 'Enter a whole number from 1 to 100.'],
  ] as const)('is checked before it is sent: %s %j', (kind, typed, field, text) => {
    const complete = kind === 'news' ? fields : { title: 'T', authors: 'A', conference: 'C', url: '', place: '1' }
    expect(entryMistakes(kind, complete)).toEqual({})
    expect(entryMistakes(kind, { ...complete, ...typed })).toEqual({ [field]: text })
  })

  test('is found again only if it fits the form', () => {
    const form = newEntryForm('news', 'n1', 4)
    expect(isEntryForm('news')(structuredClone(form))).toBe(true)
    expect(isEntryForm('publication')(form)).toBe(false)
    for (const broken of [null, 'x', {}, { ...form, fields: null }, { ...form, version: '1' }, { ...form, id: 1 }]) {
      expect(isEntryForm('news')(broken)).toBe(false)
    }
  })

  test('begins with the next place of a publication', () => {
    expect(newEntryForm('publication', 'n1', 10).fields['place']).toBe('11')
    expect(newEntryForm('publication', 'n1', 100).fields['place']).toBe('100')
  })
})
