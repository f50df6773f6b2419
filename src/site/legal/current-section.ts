/**
 * In the contents of a legal page, marks the section that is being read, and keeps its link in view if the contents
 * scroll. Returns a function that stops the marking. Removing the contents from the page stops it, too.
 */
export function markCurrentSection(contents: HTMLElement | null): () => void {
  if (!contents) return () => {}
  const entries = [...contents.querySelectorAll('a')].flatMap((link) => {
    const section = document.getElementById(link.hash.slice(1))
    return section ? [{ link, section }] : []
  })
  let isPlanned = false

  const mark = () => {
    const current = currentSection(entries.map(({ section }) => section))
    for (const { link, section } of entries) {
      if (section !== current) link.removeAttribute('aria-current')
      else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'location')
        reveal(link, contents)
      }
    }
  }
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    requestAnimationFrame(() => {
      isPlanned = false
      if (contents.isConnected) mark()
      else stop()
    })
  }
  const stop = () => {
    removeEventListener('scroll', plan)
    removeEventListener('hashchange', plan)
  }
  addEventListener('scroll', plan, { passive: true })
  addEventListener('hashchange', plan)
  plan()
  return stop
}

/** The last section that starts at the top of the window or above it; undefined if all sections start further down. */
function currentSection(sections: HTMLElement[]): HTMLElement | undefined {
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1
  // The last sections cannot be scrolled to the top, so at the end of the page, the section that was opened by a link
  // counts as the current one.
  const chosen = sections.find(({ id }) => `#${id}` === location.hash)
  if (isAtEnd && chosen && chosen.getBoundingClientRect().top > 0) return chosen
  return sections.findLast((section) => {
    // The position to which a link scrolls the section, with a small tolerance for rounding.
    const start = parseFloat(getComputedStyle(section).scrollMarginTop) + 4
    return section.getBoundingClientRect().top <= start
  })
}

/** Scrolls the contents, but never the page, so that a link is visible. */
function reveal(link: HTMLElement, contents: HTMLElement) {
  const [inner, outer] = [link.getBoundingClientRect(), contents.getBoundingClientRect()]
  if (inner.top < outer.top) contents.scrollTop -= outer.top - inner.top
  if (inner.bottom > outer.bottom) contents.scrollTop += inner.bottom - outer.bottom
}
