import { ConfigError, loadConfig } from './app/config'
import { nextTask } from './app/yield-to-browser'
import { createSessionPort } from './session/oidc'
import { showConnectionNotice } from './ui/load-failure'

/**
 * The page's first code, small on purpose: the look for a session is under way while the rest still arrives, so that
 * a visitor waits for the slower of the two and not for both.
 */
async function start(root: HTMLElement) {
  // In a frame (a host that answers everything with this page, asked for the silent check) there is nothing to start.
  if (window.self !== window.top) return
  const page = {
    origin: location.origin,
    href: () => location.href,
    cleanAddress: () => history.replaceState(history.state, '', location.pathname),
    alert: (text: string) => window.alert(text),
  }
  const rest = loadRest()
  // Its failure is met below, when the configuration is there.
  rest.catch(() => {})
  const config = await loadConfig()
  const provider = config.auth?.provider
  const port = provider
    ? createSessionPort(provider, page)
    : (await import('./session/unconfigured-oidc')).createMissingPort(config.auth)
  port.lookAhead()
  // Before any actor starts. Without it, nothing of the inspector is loaded.
  if (config.inspect ?? import.meta.env.DEV) (await import('./inspector/bridge')).attachInspector()
  const { showPage } = await rest
  await showPage(root, config, page, port)
}

/** In two tasks, since the look's styles take as long to work out as all the rest: in between the page answers. */
async function loadRest() {
  await import('./ui/theme/system')
  await nextTask()
  return import('./page')
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root.')
start(root).catch(async (error: unknown) => {
  if (error instanceof ConfigError) {
    const { showConfigPage } = await import('./app/config-page')
    showConfigPage(root, error)
    return
  }
  // The connection, in all likelihood. What is prerendered stays readable.
  showConnectionNotice()
  console.error(error)
})
