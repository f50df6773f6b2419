// @vitest-environment jsdom
import createCache from '@emotion/cache'
import { act, render, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { newsPagerMachine } from '../../../../machines/site/news-pager.machine'
import { news } from '../../../../src/content/news'
import { News } from '../../../../src/site/home/news'
import { SiteProvider } from '../../../../src/site/home/site-services'
import { UiProvider } from '../../../../src/ui/theme/provider'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const [newest] = news
if (!newest) throw new Error('There is no news to show.')

const section = () => within(screen.getByRole('region', { name: 'Where to meet us' }))
const button = (name: string) => section().getByRole('button', { name })
const cards = () => section().getAllByRole('article')
const unfold = () => section().queryByRole('button', { name: /^(More\.\.\.|Less)$/ })

/** Checks that the page shows as many cards as fit, each with its date, and the buttons for the adjacent pages. */
const expectPage = ({
  context: { items: news, page, pageSize, overflowing, expanded },
}: SnapshotFrom<typeof newsPagerMachine>) => {
  const pages = Math.ceil(news.length / pageSize)
  const shown = news.slice((page - 1) * pageSize, page * pageSize)
  expect(cards().map((card) => within(card).getByRole('heading').textContent)).toEqual(shown.map(({ title }) => title))
  cards().forEach((card, index) => expect(card).toHaveTextContent(shown[index]?.date ?? 'no date'))
  expect(section().getByRole('status')).toHaveTextContent(`${page} of ${pages}`)
  const [previous, next] = [button('Previous page'), button('Next page')]
  if (page === 1) expect(previous).toBeDisabled()
  else expect(previous).toBeEnabled()
  if (page === pages) expect(next).toBeDisabled()
  else expect(next).toBeEnabled()

  const isLong = shown.some(({ id }) => id === newest.id) && overflowing.includes(newest.id)
  const isOpen = expanded.includes(newest.id)
  expect(unfold()?.textContent).toBe(isLong ? (isOpen ? 'Less' : 'More...') : undefined)
  if (isLong) expect(unfold()).toHaveAttribute('aria-expanded', String(isOpen))
}

/** For each card's text, a function that reports its height, since jsdom has no layout. */
const sizes = new Map<Element, (height: number) => void>()
class Measured {
  readonly tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.tell = tell
  }
  observe(element: Element) {
    sizes.set(element, (height) => this.tell([{ contentRect: { height } } as ResizeObserverEntry], this as never))
  }
  disconnect() {}
}
const added = { id: 5, image: '/news/designcon.svg', date: '1 May 2026', title: 'Open day', content: '<p>C</p>' }

/** The page as the server sends it, with the prerendered list and the news as data. */
function showAsSent(items: typeof news) {
  const data = document.createElement('script')
  Object.assign(data, { id: 'site-news', type: 'application/json' })
  data.textContent = JSON.stringify({ news: items, publications: [] })
  const list = document.createElement('div')
  list.dataset['newsList'] = ''
  document.body.append(data, list)
}
const rem = 16
const fits = 7.5 * rem

const newsPager: Surface<typeof newsPagerMachine> = {
  situations: {
    'a visitor': { input: { items: news, isCurrent: true } },
    'a visitor of a static site': { input: { items: news, isCurrent: false } },
  },
  events: {
    'screen.resized': [{ width: 390 }, { width: 800 }, { width: 1280 }],
    'page.next': [{}],
    'page.previous': [{}],
    'card.measured': [
      { id: newest.id, overflows: true },
      { id: newest.id, overflows: false },
    ],
    'card.toggled': [{ id: newest.id }],
  },
  done: { followWidth: null, loadNews: [news.toSpliced(0, 0, added)] },
  failed: { followWidth: null, loadNews: [failure()] },
  mount: async ({ machine, input }) => {
    document.body.innerHTML = ''
    if (input?.isCurrent) showAsSent(input.items)
    vi.stubGlobal('ResizeObserver', Measured)
    document.documentElement.style.fontSize = `${rem}px`
    Element.prototype.scrollTo = () => {}
    await act(async () => {
      render(
        <UiProvider cache={createCache({ key: 'css' })}>
          <SiteProvider value={{ machines: { newsPager: machine } as never, notify: () => {} }}>
            <News />
          </SiteProvider>
        </UiProvider>,
      )
    })
  },
  states: {
    shown: (_, snapshot) => {
      expectPage(snapshot)
      cards().forEach((card) => expect(card.querySelectorAll('p').length).toBeGreaterThan(1))
    },
    loading: (_, snapshot) => {
      expectPage(snapshot)
      expect(snapshot.context.items).toEqual(news)
    },
  },
  perform: {
    'screen.resized': (event, { report }) => report('followWidth', event),
    'page.next': async (_, { user }) => user.click(button('Next page')),
    'page.previous': async (_, { user }) => user.click(button('Previous page')),
    'card.measured': ({ overflows }) => {
      const text = document.querySelector(`#news_${newest.id}_text > div`)
      if (!text) throw new Error('The card has no text.')
      act(() => sizes.get(text)?.(overflows ? fits + 2 : fits))
    },
    'card.toggled': async (_, { user }) => {
      const toggle = unfold()
      if (!toggle) throw new Error('The card cannot be unfolded.')
      await user.click(toggle)
    },
  },
}

testSurface('News pager', newsPagerMachine, newsPager)
