// @vitest-environment jsdom
import createCache from '@emotion/cache'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import type { SiteNews } from '../../../machines/site/site-news'
import { withNews } from '../../../server/site/listed-news'
import { news } from '../../../src/content/news'
import { publications } from '../../../src/content/publications'
import { News } from '../../../src/site/home/news'
import { Publications } from '../../../src/site/home/publications'
import { SiteProvider } from '../../../src/site/home/site-services'
import { connectSite } from '../../../src/site/machines'
import { UiProvider } from '../../../src/ui/theme/provider'

class NoLayout {
  observe() {}
  disconnect() {}
}
vi.stubGlobal('ResizeObserver', NoLayout)

const loaded = vi.fn(() => Promise.reject(new Error('not needed')))
vi.stubGlobal('fetch', loaded)
const machines = connectSite({ sendContactMessage: async () => ({ id: '1' }) }, 'https://api.example/api/v1')
const sections = () => (
  <UiProvider cache={createCache({ key: 'css' })}>
    <SiteProvider value={{ machines, notify: () => {} }}>
      <Publications />
      <News />
    </SiteProvider>
  </UiProvider>
)

/** The page as it was built. */
const data = { '@context': 'https://schema.org', '@graph': [{ '@type': 'Organization' }, { '@type': 'ItemList' }] }
const built = `<html><head><script type="application/ld+json">${JSON.stringify(data)}</script></head><body>${renderToString(sections())}</body></html>`

const item = (id: number): SiteNews['news'][number] => ({
  id,
  image: '/news/designcon.svg',
  date: `${id} May 2026`,
  title: `“Signals” & $1 <b>${id}</b>'s`,
  content: '<h4>$& and</h4><p><a href="/price">Prices</a></p><ul><li>One</li></ul>',
})
const paper = (id: number, index: number): SiteNews['publications'][number] => ({
  id,
  title: `"Paper" & ${id}`,
  url: index === 1 ? null : `https://example.com/?a=1&b=${id}`,
  authors: `A & B ${id}`,
  conference: `C ${id}`,
  expanded: index === 0,
  alway_show: index < 3,
})
const of = (items: number, papers: number): SiteNews => ({
  news: Array.from({ length: items }, (_, index) => item(100 - index)),
  publications: Array.from({ length: papers }, (_, index) => paper(50 + index, index)),
})

const shownIn = (markup: string) => {
  const { body } = new DOMParser().parseFromString(markup, 'text/html')
  body.querySelector('script')?.remove()
  return body.innerHTML
}

const cases: [string, SiteNews][] = [
  ['what was built', { news, publications }],
  ['fewer than fit on a wide page', of(2, 2)],
  ['more than fit', of(9, 15)],
  ['nothing', of(0, 0)],
]

test.each(cases)('the page that the server fills is the one that the sections render: %s', (_, current) => {
  const filled = withNews(built, current, 'https://boards.example')
  document.body.innerHTML = '<div data-news-list=""></div><ol data-publication-list=""></ol>'
  const script = Object.assign(document.createElement('script'), { id: 'site-news', type: 'application/json' })
  script.textContent = JSON.stringify(current)
  document.body.append(script)
  expect(shownIn(filled)).toBe(shownIn(`<body>${renderToString(sections())}</body>`))
})

test.each(cases)('the page’s code takes it over without a change, and loads nothing: %s', async (_, current) => {
  const filled = withNews(built, current, 'https://boards.example')
  const page = new DOMParser().parseFromString(filled, 'text/html')
  const script = page.getElementById('site-news')
  const root = document.createElement('div')
  root.innerHTML = shownIn(filled)
  document.body.replaceChildren(root)
  if (script) document.body.append(script)
  const errors: unknown[] = []
  const warned = vi.spyOn(console, 'error').mockImplementation((...error) => void errors.push(error))
  await act(async () => {
    hydrateRoot(root, sections(), { onRecoverableError: (error) => errors.push(error) })
  })
  warned.mockRestore()
  expect(errors).toEqual([])
  expect([...root.querySelectorAll('article h3')].map((title) => title.textContent)).toEqual(
    current.news.map(({ title }) => title),
  )
  expect(loaded).not.toHaveBeenCalled()
})

test('the structured data lists the current news and publications', () => {
  const current = of(1, 2)
  const page = new DOMParser().parseFromString(withNews(built, current, 'https://boards.example'), 'text/html')
  const graph = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '') as typeof data
  expect(graph['@graph'].map((node) => node['@type'])).toEqual(['Organization', 'NewsArticle', 'ItemList'])
  expect(graph['@graph'][1]).toMatchObject({
    '@id': 'https://boards.example/#news-100',
    headline: item(100).title,
    url: 'https://boards.example/#id_news',
  })
  expect(graph['@graph'][2]).toMatchObject({
    itemListElement: [
      { position: 1, item: { name: '"Paper" & 50', url: 'https://example.com/?a=1&b=50' } },
      { position: 2, item: { name: '"Paper" & 51' } },
    ],
  })
})
