import { newsPageCount, newsPageSize } from '../../../machines/site/news-pages'

/** Fills in the number of pages of news until the news are hydrated. The prerendered number is that of a wide screen. */
export function countNewsPages() {
  const status = document.querySelector<HTMLElement>('[data-news-pages]')
  if (!status) return
  const fill = () => {
    if (!status.closest('[data-later]')) {
      removeEventListener('resize', fill)
      return
    }
    const items = Number(status.dataset['newsPages'])
    status.textContent = `1 of ${newsPageCount(items, newsPageSize(window.innerWidth))}`
  }
  fill()
  addEventListener('resize', fill)
}
