// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { newsFeed } from '../../../src/app/news-feed'
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
