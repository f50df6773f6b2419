// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { refundMachine } from '../../../../machines/staff/requests/refund.machine'
import { RefundPanel } from '../../../../src/staff/requests/refund-panel'
import { staffRequest } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Snapshot = SnapshotFrom<typeof refundMachine>

const row = { kind: 'si', number: 1 } as const
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const rowBox = () => screen.getByRole('checkbox', { name: /^Signal integrity row 1: .*, \$2,000$/ })
const cancelBox = () => screen.getByRole('checkbox', { name: 'Cancel the request' })
const reason = () => screen.getByRole('textbox', { name: /^Reason/ })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

function expectChoice({ context }: Snapshot) {
  expect(rowBox()).toHaveProperty('checked', context.rows.length > 0)
  expect(cancelBox()).toHaveProperty('checked', context.cancels)
  expect(reason()).toHaveValue(context.reason)
}

/** What is about to be done, in the words of the button. */
const deedOf = ({ context: { rows, cancels } }: Snapshot) =>
  rows.length > 0 ? `Refund $2,000${cancels ? ' and cancel the request' : ''}` : 'Cancel the request'

const isUntouched = ({ context }: Snapshot) => context.failure === null && context.sendingId === null

const newId = '00000000-0000-4000-8000-000000000000'

const refund: Surface<typeof refundMachine> = {
  situations: { 'a member of staff': { input: { requestId: 'r1' } } },
  events: {
    'refund.begun': [{}],
    'refund.left': [{}],
    'refund.hidden': (snapshot) => (isUntouched(snapshot) ? [{}] : []),
    'request.changed': (snapshot) => {
      const isSending = snapshot.matches('sending') && snapshot.context.update === null
      return (isUntouched(snapshot) || isSending) && snapshot.context.rows.length > 0
        ? [{ rows: [], mayCancel: true }]
        : []
    },
    'row.toggled': (snapshot) => (isUntouched(snapshot) ? [{ row }] : []),
    'reason.typed': ({ context }) => (context.reason === '' ? [{ text: 'The board changed.' }] : []),
    'cancellation.toggled': (snapshot) => (isUntouched(snapshot) && !snapshot.context.cancels ? [{}] : []),
    'refund.requested': [{}],
    'refund.confirmed': [{ newId }],
    'question.dismissed': (snapshot) => (isUntouched(snapshot) ? [{}] : []),
  },
  done: { send: [undefined] },
  failed: { send: [failure('Only $500 is left.')] },
  mount: ({ machine }) => {
    vi.spyOn(crypto, 'randomUUID').mockReturnValue(newId)
    renderWorkspace(<RefundPanel request={staffRequest()} />, { ...machinesOver({}), refund: machine })
  },
  states: {
    closed: () => {
      expect(button('Refund or cancel')).toBeVisible()
    },
    choosing: (_, snapshot) => {
      expectChoice(snapshot)
      const { rows, cancels, reason: text, failure: why } = snapshot.context
      expect(button('Continue')).toHaveProperty('disabled', (rows.length === 0 && !cancels) || text === '')
      expect(alerts()).toEqual(why === null ? [] : [`${why}Your choice is kept.`])
    },
    asking: (_, snapshot) => {
      expectChoice(snapshot)
      expect(rowBox()).toBeDisabled()
      expect(alerts()).toEqual([`${deedOf(snapshot)}? This cannot be undone.`])
      expect(button(deedOf(snapshot))).toBeEnabled()
    },
    sending: (_, snapshot) => {
      expectChoice(snapshot)
      expect(button(deedOf(snapshot))).toHaveAttribute('aria-disabled', 'true')
      expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
    },
  },
  perform: {
    'refund.begun': (_, { user }) => user.click(button('Refund or cancel')),
    'refund.left': (_, { user }) => user.click(button('Discard')),
    'refund.hidden': (_, { user }) => user.keyboard('{Escape}'),
    // The page loads the request again.
    'request.changed': (event, { send }) => send(event),
    'row.toggled': (_, { user }) => user.click(rowBox()),
    'reason.typed': async ({ text }) => {
      fireEvent.change(reason(), { target: { value: text } })
    },
    'cancellation.toggled': (_, { user }) => user.click(cancelBox()),
    'refund.requested': (_, { user }) => user.click(button('Continue')),
    'refund.confirmed': (_, { user, snapshot }) => user.click(button(deedOf(snapshot()))),
    'question.dismissed': (_, { user }) => user.click(button('Change')),
  },
}

testSurface('Refund', refundMachine, refund)
