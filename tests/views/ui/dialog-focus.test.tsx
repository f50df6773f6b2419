// @vitest-environment jsdom
import createCache from '@emotion/cache'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { DialogFrame } from '../../../src/ui/dialog/dialog-frame'
import { UiProvider } from '../../../src/ui/theme/provider'

afterEach(() => vi.unstubAllGlobals())

/** Collects animation frames. `runFrame` runs the next one; `runFrames` runs all, including those that they request. */
function holdFrames() {
  const frames = new Map<number, FrameRequestCallback>()
  let last = 0
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    frames.set(++last, callback)
    return last
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void frames.delete(id))
  const runFrame = () =>
    act(async () => {
      const [next] = frames
      if (!next) return
      frames.delete(next[0])
      next[1](performance.now())
    })
  const runFrames = async () => {
    while (frames.size > 0) await runFrame()
  }
  return { frames, runFrame, runFrames }
}

test('a field that gets the focus before the dialog traps it keeps the focus', async () => {
  const { frames, runFrame, runFrames } = holdFrames()
  render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <DialogFrame title="Edit" onClose={() => {}}>
        <form>
          <input aria-label="Name" />
          <input aria-label="Notes" />
        </form>
      </DialogFrame>
    </UiProvider>,
  )
  await runFrame()
  while (document.activeElement !== screen.getByLabelText('Name')) {
    if (frames.size === 0) throw new Error('The first field never had the focus.')
    await runFrame()
  }

  act(() => screen.getByLabelText('Notes').focus())
  await runFrames()
  expect(screen.getByLabelText('Notes')).toHaveFocus()
})

test('a button of the discard question that gets the focus before the question traps it keeps the focus', async () => {
  const { runFrames } = holdFrames()
  render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <DialogFrame title="Edit" isUnsent onClose={() => {}}>
        <form>
          <input aria-label="Name" />
        </form>
      </DialogFrame>
    </UiProvider>,
  )
  await runFrames()
  expect(screen.getByLabelText('Name')).toHaveFocus()
  await act(async () => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' }))
  const discard = screen.getByText('Discard')

  act(() => discard.focus())
  expect(discard).toHaveFocus()
  await runFrames()
  expect(discard).toHaveFocus()
})

test('Escape in an open menu, an open list or a selection closes only that', async () => {
  const { runFrames } = holdFrames()
  const onClose = vi.fn()
  render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <DialogFrame title="Edit" onClose={onClose}>
        <div role="menu">
          <button>Item of a menu</button>
        </div>
        <input aria-label="Open list" role="combobox" aria-expanded aria-controls="list" />
        <div data-own-escape="">
          <button>Part of a selection</button>
        </div>
        <button>Other</button>
      </DialogFrame>
    </UiProvider>,
  )
  await runFrames()
  const escape = (element: Element) => act(async () => fireEvent.keyDown(element, { key: 'Escape' }))
  for (const name of ['Item of a menu', 'Part of a selection']) await escape(screen.getByText(name))
  await escape(screen.getByLabelText('Open list'))
  expect(onClose).not.toHaveBeenCalled()
  await escape(screen.getByText('Other'))
  expect(onClose).toHaveBeenCalledOnce()
})
