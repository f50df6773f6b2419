import './config-page.css'

import type { ConfigError } from './config'

const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, text: string) =>
  Object.assign(document.createElement(name), { textContent: text })

/**
 * Shows why the page cannot start, in terms that the operator can act on. It does not use React, because the rest of
 * the code may not have been loaded yet.
 */
export function showConfigPage(root: HTMLElement, error: ConfigError) {
  const main = Object.assign(document.createElement('main'), { className: 'config-page' })
  const retry = Object.assign(element('button', 'Try again'), { type: 'button', onclick: () => location.reload() })
  main.append(
    element('h1', 'The site is not configured correctly'),
    element('p', 'Your data is safe. The operator of this site must correct the following:'),
    element('pre', error.message),
    element('p', 'docs/configuration.md lists every field and what it means.'),
    retry,
  )
  root.replaceChildren(main)
  document.title = 'The site is not configured correctly'
}
