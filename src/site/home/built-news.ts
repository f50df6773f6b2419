import { newsData } from '../../../machines/site/news-data'
import type { SiteNews } from '../../../machines/site/site-news'
import { news } from '../../content/news'
import { publications } from '../../content/publications'

/** The news and publications in the build, shown on a static host and while the API cannot be reached. */
export const builtNews: SiteNews = { news, publications }

/** The same data in the vocabulary of schema.org. `origin` is the public origin of the site. */
export const builtNewsData = (origin: string) => newsData(builtNews, origin)
