import { fromCallback } from 'xstate'

import { mobileMenuMachine } from '../../../machines/site/mobile-menu.machine'

/** The width in px from which the header shows its links inline: the theme's `md` breakpoint. */
const desktopWidth = 768

/**
 * Reports the viewport width initially and when it changes. Ignores height changes, which phones cause while scrolling.
 */
export function followWidth(onChange: (width: number) => void) {
  let lastWidth = 0
  const update = () => {
    if (window.innerWidth === lastWidth) return
    lastWidth = window.innerWidth
    onChange(lastWidth)
  }
  update()
  window.addEventListener('resize', update)
  return () => window.removeEventListener('resize', update)
}

function lockPage() {
  const elements = document.querySelectorAll('main, footer')
  document.documentElement.style.overflow = 'hidden'
  for (const element of elements) element.setAttribute('inert', '')
  return () => {
    document.documentElement.style.overflow = ''
    for (const element of elements) element.removeAttribute('inert')
  }
}

/**
 * The menu machine with its implementations. Separate from the site's other machines, because the header loads first.
 */
export const siteMenu = mobileMenuMachine.provide({
  actors: {
    lockPage: fromCallback(lockPage),
    followWidth: fromCallback<{ type: string }>(({ sendBack }) =>
      followWidth((width) => {
        if (width >= desktopWidth) sendBack({ type: 'screen.widened' })
      }),
    ),
    followHistory: fromCallback<{ type: string }>(({ sendBack }) => {
      const leave = () => sendBack({ type: 'page.left' })
      window.addEventListener('popstate', leave)
      return () => window.removeEventListener('popstate', leave)
    }),
  },
})
