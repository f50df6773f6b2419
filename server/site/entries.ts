/** The published news and publications, as public pages show them. */
import { and, asc, desc, eq } from 'drizzle-orm'

import { mostPublished, type NewsItem, shownPublications, type SiteNews } from '../../machines/site/site-news'
import type { Db } from '../database/database'
import { type SiteEntryContent, siteEntries, type SiteEntryKind } from '../database/schema'

/** The order of the entries on the home page. */
export const entryOrder = [asc(siteEntries.rank), desc(siteEntries.number)]

const published = async <Kind extends SiteEntryKind>(db: Db, kind: Kind) => {
  const { number, content } = siteEntries
  const found = await db
    .select({ number, content })
    .from(siteEntries)
    .where(and(eq(siteEntries.kind, kind), eq(siteEntries.published, true)))
    .orderBy(...entryOrder)
    .limit(mostPublished)
  return found as { number: number; content: SiteEntryContent[Kind] }[]
}

export async function siteNews(db: Db): Promise<SiteNews> {
  const [news, publications] = await Promise.all([published(db, 'news'), published(db, 'publication')])
  return {
    news: news.map(({ number, content: { image, date, title, content } }): NewsItem => {
      return { id: number, image, date, title, content }
    }),
    publications: shownPublications(
      publications.map(({ number, content: { title, url, authors, conference } }) => {
        return { id: number, title, url, authors, conference }
      }),
    ),
  }
}
