import { fromCallback, fromPromise } from 'xstate'

import { type PageCodeActor, pageCodeMachine } from '../../machines/site/page-code.machine'
import { showConnectionNotice } from '../ui/loading/load-failure'
import { giveUpWaiting } from '../ui/loading/early-press'
import { browserIdle } from '../ui/loading/idle'

/** Elements that need the code, or that open a page that needs it. */
const interactive = 'a[href], button, form'

/**
 * The events of using an element. They include clicks, because a click triggered by assistive technology comes without
 * any of the others.
 */
const uses = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click', 'dragenter'] as const
const signs = ['pointermove', 'scroll', ...uses] as const

/**
 * Whether an event reports a pointer that has not moved. A browser sends such an event, for example, when it lays out
 * the page under a resting pointer.
 */
const isAtRest = (event: Event) =>
  event instanceof PointerEvent &&
  (event.type === 'pointermove' || event.type === 'pointerover') &&
  event.movementX === 0 &&
  event.movementY === 0

/** Resolves when the page has loaded and the browser is idle. */
const idle = () =>
  new Promise<void>((resolve) => {
    const wait = () => {
      browserIdle().then(resolve, () => {})
    }
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  })

/** The page code machine with its implementations. `files` are fetched in advance. */
export const connectPageCode = (loadCode: () => Promise<void>, files: readonly string[] = []) =>
  pageCodeMachine.provide({
    actors: {
      followVisitor: fromCallback<{ type: string }>(({ sendBack }) => {
        // public/before-app.js sets this if the visitor interacted with the page before this code was loaded.
        let isNoticed = 'noticed' in document.documentElement.dataset
        if (isNoticed) sendBack({ type: 'visitor.noticed' })
        const notice = (event: Event) => {
          if (isAtRest(event)) return
          const { type, target } = event
          if (!isNoticed) sendBack({ type: 'visitor.noticed' })
          isNoticed = true
          const isUse = uses.some((use) => use === type)
          if (isUse && target instanceof Element && target.closest(interactive)) sendBack({ type: 'page.used' })
        }
        for (const type of signs) document.addEventListener(type, notice, { capture: true, passive: true })
        return () => {
          for (const type of signs) document.removeEventListener(type, notice, { capture: true })
        }
      }),
      fetchAhead: fromCallback(() => {
        let isStopped = false
        const fetchAll = async () => {
          await idle()
          for (const file of files) {
            // Sending all requests at once would be a long task on a slow phone.
            await browserIdle()
            if (isStopped) return
            prefetch(file)
          }
        }
        fetchAll().catch(() => {})
        return () => {
          isStopped = true
        }
      }),
      waitForIdle: fromPromise<void>(idle),
      loadCode: fromPromise<void>(loadCode),
    },
  })

/**
 * Puts a script into the browser's cache without running it. `<link rel="prefetch">` is not used, because Firefox
 * refuses it unless `default-src` allows it, and WebKit does not support it.
 */
function prefetch(address: string) {
  fetch(address, { priority: 'low' })
    // The browser caches a response only if it is read to the end.
    .then((response) => response.arrayBuffer())
    .catch(() => {
      // If this fails, the file is loaded when it is needed.
    })
}

/** If the code cannot be loaded, shows a notice and leaves links to the browser, because they work without the code. */
export function followPageCode(code: PageCodeActor) {
  code.subscribe((snapshot) => {
    if (!snapshot.matches('failed')) return
    showConnectionNotice()
    giveUpWaiting()
  })
}
