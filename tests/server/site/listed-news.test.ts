import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { SiteNews } from '../../../machines/site/site-news'
import { readConfig } from '../../../server/config'
import { registerSite } from '../../../server/site/site'
import { newsFeed } from '../../../src/site/home/news-feed'
import { covers } from '../../spec-coverage/covers'

const built = '<article aria-labelledby="news_4" class="c"><h3 id="news_4" class="t">Built</h3></article>'
const home =
  `<!doctype html><html><head><title>Home</title></head><body><div data-news-list="" class="l">${built}</div>` +
  '<p data-no-news="" class="n">None</p></body></html>'

const item = (id: number, title: string) => ({
  id,
  image: '/news/x.svg',
  date: '1 May 2026',
  title,
  content: '<p>C</p>',
})
const withTitle = (title: string): SiteNews => ({ news: [item(5, title)], publications: [] })

let folder: string
let app: FastifyInstance
let loadNews: () => Promise<SiteNews>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'news-'))
  await writeFile(path.join(folder, 'index.html'), home)
  await writeFile(path.join(folder, 'news.xml'), newsFeed('https://site.invalid'))
  await writeFile(path.join(folder, 'terms.html'), '<!doctype html><title>Terms</title>')
})
beforeEach(async () => {
  loadNews = async () => withTitle('Current')
  app = fastify()
  const loadPrices = () => Promise.reject(new Error('not needed'))
  const config = readConfig({ PUBLIC_URL: 'https://boards.example' })
  await registerSite(app, { clientDir: folder, config, loadPrices, loadNews: () => loadNews() })
})
afterAll(() => rm(folder, { recursive: true }))

const read = async (address: string, headers: Record<string, string> = {}) => {
  const { body, headers: answered, statusCode } = await app.inject({ url: address, headers })
  return { body, statusCode, etag: String(answered['etag']), policy: answered['content-security-policy'] }
}
const titlesIn = (text: string) => [...text.matchAll(/<(?:h3|title)[^>]*>([^<]*)</g)].map(([, title]) => title).slice(1)

test('the pages and the feed follow what is published, with the same policy and another tag', async () => {
  covers('decisions-staff-news-public')
  const [page, feed] = [await read('/'), await read('/news.xml')]
  expect(titlesIn(page.body)).toEqual(['Current'])
  expect(titlesIn(feed.body)).toEqual(['Current'])
  loadNews = async () => withTitle('Newer & <better>')
  const [later, laterFeed] = [await read('/'), await read('/news.xml')]
  expect(titlesIn(later.body)).toEqual(['Newer &amp; &lt;better&gt;'])
  expect(titlesIn(laterFeed.body)).toEqual(['Newer &amp; &lt;better&gt;'])
  expect(later.policy).toBe(page.policy)
  expect(later.etag).not.toBe(page.etag)
  expect((await read('/', { 'if-none-match': page.etag })).statusCode).toBe(200)
  expect((await read('/', { 'if-none-match': later.etag })).statusCode).toBe(304)
  loadNews = async () => ({ news: [], publications: [] })
  expect(titlesIn((await read('/')).body)).toEqual([])
  expect(titlesIn((await read('/news.xml')).body)).toEqual([])
})

test('the page contains the news as data that cannot end its element', async () => {
  loadNews = async () => withTitle('</script><script>alert(1)</script>')
  const { body } = await read('/')
  const [, data = ''] = /<script type="application\/json" id="site-news">(.*?)<\/script>/.exec(body) ?? []
  expect(JSON.parse(data)).toEqual(withTitle('</script><script>alert(1)</script>'))
  expect(body).not.toContain('<script>alert')
})

test('the last known news stays while the database fails or does not answer', async () => {
  covers('decisions-staff-news-outage')
  await read('/')
  loadNews = () => Promise.reject(new Error('down'))
  expect(titlesIn((await read('/')).body)).toEqual(['Current'])
  expect(titlesIn((await read('/news.xml')).body)).toEqual(['Current'])
  loadNews = () => new Promise(() => {})
  expect(titlesIn((await read('/')).body)).toEqual(['Current'])
})

test('the news of the build is shown if the database could never be reached', async () => {
  loadNews = () => Promise.reject(new Error('down'))
  expect((await read('/')).body).toBe(home)
  expect(titlesIn((await read('/news.xml')).body)[0]).toBe('Global SIPI University 2025')
})
