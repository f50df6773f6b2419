// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { paymentReturnMachine, type SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import { PaymentReturnNotice } from '../../../../src/workspace/requests/payment-return-notice'
import { simulationRequest } from '../../../model/wizard/request-samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

const cancelled = 'a user who left the payment page'

const buttons = { again: 'Check again', back: 'Back to the request', pay: 'Pay $2,380' }
const failures = ['The status of your request could not be loaded.', 'The payment page could not be opened.']
const offered = (name: string) => screen.queryByRole('button', { name }) !== null

/** The labels of the statuses, spelled as in the list of requests. */
const statuses: Record<string, string> = {
  draft: 'Draft',
  'awaiting payment': 'Awaiting payment',
  paid: 'Paid',
  cancelled: 'Canceled',
  'in progress': 'In progress',
  delivered: 'Delivered',
}

function expectRequest(title: string, request: SimulationRequest | null) {
  expect(within(screen.getByRole('status')).getByRole('heading', { name: title })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(offered('Close this notice')).toBe(true)
  if (!request) {
    expect(screen.queryByText('Request number')).toBeNull()
    return
  }
  for (const text of [statuses[request.status] ?? '', 'PO-4711', 'Camera board', 'board.kicad_pcb']) {
    expect(screen.getByText(text)).toBeVisible()
  }
  expect(screen.getByText('r1')).not.toBeVisible()
  expect(screen.getByRole('row', { name: 'Total in US dollars, with tax $2,380' })).toBeVisible()
}

function expectPatience({ situation }: Stage<typeof paymentReturnMachine>, request: SimulationRequest | null) {
  expectRequest(situation === cancelled ? 'Checking the payment...' : 'Confirming your payment...', request)
  expect(offered(buttons.again)).toBe(false)
  expect(offered(buttons.back)).toBe(false)
}

function expectUnpaid(request: SimulationRequest | null, isOpen: boolean) {
  expectRequest('You have not paid yet', request)
  expect(isUsable(screen.getByRole('button', { name: buttons.pay }))).toBe(isOpen)
  expect(offered(buttons.again)).toBe(false)
  expect(offered(buttons.back)).toBe(true)
}

function expectFailure(isOpen: boolean, message: string) {
  const alert = screen.getByRole('alert')
  expect(failures).toContain(message)
  expect(alert).toHaveTextContent(message)
  expect(isUsable(within(alert).getByRole('button'))).toBe(isOpen)
}

const paymentReturn: Surface<typeof paymentReturnMachine> = {
  situations: {
    'a user who has paid': { input: { requestId: 'r1', hasLeft: false } },
    [cancelled]: { input: { requestId: 'r1', hasLeft: true } },
  },
  events: { 'status.asked': [{}], 'payment.resumed': [{}] },
  done: {
    loadRequest: (['paid', 'cancelled', 'awaiting payment'] as const).map((status) =>
      simulationRequest({ status, purchase_order: 'PO-4711', tax: { name: 'VAT', rate: 19_000, cents: 38_000 } }),
    ),
    resumePayment: [{ id: 'r1', url: 'https://pay.example.com/1' }],
    openPaymentPage: [undefined],
  },
  failed: { loadRequest: [failure()], resumePayment: [failure()], openPaymentPage: [failure()] },
  distinguish: ({ asked, request, failure: why }) => [asked, request?.status, why],
  inputs: {
    loadRequest: { requestId: 'r1' },
    resumePayment: { requestId: 'r1' },
    openPaymentPage: { url: 'https://pay.example.com/1' },
  },
  mount: ({ machine, situation }) => {
    renderWorkspace(
      <PaymentReturnNotice
        requestId="r1"
        cancelled={situation === cancelled}
        onContinue={vi.fn()}
        onOpen={vi.fn()}
        onClose={vi.fn()}
      />,
      { ...machinesOver({}), paymentReturn: machine },
    )
  },
  states: {
    asking: (stage, { context }) =>
      context.failure ? expectFailure(false, context.failure) : expectPatience(stage, context.request),
    waiting: (stage, { context }) => expectPatience(stage, context.request),
    undecided: (_, { context }) => {
      expectRequest('Your payment is not confirmed yet', context.request)
      expect(offered(buttons.again)).toBe(true)
      expect(offered(buttons.back)).toBe(true)
    },
    unpaid: (_, { context }) => expectUnpaid(context.request, true),
    resuming: (_, { context }) => expectUnpaid(context.request, false),
    leaving: (_, { context }) => expectUnpaid(context.request, false),
    failed: (_, { context }) => expectFailure(true, context.failure ?? ''),
    paid: (_, { context }) => {
      expectRequest('Your simulation request is paid', context.request)
      expect(offered(buttons.again)).toBe(false)
      expect(offered(buttons.back)).toBe(false)
    },
    settled: (_, { context }) => {
      expectRequest('The payment was canceled', context.request)
      expect(offered(buttons.again)).toBe(false)
      expect(offered(buttons.back)).toBe(true)
    },
  },
  perform: {
    'payment.resumed': (_, { user }) => user.click(screen.getByRole('button', { name: buttons.pay })),
    'status.asked': async (_, { user, snapshot }) => {
      const name = snapshot().matches('failed') ? 'Retry' : buttons.again
      await user.click(screen.getByRole('button', { name }))
    },
  },
}

testSurface('Payment return', paymentReturnMachine, paymentReturn)
