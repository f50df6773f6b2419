import './config-page.css'

import type { ConfigError } from './config'

const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, text: string) =>
  Object.assign(document.createElement(name), { textContent: text })

/** A page that cannot start says why, in words that whoever set it up can act on. React is not needed to say it. */
export function showConfigPage(root: HTMLElement, error: ConfigError) {
  const main = Object.assign(document.createElement('main'), { className: 'config-page' })
  const again = Object.assign(element('button', 'Try again'), { type: 'button', onclick: () => location.reload() })
  main.append(
    element('h1', 'The site is not configured correctly'),
    element('p', 'Nothing is lost. The operator of this site has to correct the following:'),
    element('pre', error.message),
    element('p', 'docs/configuration.md lists every field and what it means.'),
    again,
  )
  root.replaceChildren(main)
  document.title = 'The site is not configured correctly'
}
