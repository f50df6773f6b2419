import { ConfigError, loadConfig } from './app/config'
import { removeOverlay } from './app/loading-overlay'
import { nextTask } from './ui/loading/yield-to-browser'
import { createSessionPort } from './session/provider/oidc'
import { showConnectionNotice } from './ui/loading/load-failure'

/**
 * The entry point, kept small so that the session check starts while the rest of the code is still loading. Visitors
 * then wait for the slower of the two instead of for both in sequence.
 */
async function start(root: HTMLElement) {
  // Do not start in an iframe: a host that serves this page for every URL also serves it in the iframe of the silent
  // session check.
  if (window.self !== window.top) return
  // Without this pause, evaluating this script and starting the app would be one long task on a slow device.
  await nextTask()
  const page = {
    origin: location.origin,
    href: () => location.href,
    cleanAddress: () => history.replaceState(history.state, '', location.pathname),
    alert: (text: string) => window.alert(text),
  }
  const rest = import('./start-page')
  // Only prevents an unhandled rejection; the failure is handled where `rest` is awaited.
  rest.catch(() => {})
  const config = await loadConfig()
  // The product's own server has already shown the notice; any other host serves the page as built, with the notice
  // hidden.
  if (config.trial) document.getElementById('trial-notice')?.removeAttribute('hidden')
  const provider = config.auth?.provider
  const port = provider
    ? createSessionPort(provider, page)
    : (await import('./session/provider/unconfigured-oidc')).createMissingPort(config.auth)
  port.lookAhead()
  // Must run before any actor starts. The visualizer's code is loaded only if the visualizer is enabled.
  if (config.inspect ?? import.meta.env.DEV) (await import('./inspector/bridge')).attachInspector()
  const { startPage } = await rest
  // Without this pause, evaluating the session's code and starting it would be one long task on a slow device.
  await nextTask()
  await startPage(root, config, page, port)
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root.')
start(root).catch(async (error: unknown) => {
  if (error instanceof ConfigError) {
    const { showConfigPage } = await import('./app/config-page')
    removeOverlay()
    showConfigPage(root, error)
    return
  }
  // Most likely a connection failure. The prerendered content stays readable.
  showConnectionNotice()
  console.error(error)
})
