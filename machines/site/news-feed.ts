import { lastDay, type SiteNews } from './site-news'

/** The news and the publications in the RSS feed. The build writes the feed; the server replaces its items. */

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)

type Item = { title: string; link: string; guid: string; text: string; date: string | null; category: string }

const itemOf = ({ title, link, guid, text, date, category }: Item) => `    <item>
      <title>${escaped(title)}</title>
      <link>${escaped(link)}</link>
      <guid isPermaLink="false">${guid}</guid>
      <category>${category}</category>
      <description>${escaped(text)}</description>${date ? `\n      <pubDate>${date}</pubDate>` : ''}
    </item>`

/** The items of the feed in RSS 2.0. `origin` is the public origin of the site. */
export function feedItems({ news, publications }: SiteNews, origin: string): string {
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
  return items.map(itemOf).join('\n')
}
