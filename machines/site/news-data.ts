import { lastDay, type SiteNews } from './site-news'

/** The news and the publications in the vocabulary of schema.org. `origin` is the public origin of the site. */
export const newsData = ({ news, publications }: SiteNews, origin: string) => [
  ...news.map(({ id, title, image, date }) => ({
    '@type': 'NewsArticle',
    '@id': `${origin}/#news-${id}`,
    headline: title,
    image: `${origin}${image}`,
    datePublished: lastDay(date)?.toISOString().slice(0, 10),
    url: `${origin}/#id_news`,
    publisher: { '@id': `${origin}/#company` },
  })),
  {
    '@type': 'ItemList',
    '@id': `${origin}/#id_publications`,
    name: 'Selected publications',
    itemListElement: publications.map(({ title, url, authors, conference }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'ScholarlyArticle',
        name: title,
        author: authors.split(', ').map((name) => ({ '@type': 'Person', name })),
        isPartOf: { '@type': 'CreativeWork', name: conference },
        ...(url && { url }),
      },
    })),
  },
]

/** JSON for a script element, escaped because a closing tag in the data would end the element. */
export const scriptJson = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')
