import { fromCallback, fromPromise } from 'xstate'

import { type PageCodeActor, pageCodeMachine } from '../../machines/site/page-code.machine'
import { showConnectionNotice } from '../ui/load-failure'
import { giveUpWaiting } from '../ui/early-press'
import { browserIdle } from '../ui/idle'

/** Elements that need the code, or that open a page that needs it. */
const interactive = 'a[href], button, form'

const uses = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const

/** Resolves when the page has loaded and the browser is idle. */
const idle = () =>
  new Promise<void>((resolve) => {
    const wait = () => {
      browserIdle().then(resolve, () => {})
    }
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  })

/** The page code machine with its implementations. */
export const connectPageCode = (loadCode: () => Promise<void>) =>
  pageCodeMachine.provide({
    actors: {
      followVisitor: fromCallback<{ type: string }>(({ sendBack }) => {
        const use = ({ target }: Event) => {
          if (target instanceof Element && target.closest(interactive)) sendBack({ type: 'page.used' })
        }
        for (const type of uses) document.addEventListener(type, use, { capture: true, passive: true })
        return () => {
          for (const type of uses) document.removeEventListener(type, use, { capture: true })
        }
      }),
      waitForIdle: fromPromise<void>(idle),
      loadCode: fromPromise<void>(loadCode),
    },
  })

/** Shows that the code could not be loaded. Links work without it. */
export function followPageCode(code: PageCodeActor) {
  code.subscribe((snapshot) => {
    if (!snapshot.matches('failed')) return
    showConnectionNotice()
    giveUpWaiting()
  })
}
