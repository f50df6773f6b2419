// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { waitFor } from 'xstate'

import { PowerStep } from '../../../src/workspace/wizard/steps/power-step'
import { renderPage } from '../site/render-page'
import { layOut } from '../workspace/laid-out'
import { requestAt } from './request-at'

beforeAll(layOut)

test('an empty field is an error only once the request cannot be paid for because of it', async () => {
  const actor = await requestAt(3)
  await renderPage(
    <div data-scroller style={{ overflowY: 'auto' }}>
      <PowerStep actor={actor} />
    </div>,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Add power integrity row' }))
  const power = () => screen.getByRole('combobox', { name: /^Power net/ })
  expect(await screen.findByRole('combobox', { name: /^Power net/ })).not.toHaveAttribute('aria-invalid', 'true')
  actor.send({ type: 'step.next' })
  actor.send({ type: 'payment.requested' })
  await waitFor(actor, (snapshot) => snapshot.matches('power'))
  expect(power()).toHaveAttribute('aria-invalid', 'true')
})
