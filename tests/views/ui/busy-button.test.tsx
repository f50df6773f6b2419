// @vitest-environment jsdom
import createCache from '@emotion/cache'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { BusyButton } from '../../../src/ui/busy-button'
import { UiProvider } from '../../../src/ui/theme/provider'

test('a button keeps the focus while what it started is running, and starts it once', () => {
  const submitted = vi.fn()
  function Form() {
    const [busy, setBusy] = useState(false)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitted()
          setBusy(true)
        }}
      >
        <BusyButton type="submit" busy={busy} disabled={busy} busyText="Saving...">
          Save
        </BusyButton>
        <button type="button" onClick={() => setBusy(false)}>
          Finish
        </button>
      </form>
    )
  }
  render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <Form />
    </UiProvider>,
  )
  const saving = screen.getByRole('button', { name: 'Save' })
  saving.focus()
  fireEvent.click(saving)
  const busy = screen.getByRole('button', { name: /Saving\.\.\.$/ })
  expect(busy).toHaveFocus()
  expect(busy).toHaveAttribute('aria-disabled', 'true')
  expect(busy).toBeEnabled()
  fireEvent.click(busy)
  expect(submitted).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Finish' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(submitted).toHaveBeenCalledTimes(2)
})

test('a button that cannot be used because of other work is disabled', () => {
  render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <BusyButton busy={false} disabled>
        Save
      </BusyButton>
    </UiProvider>,
  )
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('the control before a busy button gets the focus when the button is removed', async () => {
  function List() {
    const [isLast, setLast] = useState(false)
    return (
      <main>
        <button type="button">An entry</button>
        <button type="button" disabled>
          Unusable
        </button>
        {!isLast && (
          <BusyButton busy={false} onClick={() => setLast(true)}>
            Show more
          </BusyButton>
        )}
        <button type="button">Below</button>
      </main>
    )
  }
  render(
    <UiProvider cache={createCache({ key: 'css' })}>
      <List />
    </UiProvider>,
  )
  // The code for this is loaded once the button is shown.
  await import('../../../src/ui/focused-before')
  const more = screen.getByRole('button', { name: 'Show more' })
  more.focus()
  fireEvent.click(more)
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'An entry' })).toHaveFocus())
})
