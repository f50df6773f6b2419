/** Handlers and data access for the news and publications of the home page, which the staff edit and publish. */
import { and, eq, ne } from 'drizzle-orm'

import { isWebAddress, lastDay, mostEntries, mostPublished, newsPictures } from '../../machines/site/site-news'
import type { components } from '../../openapi/generated/product'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { counters, type SiteEntryContent, siteEntries, type SiteEntryKind } from '../database/schema'
import { Problem, wrongField } from '../http/problem'
import { oneLine, plainText } from '../http/text'
import { type Caller, type Doer, lockPerson } from '../sharing/users'
import { entryOrder } from '../site/entries'
import { plainHtmlOf } from '../site/plain-html'

type Schemas = components['schemas']
type EntryRow = typeof siteEntries.$inferSelect

const DAY_MS = 24 * 60 * 60 * 1000
/** The maximum length of the content, as in the field in which it is edited. */
const MAX_CONTENT = 5000

export const siteEntryHandlers = ({ db }: AppServices) =>
  ({
    listStaffNews: () => listNews(db),

    async saveStaffNews({ identity, path, headers, body: { published, ...given } }) {
      const { content, day } = newsOf(given)
      const rank = -Math.floor(day.getTime() / DAY_MS)
      await save(db, 'news', path.id, { content, published, rankIn: async () => rank }, headers, identity)
      return listNews(db)
    },

    async deleteStaffNews({ identity, path, headers }) {
      await remove(db, 'news', path.id, headers, identity)
      return listNews(db)
    },

    async previewStaffNews({ body }) {
      const { content } = newsOf(body)
      return { ...content, removed: content.content !== plainText(body.content) }
    },

    listStaffPublications: () => listPublications(db),

    async saveStaffPublication({ identity, path, headers, body: { published, place, ...given } }) {
      const content = publicationOf(given)
      const rankIn = async (tx: Db) => {
        const others = await tx.$count(
          siteEntries,
          and(eq(siteEntries.kind, 'publication'), ne(siteEntries.id, path.id)),
        )
        return Math.min(place, others + 1)
      }
      await save(db, 'publication', path.id, { content, published, rankIn }, headers, identity)
      return listPublications(db)
    },

    async deleteStaffPublication({ identity, path, headers }) {
      await remove(db, 'publication', path.id, headers, identity)
      return listPublications(db)
    },
  }) satisfies Partial<Handlers>

/**
 * Returns the news item with only harmless HTML, and the last day of its date. Throws a 400 that names the first wrong
 * field.
 */
function newsOf({ image, date, title, content }: Schemas['NewsContent']) {
  const item = { image, date: lineOf({ date }), title: lineOf({ title }) }
  const day = lastDay(item.date)
  if (!day) throw wrongField('date', 'date must end with a day, a month and a year, such as 21 August 2025.')
  if (!newsPictures.some(({ path }) => path === image))
    throw wrongField('image', 'image must be a picture from this site.')
  const html = plainHtmlOf(plainText(content))
  if (html.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() === '') throw wrongField('content', 'content must not be empty.')
  if (html.length > MAX_CONTENT) throw wrongField('content', `content must have at most ${MAX_CONTENT} characters.`)
  return { content: { ...item, content: html }, day }
}

function publicationOf({ title, url, authors, conference }: SiteEntryContent['publication']) {
  const address = url?.trim() ?? null
  if (address !== null && !isWebAddress(address))
    throw wrongField('url', 'url must be a web address such as https://example.com.')
  return { title: lineOf({ title }), url: address, authors: lineOf({ authors }), conference: lineOf({ conference }) }
}

/** Returns the text of a field as a single line. Throws a 400 if it is empty. */
function lineOf(given: Record<string, string>): string {
  const [[field, text] = ['', '']] = Object.entries(given)
  const line = oneLine(text)
  if (line === '') throw wrongField(field, `${field} must not be empty.`)
  return line
}

const entriesOf = (db: Db, kind: SiteEntryKind) =>
  db
    .select()
    .from(siteEntries)
    .where(eq(siteEntries.kind, kind))
    .orderBy(...entryOrder)
    .limit(mostEntries)

const stateOf = ({ id, number, published, version, byName, changed }: EntryRow) => ({
  id,
  number,
  published,
  version,
  by: byName,
  changed: changed.toISOString(),
})

async function listNews(db: Db): Promise<Schemas['StaffNewsList']> {
  const found = await entriesOf(db, 'news')
  return { items: found.map((row) => ({ ...(row.content as SiteEntryContent['news']), ...stateOf(row) })) }
}

async function listPublications(db: Db): Promise<Schemas['StaffPublicationList']> {
  const found = await entriesOf(db, 'publication')
  const contentOf = ({ content }: EntryRow) => content as SiteEntryContent['publication']
  return { items: found.map((row) => ({ ...contentOf(row), ...stateOf(row), place: row.rank })) }
}

type Change = { tx: Db; by: Doer; known: EntryRow | undefined; last: number }
type Seen = { 'if-match'?: string }

/**
 * Changes an entry. Entries of one kind are changed one at a time, because limits and positions depend on the other
 * entries.
 */
const change = (
  db: Db,
  kind: SiteEntryKind,
  id: string,
  caller: Caller,
  make: (change: Change) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    const [counter] = await tx.select().from(counters).where(eq(counters.series, kind)).for('update')
    if (!counter) throw new Error(`The counter ${kind} is missing.`)
    const [known] = await tx.select().from(siteEntries).where(eq(siteEntries.id, id))
    if (known && known.kind !== kind) throw wrongField('id', 'id is already used by another entry.')
    await make({ tx, by, known, last: counter.last })
  })

type Wanted = { content: EntryRow['content']; published: boolean; rankIn: (tx: Db) => Promise<number> }

const save = (db: Db, kind: SiteEntryKind, id: string, wanted: Wanted, seen: Seen, caller: Caller) =>
  change(db, kind, id, caller, async ({ tx, by, known, last }) => {
    const { content, published, rankIn } = wanted
    const rank = await rankIn(tx)
    // The same values are already saved: by an earlier call whose response was lost, or by someone else.
    if (known && isSame(known, { content, published, rank })) return
    expectVersion(known, seen)
    if (!known && (await tx.$count(siteEntries, eq(siteEntries.kind, kind))) >= mostEntries) {
      throw new Problem(409, `At most ${mostEntries} entries can be stored. Delete one first.`)
    }
    const isPublished = and(eq(siteEntries.kind, kind), eq(siteEntries.published, true), ne(siteEntries.id, id))
    if (published && (await tx.$count(siteEntries, isPublished)) >= mostPublished) {
      throw new Problem(409, `At most ${mostPublished} entries can be published. Unpublish one first.`)
    }
    const state = { content, published, rank, byId: by.id, byName: by.fullname, changed: new Date() }
    if (known) {
      await tx
        .update(siteEntries)
        .set({ ...state, version: known.version + 1 })
        .where(eq(siteEntries.id, id))
    } else {
      await tx
        .update(counters)
        .set({ last: last + 1 })
        .where(eq(counters.series, kind))
      await tx.insert(siteEntries).values({ id, kind, number: last + 1, ...state })
    }
    if (kind === 'publication') await renumber(tx, { id, rank })
  })

const remove = (db: Db, kind: SiteEntryKind, id: string, seen: Seen, caller: Caller) =>
  change(db, kind, id, caller, async ({ tx, known }) => {
    if (!known) throw wasDeleted()
    expectVersion(known, { 'if-match': `"${known.version}"`, ...seen })
    if (known.published) throw new Problem(409, 'This entry is published. Unpublish it before you delete it.')
    await tx.delete(siteEntries).where(eq(siteEntries.id, id))
    if (kind === 'publication') await renumber(tx)
  })

/** Numbers the publications from 1. The new rank of `moved` is already stored; the others are numbered around it. */
async function renumber(tx: Db, moved?: { id: string; rank: number }): Promise<void> {
  const found = await entriesOf(tx, 'publication')
  const order = found.filter(({ id }) => id !== moved?.id)
  const own = found.find(({ id }) => id === moved?.id)
  if (moved && own) order.splice(moved.rank - 1, 0, own)
  for (const [index, { id, rank }] of order.entries()) {
    if (rank !== index + 1)
      await tx
        .update(siteEntries)
        .set({ rank: index + 1 })
        .where(eq(siteEntries.id, id))
  }
}

const isSame = (known: EntryRow, { content, published, rank }: Pick<EntryRow, 'content' | 'published' | 'rank'>) => {
  const stored: Record<string, unknown> = known.content
  const hasContent = Object.entries(content).every(([field, value]) => stored[field] === value)
  return hasContent && known.published === published && known.rank === rank
}

const wasDeleted = () => new Problem(404, 'This entry was deleted in the meantime.')

/** Refuses a change by someone who has not seen the latest version. */
function expectVersion(known: EntryRow | undefined, { 'if-match': seen }: Seen) {
  if (!known && seen !== undefined) throw wasDeleted()
  if (!known || seen === `"${known.version}"`) return
  throw new Problem(
    412,
    `${known.byName ?? 'Someone else'} has changed this entry in the meantime. Please check it again.`,
  )
}
