// @vitest-environment jsdom
import createCache from '@emotion/cache'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { BusyButton } from '../../../src/ui/busy-button'
import { UiProvider } from '../../../src/ui/provider'

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
        <BusyButton type="submit" busy={busy} busyText="Saving...">
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
