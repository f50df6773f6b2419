// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Later } from '../../../src/ui/loading/deferred'
import { holdPresses, linkLimitMs } from '../../../src/ui/loading/early-press'
import { codeLimits } from '../../support/stopped-time'

holdPresses()

test('the browser tests know how long an early press waits', () => {
  expect(codeLimits.link).toBe(linkLimitMs)
  expect(readFileSync('public/before-app.js', 'utf8')).toMatch(/const delayMs = 5_000\n/)
  expect(codeLimits.form).toBe(5_000)
})

let unmount = () => {}
const clicks = vi.fn()

function Page({ after, onMount }: { after: Promise<unknown> | null; onMount: () => void }) {
  useEffect(onMount, [onMount])
  return (
    <Later after={after}>
      <More />
    </Later>
  )
}

function More() {
  const [isOpen, setOpen] = useState(false)
  const toggle = () => {
    clicks()
    setOpen(!isOpen)
  }
  return <button onClick={toggle}>{isOpen ? 'Less' : 'More'}</button>
}

function Second({ tell }: { tell: (event: string) => void }) {
  useEffect(() => {
    tell('ready')
  }, [tell])
  return <button onClick={() => tell('clicked')}>Second</button>
}

/** Hydrates the page without `act`, as in a browser. Resolves when all but its deferred part is hydrated. */
async function hydrate(after: Promise<unknown> | null) {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<Page after={null} onMount={() => {}} />)
  const button = container.querySelector('button')
  if (!button) throw new Error('The page has no button.')
  await new Promise<void>((resolve) => {
    const root = hydrateRoot(container, <Page after={after} onMount={resolve} />)
    unmount = () => root.unmount()
  })
  return button
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  clicks.mockClear()
})

afterEach(() => {
  unmount()
  document.body.replaceChildren()
})

test('a click before the code of a part has loaded takes effect once, as soon as it has loaded', async () => {
  let arrive = () => {}
  const button = await hydrate(new Promise<void>((resolve) => (arrive = resolve)))
  button.click()
  expect(clicks).not.toHaveBeenCalled()
  arrive()
  await vi.waitFor(() => expect(button).toHaveTextContent('Less'))
  expect(clicks).toHaveBeenCalledOnce()
})

test('a click that hydrates its part takes effect once', async () => {
  const button = await hydrate(null)
  button.click()
  await vi.waitFor(() => expect(button).toHaveTextContent('Less'))
  expect(clicks).toHaveBeenCalledOnce()
})

test('a press in each of two parts is repeated, each when its part is ready', async () => {
  const events: string[] = []
  let arrive = () => {}
  const code = new Promise<void>((resolve) => (arrive = resolve))
  const page = (after: Promise<unknown> | null, onMount: () => void) => (
    <>
      <Page after={after} onMount={onMount} />
      <Later after={after}>
        <Second tell={(event) => void events.push(event)} />
      </Later>
    </>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page(null, () => {}))
  await new Promise<void>((resolve) => {
    const root = hydrateRoot(container, page(code, resolve))
    unmount = () => root.unmount()
  })
  const [first, second] = container.querySelectorAll('button')
  first?.click()
  second?.click()
  document.body.click()
  arrive()
  await vi.waitFor(() => expect(events).toEqual(['ready', 'clicked']))
  await vi.waitFor(() => expect(first).toHaveTextContent('Less'))
  expect(clicks).toHaveBeenCalledOnce()
})

test('a click after hydration takes effect once', async () => {
  const button = await hydrate(null)
  await vi.waitFor(() => {
    button.click()
    expect(clicks).toHaveBeenCalled()
  })
  clicks.mockClear()
  button.click()
  expect(clicks).toHaveBeenCalledOnce()
})
