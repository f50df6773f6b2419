import { newsPageCount, newsPageSize } from '../../../machines/site/news-pages'

/** Keeps the number of news pages correct until the section is hydrated. The prerendered number is for wide screens. */
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
