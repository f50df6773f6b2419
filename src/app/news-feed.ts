import { brand } from '../content/brand'
import { news } from '../content/news'
import { publications } from '../content/publications'

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)

/** The last day in a display text such as "28-30 Jan 2025"; null if there is none. */
export function lastDay(text: string): Date | null {
  const [, day = ''] = /(\d+ \w+ \d{4})$/.exec(text) ?? []
  const time = Date.parse(`${day} UTC`)
  return Number.isNaN(time) ? null : new Date(time)
}

type Item = { title: string; link: string; guid: string; text: string; date: string | null; category: string }

const itemOf = ({ title, link, guid, text, date, category }: Item) => `    <item>
      <title>${escaped(title)}</title>
      <link>${escaped(link)}</link>
      <guid isPermaLink="false">${guid}</guid>
      <category>${category}</category>
      <description>${escaped(text)}</description>${date ? `\n      <pubDate>${date}</pubDate>` : ''}
    </item>`

/** The news and the selected publications as RSS 2.0. `origin` is the public origin of the site. */
export function newsFeed(origin: string): string {
  const items: Item[] = [
    ...news.map(({ id, title, content, date }) => ({
      title,
      link: `${origin}/#id_news`,
      guid: `news-${id}`,
      text: content,
      date: lastDay(date)?.toUTCString() ?? null,
      category: 'News',
    })),
    ...publications.map(({ id, title, url, authors, conference }) => ({
      title,
      link: url ?? `${origin}/#id_publications`,
      guid: `publication-${id}`,
      text: `${authors}. ${conference}`,
      date: null,
      category: 'Publications',
    })),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escaped(brand.name)}: news and selected publications</title>
    <link>${origin}/</link>
    <description>${escaped(`Where to meet ${brand.name}, and selected papers in the field.`)}</description>
    <language>en</language>
    <atom:link href="${origin}/news.xml" rel="self" type="application/rss+xml" />
${items.map(itemOf).join('\n')}
  </channel>
</rss>
`
}
