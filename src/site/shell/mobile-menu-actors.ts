import { fromCallback } from 'xstate'

import { mobileMenuMachine } from '../../../machines/site/mobile-menu.machine'

/** From here on the header shows its links beside each other: the theme's `md`. */
const wide = 768

/** Tells the width of the viewport now and on every change. A change of height is none: phones do it while scrolling. */
export function followWidth(tell: (width: number) => void) {
  let known = 0
  const follow = () => {
    if (window.innerWidth === known) return
    known = window.innerWidth
    tell(known)
  }
  follow()
  window.addEventListener('resize', follow)
  return () => window.removeEventListener('resize', follow)
}

function lockPage() {
  const behind = document.querySelectorAll('main, footer')
  document.documentElement.style.overflow = 'hidden'
  for (const element of behind) element.setAttribute('inert', '')
  return () => {
    document.documentElement.style.overflow = ''
    for (const element of behind) element.removeAttribute('inert')
  }
}

/** The menu with its real work. Apart from the other machines of the site, since the header is there from the start. */
export const siteMenu = mobileMenuMachine.provide({
  actors: {
    lockPage: fromCallback(lockPage),
    followWidth: fromCallback<{ type: string }>(({ sendBack }) =>
      followWidth((width) => {
        if (width >= wide) sendBack({ type: 'screen.widened' })
      }),
    ),
    followHistory: fromCallback<{ type: string }>(({ sendBack }) => {
      const leave = () => sendBack({ type: 'page.left' })
      window.addEventListener('popstate', leave)
      return () => window.removeEventListener('popstate', leave)
    }),
  },
})
