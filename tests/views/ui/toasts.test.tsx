// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { notify } from '../../../src/ui/notices/notify'
import { LazyToasts } from '../../../src/ui/notices/lazy-toasts'
import { covers } from '../../spec-coverage/covers'
import { renderPage } from '../site/render-page'

// Time passes only when a test advances it, so the speed of the computer does not affect how long toasts stay.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const toasts = (placement: 'top' | 'top-end', title: string) =>
  within(screen.getByRole('region', { name: new RegExp(`, ${placement} `) })).queryAllByText(title)

/** Shows toasts with these titles. The first one loads the code for toasts. */
const notifyAll = (...titles: string[]) =>
  act(async () => {
    for (const title of titles) notify(title)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(100)
  })

const show = async (place: 'site' | 'workspace', title: string) => {
  await renderPage(<LazyToasts place={place} />)
  await notifyAll(title)
  expect(screen.getByText(title)).toBeInTheDocument()
}

test('the public site shows at most 20 toasts at a time', async () => {
  covers('9-toast-site-max')
  await show('site', 'The first')
  await notifyAll(...Array.from({ length: 24 }, () => 'One of many'))
  expect(toasts('top-end', 'One of many')).toHaveLength(19)
  expect(toasts('top-end', 'The first')).toHaveLength(1)
})

test('the workspace shows toasts at the top center for 2.5 seconds', async () => {
  covers('9-toast-workspace-place', '9-toast-workspace-time')
  await show('workspace', 'Short')
  expect(toasts('top', 'Short')).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1_900))
  expect(toasts('top', 'Short')).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(toasts('top', 'Short')).toHaveLength(0)
})

test('a toast of the workspace stays while the pointer is over it', async () => {
  covers('9-toast-workspace-pause', 'decisions-toasts-workspace')
  await show('workspace', 'Pointed at')
  const region = screen.getByRole('region', { name: /, top / })
  fireEvent.mouseMove(region)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(toasts('top', 'Pointed at')).toHaveLength(1)
  fireEvent.mouseLeave(region)
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(toasts('top', 'Pointed at')).toHaveLength(0)
})

test('a toast of the workspace stays while the window is inactive', async () => {
  covers('9-toast-workspace-pause')
  await show('workspace', 'Not looked at')
  act(() => void fireEvent.blur(window))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(toasts('top', 'Not looked at')).toHaveLength(1)
  act(() => void fireEvent.focus(window))
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(toasts('top', 'Not looked at')).toHaveLength(0)
})

test('a success differs from a failure by its icon', async () => {
  const iconOf = (title: string) => screen.getByText(title).closest('[role=status]')?.querySelector('path')
  await show('workspace', 'Failed')
  await act(async () => {
    notify('Done', 'success')
    await vi.advanceTimersByTimeAsync(100)
  })
  const [failed, done] = [iconOf('Failed')?.getAttribute('d'), iconOf('Done')?.getAttribute('d')]
  expect([failed, done]).not.toContain(undefined)
  expect(failed).not.toBe(done)
})

test('a toast has no progress bar and cannot be dragged', async () => {
  covers('9-toast-workspace-plain')
  await show('workspace', 'Plain')
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(document.querySelector('[draggable="true"]')).toBeNull()
})

test('a toast is removed once it is out of date', async () => {
  await show('workspace', 'Still true')
  const [shown, late] = [new AbortController(), new AbortController()]
  await act(async () => {
    notify('Shown', 'error', shown.signal)
    notify('Too late', 'error', late.signal)
    late.abort()
    await vi.advanceTimersByTimeAsync(100)
  })
  expect(toasts('top', 'Shown')).toHaveLength(1)
  expect(toasts('top', 'Too late')).toHaveLength(0)
  await act(async () => {
    shown.abort()
    await vi.advanceTimersByTimeAsync(1_000)
  })
  expect(toasts('top', 'Shown')).toHaveLength(0)
  expect(toasts('top', 'Still true')).toHaveLength(1)
})
