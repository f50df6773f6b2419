import { createActor } from 'xstate'

import type { AppConfig } from './app/config'
import { followOverlay } from './app/loading-overlay'
import { setLoginLinks } from './app/login-links'
import { createServices, type Services } from './app/services'
import { nextTask } from './ui/loading/yield-to-browser'
import type { SessionPort } from './session/provider/oidc-adapter'
import type { Page } from './session/page-session'
import { onBoardExpected } from './site/pricing/expected-board'
import { connectPageCode, followPageCode } from './site/page-code'
import { holdPresses } from './ui/loading/early-press'
import { browserIdle } from './ui/loading/idle'
import { followWaitingNotices } from './ui/notices/notify'
import { labelThemeToggle } from './ui/theme/theme-choice'

/**
 * Starts the session and the loading overlay, without React. A prerendered page is then complete, except for its
 * interactive code, which is loaded later. Other pages load their code immediately. Takes two tasks, because creating
 * the machines and starting them would be one long task on a slow device.
 */
export async function startPage(root: HTMLElement, config: AppConfig, page: Page, port: SessionPort) {
  const services = createServices(config, page, port)
  await nextTask()
  const { guard, loading, onUserOrFailure, start } = services.session
  const isPrerendered = root.dataset['prerendered'] === 'page'
  const files = root.dataset['files']?.split(' ')
  const code = createActor(connectPageCode(() => loadPage(root, services).catch(logged), files))
  followPageCode(code)
  code.start()
  // The worker that reads the board takes longest to start, so it starts before the page's code runs.
  onBoardExpected(() => {
    import('./workspace/readers/read-formats').then(({ prepareFormats }) => prepareFormats()).catch(() => {})
  })
  followOverlay(loading)
  const opening = loading.subscribe((snapshot) => {
    if (snapshot.hasTag('overlay')) return
    opening.unsubscribe()
    code.send({ type: 'page.opened' })
    // The request for this code must not delay the paint of the open page.
    if (isPrerendered)
      browserIdle()
        .then(() => finishPage(services))
        .catch(console.error)
  })
  onUserOrFailure(() => code.send({ type: 'code.needed' }))
  followWaitingNotices(() => code.send({ type: 'code.needed' }))
  start()
  if (isPrerendered) {
    // The router checks every navigation with the guard, but its code is loaded later, so the first page is checked
    // here.
    const { pathname, search, hash } = new URL(page.href())
    const href = `${pathname}${search}${hash}`
    if ('public' in root.dataset) {
      guard({ href, access: 'public', isProviderReturn: false, isLogin: false }).catch(console.error)
    }
    if (holdPresses()) code.send({ type: 'page.used' })
    setLoginLinks(config.loginUrl)
    labelThemeToggle()
    loading.send({ type: 'content.shown' })
  } else {
    code.send({ type: 'code.needed' })
  }
}

async function finishPage({ api }: Services) {
  const { finishPrerenderedPage } = await import('./site/finish-prerendered-page')
  await finishPrerenderedPage(api)
}

function logged(error: unknown): never {
  console.error(error)
  throw error
}

/** Loads in two tasks, so that the page can handle input in between: creating the theme takes as long as the rest. */
async function loadPage(root: HTMLElement, services: Services) {
  const page = import('./page')
  // Only prevents an unhandled rejection; the failure is handled where `page` is awaited.
  page.catch(() => {})
  await import('./ui/theme/system')
  await nextTask()
  const { showPage } = await page
  await showPage(root, services)
}
