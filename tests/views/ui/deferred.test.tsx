// @vitest-environment jsdom
import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Later } from '../../../src/ui/deferred'
import { holdPresses } from '../../../src/ui/early-press'

holdPresses()

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
