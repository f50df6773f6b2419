// @vitest-environment jsdom
import createCache from '@emotion/cache'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { DialogFrame } from '../../../src/ui/dialog-frame'
import { UiProvider } from '../../../src/ui/provider'

test('a field that gets the focus before the dialog traps it keeps the focus', async () => {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
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
  const runFrame = () => act(async () => frames.shift()?.(performance.now()))
  await runFrame()
  while (document.activeElement !== screen.getByLabelText('Name')) {
    if (frames.length === 0) throw new Error('The first field never had the focus.')
    await runFrame()
  }

  act(() => screen.getByLabelText('Notes').focus())
  while (frames.length > 0) await runFrame()
  expect(screen.getByLabelText('Notes')).toHaveFocus()
})
