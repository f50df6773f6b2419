/**
 * Inserts the published news and publications into the home page and the feed. The build fills both with the initial
 * ones.
 */
import { newsData, scriptJson } from '../../machines/site/news-data'
import { feedItems } from '../../machines/site/news-feed'
import { newsPageCount } from '../../machines/site/news-pages'
import type { NewsItem, Publication, SiteNews } from '../../machines/site/site-news'
import { escaped } from './escaped-html'

const feedStart = /(<atom:link [^>]*>\n)/

/** Whether this is the text of the home page or of the feed. */
export const showsNews = (text: string) => text.includes('data-news-list=') || feedStart.test(text)

export const withNews = (text: string, news: SiteNews, origin: string): string =>
  feedStart.test(text) ? withFeedItems(text, news, origin) : withSections(text, news, origin)

function withFeedItems(text: string, news: SiteNews, origin: string) {
  const items = feedItems(news, origin)
  return text.replace(
    /(<atom:link [^>]*>\n).*?( *<\/channel>)/s,
    (_, start: string, end: string) => `${start}${items === '' ? '' : `${items}\n`}${end}`,
  )
}

/**
 * Inserts the news and publications into the built page, whose cards and entries serve as templates. Also inserts their
 * data for search engines, and for the page's own code, which takes over the sections unchanged.
 */
const withSections = (page: string, { news, publications }: SiteNews, origin: string) =>
  [
    (text: string) =>
      text.replace(
        /(<div [^>]*data-news-list=[^>]*>)(.*?)(<\/div><p [^>]*data-no-news=)/s,
        (_, start: string, cards: string, end: string) => start + filled(cards, 'article', news, card) + end,
      ),
    (text: string) =>
      text.replace(
        /(<p [^>]*data-news-pages=")\d+("[^>]*>)[^<]*/,
        (_, start: string, end: string) => `${start}${news.length}${end}1 of ${newsPageCount(news.length, widePage)}`,
      ),
    (text: string) =>
      text.replace(
        /aria-label="Next page"(?: disabled="")?/,
        `aria-label="Next page"${news.length > widePage ? '' : ' disabled=""'}`,
      ),
    (text: string) =>
      text.replace(
        /(<ol [^>]*data-publication-list=[^>]*>)(.*?)(<\/ol>)/s,
        (_, start: string, list: string, end: string) => start + filled(list, 'li', publications, entry) + end,
      ),
    (text: string) =>
      text.replace(
        /(<script type="application\/ld\+json">)(.*?)(<\/script>)/s,
        (_, start: string, json: string, end: string) => start + linkedData(json, { news, publications }, origin) + end,
      ),
    (text: string) =>
      text.replace(
        /<\/body>/,
        () => `<script type="application/json" id="site-news">${scriptJson({ news, publications })}</script></body>`,
      ),
  ].reduce((text, insert) => insert(text), page)

/** The number of news cards that are shown at once on a wide screen. The page is built for this width. */
const widePage = 3

/**
 * Fills one prerendered element per item. Additional items use the last element as a template, because only the first
 * few elements are initially visible.
 */
function filled<Item>(list: string, tag: string, items: Item[], fill: (pattern: string, item: Item) => string): string {
  const patterns = list.match(new RegExp(`<${tag} .*?</${tag}>`, 'gs')) ?? []
  return items.map((item, index) => fill(patterns[index] ?? patterns.at(-1) ?? '', item)).join('')
}

const put = (pattern: string, place: RegExp, text: string) => pattern.replace(place, (_, start: string) => start + text)

/** A card as in src/site/home/news-card.tsx. */
const card = (pattern: string, { id, image, date, title, content }: NewsItem) => {
  const own = pattern.replaceAll(/"news_\d+(_text)?"/g, (_, part: string = '') => `"news_${id}${part}"`)
  const pictured = put(own, /(<img src=")[^"]*/, escaped(image))
  const dated = put(pictured, /(<p [^>]*data-news-date=[^>]*>)[^<]*/, escaped(date))
  const titled = put(dated, /(<h3 [^>]*>)[^<]*/, escaped(title))
  return put(titled, /(<div data-news-html="">).*?(?=<\/div>)/s, content)
}

/** An entry as in src/site/home/publications.tsx. */
const entry = (pattern: string, { id, title, url, authors, conference }: Publication) => {
  const own = pattern.replaceAll(/"publication_\d+"/g, `"publication_${id}"`)
  const named = put(own, /( aria-label="Authors and conference of )[^"]*/, escaped(title))
  const titled = named.replace(/(<h3 [^>]*>)(<a href=")[^"]*("[^>]*>).*?(<\/a>)/s, (_, ...parts: string[]) => {
    const [heading, start, rest, end] = parts
    return url === null
      ? `${heading}${escaped(title)}`
      : `${heading}${start}${escaped(url)}${rest}${escaped(title)}${end}`
  })
  const authored = put(titled, /(<p data-authors="">)[^<]*/, escaped(authors))
  return put(authored, /(<p [^>]*data-conference=[^>]*>)[^<]*/, escaped(conference))
}

/** The page's data with this news and these publications instead of those from the build. */
function linkedData(json: string, news: SiteNews, origin: string): string {
  const data = JSON.parse(json) as { '@graph': { '@type': string }[] }
  const others = data['@graph'].filter((node) => !['NewsArticle', 'ItemList'].includes(node['@type']))
  return scriptJson({ ...data, '@graph': [...others, ...newsData(news, origin)] })
}
