import { feedItems } from '../../../machines/site/news-feed'
import { brand } from '../../content/brand'
import { builtNews } from './built-news'

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)

/**
 * The news and the selected publications in the build as RSS 2.0. The server replaces the items
 * (server/site/listed-news.ts). `origin` is the public origin of the site.
 */
export const newsFeed = (origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escaped(brand.name)}: news and selected publications</title>
    <link>${origin}/</link>
    <description>${escaped(`Where to meet ${brand.name}, and selected papers in the field.`)}</description>
    <language>en</language>
    <atom:link href="${origin}/news.xml" rel="self" type="application/rss+xml" />
${feedItems(builtNews, origin)}
  </channel>
</rss>
`
