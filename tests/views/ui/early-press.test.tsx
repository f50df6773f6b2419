// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import createCache from '@emotion/cache'
import { fireEvent } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Later } from '../../../src/ui/loading/deferred'
import { holdPresses } from '../../../src/ui/loading/early-press'
import { UiProvider } from '../../../src/ui/theme/provider'
import { isDark } from '../../../src/ui/theme/theme-choice'
import { ThemeToggle } from '../../../src/ui/theme-toggle'

/** Runs the script that is part of every page, as when a browser has received the page but none of its code. */
const receivePage = () => void runInThisContext(readFileSync('public/before-app.js', 'utf8'))

const chosen = vi.fn<(what: string) => void>()

/** Stands for a view whose machine starts in an effect, as with useActor. */
function More() {
  const machine = useRef('waiting')
  useEffect(() => {
    machine.current = 'started'
  }, [])
  return <button onClick={() => chosen(machine.current)}>More</button>
}

const Page = () => (
  <UiProvider cache={createCache({ key: 'css' })}>
    <Later after={null}>
      <ThemeToggle />
      <More />
      <a href="#id_news" onClick={() => chosen('news')}>
        News
      </a>
      <button type="submit" onClick={() => chosen('send')}>
        Send
      </button>
    </Later>
  </UiProvider>
)

let container: HTMLElement
let unmount = () => {}

const button = (name: string) => [...container.querySelectorAll('button')].find((one) => one.textContent === name)!
const toggle = () => container.querySelector<HTMLElement>('[data-theme-toggle]')!

const hydrate = () => {
  const root = hydrateRoot(container, <Page />)
  unmount = () => root.unmount()
}
const hydrated = () => vi.waitFor(() => expect(container.querySelector('[data-later]')).toBeNull())

const listening = vi.spyOn(document, 'addEventListener')

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  chosen.mockClear()
  container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<Page />)
  receivePage()
})

afterEach(() => {
  unmount()
  unmount = () => {}
  document.body.replaceChildren()
  document.documentElement.removeAttribute('class')
  document.documentElement.removeAttribute('data-uncovered')
  localStorage.clear()
  // The next test receives another page.
  for (const args of listening.mock.calls) document.removeEventListener(...args)
  listening.mockClear()
})

test('Tab does not lead to the page while the loading overlay covers it', async () => {
  const user = userEvent.setup()
  const overlay = document.body.appendChild(document.createElement('div'))
  overlay.dataset['loadingOverlay'] = ''
  await user.tab()
  expect(document.body).toHaveFocus()
  overlay.remove()
  await user.tab()
  expect(document.body).not.toHaveFocus()
})

test('the loading overlay that ends by itself gives Tab back', async () => {
  const user = userEvent.setup()
  const overlay = document.body.appendChild(document.createElement('div'))
  overlay.dataset['loadingOverlay'] = ''
  const notice = document.body.appendChild(document.createElement('div'))
  notice.id = 'connection-notice'
  notice.hidden = true
  const warning = vi.spyOn(console, 'warn').mockReturnValue()
  fireEvent(overlay, Object.assign(new Event('animationend', { bubbles: true }), { animationName: 'uncover' }))
  expect(warning).toHaveBeenCalledOnce()
  await user.tab()
  expect(document.body).not.toHaveFocus()
})

test('a button pressed before any code has started is carried out once, after hydration', async () => {
  button('More').click()
  expect(holdPresses()).toBe(true)
  expect(chosen).not.toHaveBeenCalled()
  hydrate()
  await vi.waitFor(() => expect(chosen.mock.calls).toEqual([['started']]))
  await hydrated()
  button('More').click()
  expect(chosen).toHaveBeenCalledTimes(2)
})

test.each([
  [1, true],
  [2, false],
  [3, true],
])('the theme is changed by each of %i presses before any code has started', async (presses, dark) => {
  for (let press = 0; press < presses; press++) toggle().click()
  expect(holdPresses()).toBe(false)
  expect(isDark()).toBe(dark)
  hydrate()
  await hydrated()
  expect(isDark()).toBe(dark)
  toggle().click()
  expect(isDark()).toBe(!dark)
})

test('links and forms pressed before any code has started are left to the browser', async () => {
  container.querySelector('a')?.click()
  button('Send').click()
  expect(holdPresses()).toBe(false)
  hydrate()
  await hydrated()
  await new Promise<void>((resolve) => setTimeout(resolve))
  expect(chosen).not.toHaveBeenCalled()
})

test('presses that have been taken over are not noted again', async () => {
  holdPresses()
  button('More').click()
  expect(document.earlyPresses).toBeUndefined()
  hydrate()
  await vi.waitFor(() => expect(chosen.mock.calls).toEqual([['started']]))
})

test('a dark page becomes light with a press in the task in which its toggle is hydrated', async () => {
  document.documentElement.classList.add('dark')
  holdPresses()
  const pressed = new Promise<void>((resolve) => {
    new MutationObserver(() => {
      toggle().click()
      resolve()
    }).observe(container, { attributeFilter: ['data-later'], subtree: true })
  })
  hydrate()
  await pressed
  expect(isDark()).toBe(false)
})

test('a press in the task in which its part is hydrated is carried out once the part’s effects have run', async () => {
  holdPresses()
  new MutationObserver(() => button('More').click()).observe(container, {
    attributeFilter: ['data-later'],
    subtree: true,
  })
  hydrate()
  await vi.waitFor(() => expect(chosen.mock.calls).toEqual([['started']]))
})
