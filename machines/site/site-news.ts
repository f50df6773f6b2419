import type { components } from '../../openapi/generated/product'

/** The news and publications that the staff edit for the home page. Pure functions. */

type Schemas = components['schemas']
export type NewsItem = Schemas['NewsItem']
export type Publication = Schemas['Publication']
export type SiteNews = Schemas['SiteNews']

/** How many news items, and how many publications, can be stored, and how many of them can be published. */
export const mostEntries = 100
export const mostPublished = 30

/** How many publications are in the short list. */
const shortList = 3

/** The pictures of news items, in public/news. */
export const newsPictures = [
  { path: '/news/sipi-university.svg', name: 'Ringing' },
  { path: '/news/cadencelive.svg', name: 'Board traces' },
  { path: '/news/ibis-summit.svg', name: 'Buffer curves' },
  { path: '/news/designcon.svg', name: 'Waves' },
]

/** The last day in a display text such as "28-30 Jan 2025"; null if it does not end with a day. */
export function lastDay(text: string): Date | null {
  const [, day = ''] = /(?:^|\D)(\d{1,2} \p{L}+ \d{4})$/u.exec(text) ?? []
  const time = Date.parse(`${day} UTC`)
  return Number.isNaN(time) ? null : new Date(time)
}

/** Whether a string is a web address that a publication can link to. */
export function isWebAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

/** Published publications as the home page shows them initially. */
export const shownPublications = (
  entries: Pick<Publication, 'id' | 'title' | 'url' | 'authors' | 'conference'>[],
): Publication[] => entries.map((entry, index) => ({ ...entry, expanded: index === 0, alway_show: index < shortList }))
