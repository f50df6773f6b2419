// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fromPromise } from 'xstate'

import type { Entry } from '../../../machines/staff/site/entry-form'
import { type SavedEntry, staffEntriesMachine } from '../../../machines/staff/site/staff-entries.machine'
import { shownEntry } from '../../../src/routes/staff/shown-entry'
import { NewsPage } from '../../../src/staff/site/news-page'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

class NoLayout {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: NoLayout })

const known = { published: true, version: 1, by: 'Stella Okafor', changed: '2026-01-05T12:00:00.000Z' }
const lists: Record<string, Entry[]> = {
  news: [
    {
      ...{ ...known, id: 'n1' },
      fields: { title: 'Open day', date: '1 May 2026', image: '/news/designcon.svg', content: '<p>Come.</p>' },
    },
  ],
  publication: [
    {
      ...{ ...known, id: 'p1', by: null },
      fields: { title: 'A Paper', authors: 'A. Author', conference: 'Conf, 2026', url: '', place: '1' },
    },
  ],
}

function openPage() {
  const sent: SavedEntry[] = []
  const staffEntries = staffEntriesMachine.provide({
    actors: {
      loadEntries: fromPromise(async ({ input }) => lists[input.kind] ?? []),
      loadPreview: fromPromise(async ({ input }) => ({ fields: input.fields, removed: false })),
      save: fromPromise<Entry[], SavedEntry>(async ({ input }) => {
        sent.push(input)
        return lists[input.kind] ?? []
      }),
    },
  })
  const user = renderWorkspace(<NewsPage shown={shownEntry} />, { ...machinesOver({}), staffEntries })
  return { user, sent }
}

beforeEach(() => sessionStorage.clear())

test('both lists say what is published, its place or date, and who has changed it', async () => {
  openPage()
  const news = within(await screen.findByRole('region', { name: 'News' }))
  expect((await news.findByRole('heading', { name: 'Open day' })).closest('li')).toHaveTextContent(
    /^Open dayPublished1 May 2026 · changed by Stella Okafor, /,
  )
  const papers = within(screen.getByRole('region', { name: 'Publications' }))
  expect((await papers.findByRole('heading', { name: 'A Paper' })).closest('li')).toHaveTextContent(
    /^A PaperPublished1\. Conf, 2026Edit/,
  )
  expect(papers.queryByRole('button', { name: 'Delete A Paper' })).toBeNull()
})

test('the picture of news is chosen among those of the site, and the preview shows it', async () => {
  const { user, sent } = openPage()
  await user.click(await screen.findByRole('button', { name: 'Edit Open day' }))
  expect(screen.getByRole('heading', { name: 'Edit news' })).toHaveFocus()
  const pictures = within(screen.getByRole('group', { name: 'Picture' })).getAllByRole('radio')
  expect(pictures.map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, false, false, true])
  await user.click(screen.getByRole('radio', { name: 'Board traces' }))
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  const card = await screen.findByRole('article', { name: 'Open day' })
  expect(card.querySelector('img')).toHaveAttribute('src', '/news/cadencelive.svg')
  await user.click(screen.getByRole('button', { name: 'Publish the changes' }))
  await screen.findByText('Saved and published.')
  expect(sent[0]?.fields['image']).toBe('/news/cadencelive.svg')
  expect(screen.getByRole('heading', { name: 'News', level: 2 })).toHaveFocus()
})

test('a publication without a link is previewed as a plain title, with its authors', async () => {
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: 'Edit A Paper' }))
  expect(screen.getByRole('textbox', { name: /^Place in the list/ })).toHaveAccessibleDescription(
    /^The first three are always visible\./,
  )
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  const form = within(screen.getByRole('region', { name: 'Edit a publication' }))
  expect(await form.findByText('A. Author')).toBeVisible()
  expect(form.queryByRole('link', { name: 'A Paper' })).toBeNull()
})

test('what was typed is found again after a reload, until it is discarded', async () => {
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: 'Add a publication' }))
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Loss')
  expect(JSON.parse(sessionStorage.getItem('draft-1:papers') ?? '')).toMatchObject({
    version: null,
    fields: { title: 'Loss', place: '2' },
  })
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(sessionStorage.getItem('draft-1:papers')).toBeNull()
})
