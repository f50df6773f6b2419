import { brand } from '../content/brand'
import { siteDescription } from '../content/page-descriptions'
import { builtNewsData } from '../site/home/built-news'

export type PageFacts = {
  canonical: string
  title: string
  description: string
  /** The origin of the site, without a trailing slash. */
  origin: string
  /** The path of the page's picture, and its text alternative. */
  picture: { path: string; alt: string }
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)

const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escaped(content)}" />`

const described = ({ title, description }: Pick<PageFacts, 'title' | 'description'>) => [
  `<title>${escaped(title)}</title>`,
  meta('name', 'description', description),
]

/** The metadata of a page that should not be indexed, such as the 404 page. */
export const unlistedHead = (facts: Pick<PageFacts, 'title' | 'description'>) =>
  [...described(facts), meta('name', 'robots', 'noindex')].join('\n    ')

/** The metadata of a prerendered page for search engines and link previews. */
export function pageHead({ canonical, title, description, origin, picture }: PageFacts): string {
  const url = `${origin}${canonical}`
  return [
    ...described({ title, description }),
    `<link rel="canonical" href="${escaped(url)}" />`,
    ...(canonical === '/'
      ? [`<link rel="alternate" type="application/rss+xml" title="${escaped(brand.name)}" href="/news.xml" />`]
      : []),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', brand.name),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', `${origin}${picture.path}`),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    `<script type="application/ld+json">${linkedData({ url, title, description, origin })}</script>`,
  ].join('\n    ')
}

/**
 * Describes the page in the vocabulary of schema.org. The home page also lists the news and the publications of the
 * build; the server replaces them (server/site/listed-news.ts).
 */
function linkedData({ url, title, description, origin }: Record<'url' | 'title' | 'description' | 'origin', string>) {
  const [street, town = ''] = brand.address
  const [, locality = '', region = '', postalCode = ''] = /^(.*), (\w+) (\d+)$/.exec(town) ?? []
  const company = {
    '@type': 'Organization',
    '@id': `${origin}/#company`,
    name: brand.name,
    legalName: brand.legalName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: brand.supportEmail,
    description: siteDescription,
    sameAs: [brand.social.url],
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: locality,
      addressRegion: region,
      postalCode,
      addressCountry: 'US',
    },
  }
  const page = {
    '@type': 'WebPage',
    '@id': url,
    url,
    name: title,
    description,
    inLanguage: 'en',
    publisher: { '@id': company['@id'] },
  }
  const graph = [company, page, ...(url === `${origin}/` ? builtNewsData(origin) : [])]
  // A closing tag in the data would end the script element.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
}

/** The web app manifest, used when a user adds the site to a home screen. */
export const webManifest = () =>
  JSON.stringify({
    name: brand.name,
    short_name: brand.name,
    description: siteDescription,
    start_url: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#0b6b43',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  })
