/** The news and publications on the home page: what is public, what the staff can change, and what is refused. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import type { Db } from '../../../server/database/database'
import { counters, siteEntries } from '../../../server/database/schema'
import { news } from '../../../src/content/news'
import { publications } from '../../../src/content/publications'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type Person } from '../api-server'
import { makeAtOnce } from '../at-once'
import { expected } from '../caller'

type Schemas = components['schemas']
type NewNews = Schemas['NewNewsItem']
type NewPublication = Schemas['NewPublication']
type NewsList = Schemas['StaffNewsList']
type PublicationList = Schemas['StaffPublicationList']
type Problem = Schemas['Problem']

let api: ApiServer
let staff: Person
let colleague: Person
beforeAll(async () => {
  api = await startApi()
  staff = await api.person('user', 'staff')
  colleague = await api.person('staff')
})
afterAll(() => api.stop())

const openDay: NewNews = {
  image: '/news/designcon.svg',
  date: '2-3 May 2026',
  title: 'Open day',
  content: '<p>Come and see our fixtures.</p>',
  published: true,
}
const paper: NewPublication = {
  title: 'A Paper',
  url: 'https://example.com/paper',
  authors: 'A. Author, B. Author',
  conference: 'Conf, 2026',
  place: 2,
  published: true,
}

const shown = async () => expected(await api.anonymous.call<Schemas['SiteNews']>('GET', '/v1/news'), 200)
const listNews = async () => expected(await staff.call<NewsList>('GET', '/v1/staff/news'), 200).items
const listPapers = async () => expected(await staff.call<PublicationList>('GET', '/v1/staff/publications'), 200).items

type Kind = 'news' | 'publications'
const matching = (version?: number) => (version === undefined ? {} : { headers: { 'if-match': `"${version}"` } })
const save = (kind: Kind, id: string, json: object, version?: number, who: Person = staff) =>
  who.call<NewsList | PublicationList>('PUT', `/v1/staff/${kind}/${id}`, { json, ...matching(version) })
const remove = (kind: Kind, id: string, version?: number) =>
  staff.call<NewsList | PublicationList>('DELETE', `/v1/staff/${kind}/${id}`, matching(version))
const preview = (json: object) => staff.call<Schemas['NewsPreview']>('POST', '/v1/staff/news-preview', { json })

/** Adds a news item and returns its id. */
async function add(changes: Partial<NewNews> = {}): Promise<string> {
  const id = randomUUID()
  expected(await save('news', id, { ...openDay, ...changes }), 200)
  return id
}
const stored = async (id: string) => (await listNews()).find((item) => item.id === id)

describe('a new site', () => {
  test('has the specified news and publications, which nobody has changed', async () => {
    covers('decisions-staff-news-first', 'decisions-site-news', 'decisions-staff-news')
    expect(await shown()).toEqual({ news, publications })
    expect((await listNews()).map(({ number, published, version, by }) => [number, published, version, by])).toEqual(
      [4, 3, 2, 1].map((number) => [number, true, 1, null]),
    )
    expect((await listPapers()).map(({ place, number }) => [place, number])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 1, index + 1]),
    )
  })

  test('lets proxies and browsers keep the news for a few seconds', async () => {
    const answer = await api.anonymous.call('GET', '/v1/news')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=10')
  })
})

/** Restores the initial state of the site. */
const restore = async () => {
  await api.db
    .delete(siteEntries)
    .where(sql`${siteEntries.number} > case ${siteEntries.kind} when 'news' then 4 else 10 end`)
  await api.db.update(siteEntries).set({ published: true }).where(eq(siteEntries.published, false))
  await api.db
    .update(siteEntries)
    .set({ rank: sql`${siteEntries.number}` })
    .where(eq(siteEntries.kind, 'publication'))
}
afterEach(restore)

describe('news', () => {
  test('are public once they are published, in the order of their dates, and no longer when they are unpublished', async () => {
    covers('decisions-staff-news-save', 'decisions-staff-news-delete')
    const id = randomUUID()
    expected(await save('news', id, { ...openDay, published: false }), 200)
    expect((await shown()).news.map(({ title }) => title)).not.toContain('Open day')
    const draft = await stored(id)
    expect(draft).toMatchObject({ published: false, version: 1, by: `Pat ${staff.username}`, title: 'Open day' })

    expected(await save('news', id, openDay, 1), 200)
    const { published: _, ...content } = openDay
    expect((await shown()).news[0]).toEqual({ id: draft?.number, ...content })

    const between = await add({ date: '31 January 2025', title: 'The same day, later' })
    const order = (await shown()).news.map(({ title }) => title)
    expect(order.indexOf('The same day, later')).toBe(order.indexOf('IBIS Summit at DesignCon 2025') - 1)

    expect((await remove('news', id, 2)).status).toBe(409)
    expected(await save('news', id, { ...openDay, published: false }, 2), 200)
    expect((await shown()).news.map(({ title }) => title)).not.toContain('Open day')
    expected(await remove('news', id, 3), 200)
    expect(await stored(id)).toBeUndefined()
    expect(await stored(between)).toBeDefined()
  })

  test('get numbers that are never used again', async () => {
    const first = await add({ published: false })
    const number = (await stored(first))?.number ?? 0
    expected(await remove('news', first, 1), 200)
    expect((await stored(await add()))?.number).toBe(number + 1)
  })

  test('are not changed by a repeated call', async () => {
    const id = await add()
    expected(await save('news', id, openDay), 200)
    expect((await save('news', id, { ...openDay, title: 'Open  day' }, 9)).status).toBe(412)
    expected(await save('news', id, { ...openDay, title: ' Open day ' }, 9), 200)
    expect(await stored(id)).toMatchObject({ version: 1, title: 'Open day' })
  })

  test('are not overwritten by somebody who has not seen the latest version', async () => {
    covers('decisions-staff-news-conflict')
    const id = await add()
    expected(await save('news', id, { ...openDay, title: 'Open week' }, 1, colleague), 200)
    const late = await save('news', id, { ...openDay, title: 'Open month' }, 1)
    expect([late.status, (late.body as unknown as Problem).message]).toEqual([
      412,
      `Pat ${colleague.username} has changed this entry in the meantime. Please check it again.`,
    ])
    expect((await save('news', id, { ...openDay, title: 'Open month' })).status).toBe(412)
    expect((await remove('news', id, 1)).status).toBe(412)
    expect(await stored(id)).toMatchObject({ title: 'Open week', version: 2 })
    const gone = randomUUID()
    expect((await save('news', gone, openDay, 1)).status).toBe(404)
    expect((await remove('news', gone)).status).toBe(404)
  })

  test('changed by two people at the same moment have the text of one of them', async () => {
    const id = await add()
    const hold = (tx: Db) => tx.select().from(counters).where(eq(counters.series, 'news')).for('update')
    const statuses = await makeAtOnce(api.db, { hold }, [
      () => save('news', id, { ...openDay, title: 'Mine' }, 1),
      () => save('news', id, { ...openDay, title: 'Yours' }, 1, colleague),
    ])
    expect(statuses.toSorted()).toEqual([200, 412])
    expect((await stored(id))?.version).toBe(2)
  })

  test.each([
    ['title', { title: ' \u200b ' }, 'title must not be empty.'],
    ['date', { date: 'Next spring' }, 'date must end with a day, a month and a year, such as 21 August 2025.'],
    ['image', { image: 'https://example.com/x.svg' }, 'image must be a picture from this site.'],
    ['image', { image: '/news/../secret.svg' }, 'image must be a picture from this site.'],
    ['content', { content: '<script>alert(1)</script>' }, 'content must not be empty.'],
    ['content', { content: '&'.repeat(1100) }, 'content must have at most 5000 characters.'],
  ])('are refused with the name of the field: %s', async (field, changes, message) => {
    for (const answer of [
      await save('news', randomUUID(), { ...openDay, ...changes }),
      await preview({ ...contentOf(openDay), ...changes }),
    ]) {
      expect([answer.status, (answer.body as unknown as Problem).errors]).toEqual([400, [{ field, message }]])
    }
  })

  test.each([
    [{ title: 'x'.repeat(201) }],
    [{ content: 'x'.repeat(5001) }],
    [{ date: 'x'.repeat(61) }],
    [{ version: 1 }],
    [{ published: 'yes' }],
  ])('have the limits of the contract: %j', async (changes) => {
    expect((await save('news', randomUUID(), { ...openDay, ...changes })).status).toBe(400)
  })

  test('are limited in number, published and stored', async () => {
    const { length } = await listNews()
    const rows = Array.from({ length: 30 - length }, (_, index) => ({
      id: randomUUID(),
      kind: 'news' as const,
      number: 1000 + index,
      rank: 0,
      published: true,
      content: contentOf(openDay),
    }))
    await api.db.insert(siteEntries).values(rows)
    const refused = await save('news', randomUUID(), openDay)
    expect([refused.status, (refused.body as unknown as Problem).message]).toEqual([
      409,
      'At most 30 entries can be published. Unpublish one first.',
    ])
    const drafts = Array.from({ length: 70 }, (_, index) => ({
      id: randomUUID(),
      kind: 'news' as const,
      number: 2000 + index,
      rank: 0,
      published: false,
      content: contentOf(openDay),
    }))
    await api.db.insert(siteEntries).values(drafts)
    expect(await listNews()).toHaveLength(100)
    const full = await save('news', randomUUID(), { ...openDay, published: false })
    expect([full.status, (full.body as unknown as Problem).message]).toEqual([
      409,
      'At most 100 entries can be stored. Delete one first.',
    ])
    expect((await shown()).news).toHaveLength(30)
  })
})

const contentOf = ({ published: _, ...content }: NewNews) => content

describe('the HTML of news', () => {
  const hostile = [
    ['<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>b', 'b'],
    ['<a href="javascript:alert(1)">c</a>', 'c'],
    ['<a href="&#106;ava\tscript:alert(1)">c</a>', 'c'],
    ['<a href="//evil.example/">d</a>', 'd'],
    ['<p onclick="alert(1)" style="position:fixed">e</p>', '<p>e</p>'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>f', 'f'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>g', /^g?$/],
    ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">h', /^h?$/],
    ['<form action="https://evil.example"><input name="password">i</form>', 'i'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">j', /^[^<]*j$/],
    ['<p>k<b>l', '<p>k<b>l</b></p>'],
    ['</div></div><div data-news-list="">m', 'm'],
  ] as const

  test.each(hostile)('loses everything that is not harmless: %s', async (content, kept) => {
    covers('decisions-staff-news-html', 'decisions-staff-news-preview')
    const given = { ...openDay, content: `<p>Text</p>${content}` }
    const html = kept instanceof RegExp ? kept : new RegExp(`^${kept.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
    const previewed = expected(await preview(contentOf(given)), 200)
    expect(previewed.content.slice('<p>Text</p>'.length)).toMatch(html)
    expect(previewed.removed).toBe(true)
    const id = await add(given)
    expect(await stored(id)).toMatchObject({ content: previewed.content })
    expect((await shown()).news[0]?.content).toBe(previewed.content)
  })

  test('stays as it is if it is harmless', async () => {
    const content =
      '<h4>Agenda</h4><ol><li>a<sup>2</sup></li></ol><blockquote><p><em>b</em> <strong>c</strong><br><code>d</code></p></blockquote><p><a href="https://example.com/?a=1&amp;b=2">e</a> <a href="/price">f</a> <a href="mailto:a@example.com">g</a></p>'
    expect(expected(await preview({ ...contentOf(openDay), content }), 200)).toEqual({
      ...contentOf(openDay),
      content,
      removed: false,
    })
    expect(expected(await preview(contentOf(openDay)), 200).title).toBe('Open day')
    expect((await listNews()).map(({ title }) => title)).not.toContain('Open day')
  })
})

describe('publications', () => {
  const places = async () => (await listPapers()).map(({ place, title }) => [place, title.slice(0, 7)])

  test('have the place that the staff choose, and the first three of those that are published are the short list', async () => {
    covers('decisions-staff-publications', 'decisions-staff-publication-save')
    const id = randomUUID()
    expected(await save('publications', id, paper), 200)
    expect((await places()).slice(0, 3)).toEqual([
      [1, 'Decoupl'],
      [2, 'A Paper'],
      [3, 'Effecti'],
    ])
    const visible = await shown()
    expect(visible.publications.map(({ alway_show, expanded }) => [alway_show, expanded])).toEqual(
      Array.from({ length: 11 }, (_, index) => [index < 3, index === 0]),
    )
    expect(visible.publications[1]).toMatchObject({ title: 'A Paper', url: 'https://example.com/paper' })

    expected(await save('publications', id, { ...paper, place: 100, url: null }, 1), 200)
    expect((await places()).at(-1)).toEqual([11, 'A Paper'])
    expect((await shown()).publications.at(-1)).toMatchObject({ title: 'A Paper', url: null })
    expected(await save('publications', id, { ...paper, place: 1, published: false }, 2), 200)
    expect((await places())[0]).toEqual([1, 'A Paper'])
    expect((await shown()).publications[0]).toMatchObject({ expanded: true, title: publications[0]?.title })
  })

  test('close the gap that a deleted one leaves', async () => {
    covers('decisions-staff-publication-delete')
    const id = randomUUID()
    expected(await save('publications', id, { ...paper, published: false }), 200)
    expect((await remove('publications', id, 7)).status).toBe(412)
    expected(await remove('publications', id, 1), 200)
    expect((await places()).map(([place]) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('that are repeated or moved by someone else do not change', async () => {
    const id = randomUUID()
    expected(await save('publications', id, { ...paper, place: 11 }), 200)
    expected(await save('publications', id, { ...paper, place: 50 }), 200)
    expect((await listPapers()).at(-1)).toMatchObject({ version: 1, place: 11 })
  })

  test.each([
    ['url', { url: 'javascript:alert(1)' }, 'url must be a web address such as https://example.com.'],
    ['url', { url: 'paper.pdf' }, 'url must be a web address such as https://example.com.'],
    ['authors', { authors: ' \n ' }, 'authors must not be empty.'],
    ['conference', { conference: ' ' }, 'conference must not be empty.'],
  ])('are refused with the name of the field: %s', async (field, changes, message) => {
    const answer = await save('publications', randomUUID(), { ...paper, ...changes })
    expect([answer.status, (answer.body as unknown as Problem).errors]).toEqual([400, [{ field, message }]])
  })
})

test('the id of a news item does not identify a publication', async () => {
  const id = await add()
  expect((await save('publications', id, paper)).status).toBe(400)
  expect((await remove('publications', id)).status).toBe(400)
  expect(await stored(id)).toMatchObject({ title: 'Open day' })
})

test('a person who has deleted their data is no longer named', async () => {
  const leaving = await api.person('user', 'staff')
  const id = randomUUID()
  expected(await save('news', id, openDay, undefined, leaving), 200)
  const json = { username: leaving.username }
  expect((await leaving.call('POST', '/v1/users/me/deletion', { json })).status).toBeLessThan(300)
  await expect.poll(async () => (await stored(id))?.by).not.toContain(leaving.username)
})
