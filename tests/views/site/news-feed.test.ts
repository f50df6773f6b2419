// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'

import { newsFeed } from '../../../src/site/home/news-feed'
import { pageHead } from '../../../src/app/page-head'
import { covers } from '../../spec-coverage/covers'

const feed = new DOMParser().parseFromString(newsFeed('https://boards.example'), 'application/xml')
const textsOf = (selector: string) => [...feed.querySelectorAll(selector)].map(({ textContent }) => textContent)

test('the feed has the news, newest first, with the day on which each ends', () => {
  covers('decisions-news-feed')
  expect(feed.querySelector('parsererror')).toBeNull()
  expect(textsOf('item > title').slice(0, 4)).toEqual([
    'Global SIPI University 2025',
    'CadenceLIVE Silicon Valley 2025',
    'IBIS Summit at DesignCon 2025',
    'DesignCon 2025',
  ])
  expect(textsOf('pubDate')).toEqual([
    'Thu, 21 Aug 2025 00:00:00 GMT',
    'Wed, 07 May 2025 00:00:00 GMT',
    'Fri, 31 Jan 2025 00:00:00 GMT',
    'Thu, 30 Jan 2025 00:00:00 GMT',
  ])
  expect(textsOf('item > description')[0]).toMatch(/^<p>Three days of classes/)
})

test('the feed has the ten publications with their links', () => {
  const items = [...feed.querySelectorAll('item')].filter((item) =>
    item.querySelector('category')?.textContent.startsWith('Publications'),
  )
  expect(items).toHaveLength(10)
  expect(items[0]?.querySelector('link')?.textContent).toBe('https://doi.org/10.1109/ISEMC.2019.8825249')
  expect(new Set(textsOf('guid')).size).toBe(14)
})

describe('the structured data of a page', () => {
  type Node = { '@type': string } & Record<string, unknown>
  const graphOf = (canonical: string) => {
    const head = pageHead({
      canonical,
      title: 'A page',
      description: 'What it is about.',
      origin: 'https://boards.example',
      picture: { path: '/previews/home.png', alt: 'A board' },
    })
    const page = new DOMParser().parseFromString(head, 'text/html')
    const data = page.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
    return (JSON.parse(data) as { '@graph': Node[] })['@graph']
  }
  const typesOf = (canonical: string) => graphOf(canonical).map((node) => node['@type'])

  test('lists the news and the publications on the home page only', () => {
    const ofNews = ['NewsArticle', 'NewsArticle', 'NewsArticle', 'NewsArticle']
    expect(typesOf('/')).toEqual(['Organization', 'WebPage', ...ofNews, 'ItemList'])
    expect(typesOf('/terms')).toEqual(['Organization', 'WebPage'])
  })

  test('has the day, picture and publisher of news with absolute URLs', () => {
    expect(graphOf('/')[5]).toEqual({
      '@type': 'NewsArticle',
      '@id': 'https://boards.example/#news-1',
      headline: 'DesignCon 2025',
      image: 'https://boards.example/news/designcon.svg',
      datePublished: '2025-01-30',
      url: 'https://boards.example/#id_news',
      publisher: { '@id': 'https://boards.example/#company' },
    })
  })

  test('has the authors and the link of a publication', () => {
    const { itemListElement } = graphOf('/').at(-1) as unknown as {
      itemListElement: { position: number; item: Node }[]
    }
    expect(itemListElement).toHaveLength(10)
    expect(itemListElement[0]).toMatchObject({
      position: 1,
      item: {
        '@type': 'ScholarlyArticle',
        name: 'Decoupling Capacitor Selection Algorithm for PDN Based on Deep Reinforcement Learning',
        author: expect.arrayContaining([{ '@type': 'Person', name: 'J. Drewniak' }]) as unknown,
        url: 'https://doi.org/10.1109/ISEMC.2019.8825249',
        isPartOf: { '@type': 'CreativeWork', name: 'IEEE EMC+SIPI, 2019' },
      },
    })
  })
})
