// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { fromPromise } from 'xstate'

import type { Step } from '../../../machines/wizard/request-context'
import { defaultPrices } from '../../../machines/wizard/rows/interfaces'
import type { OrderCalls } from '../../../src/api/orders'
import type { ProductApi } from '../../../src/api/product'
import { PaymentReturnNotice } from '../../../src/workspace/requests/payment-return-notice'
import { RequestDialog } from '../../../src/workspace/wizard/request-dialog'
import { project, projectFile } from '../../model/samples'
import { covers } from '../../spec-coverage/covers'
import { layOut } from './laid-out'
import { machinesOver, renderWorkspace } from './render-workspace'

beforeAll(layOut)

/** Renders the request at a URL that follows its steps, as the route does. */
function RequestAtAddress({
  firstStep,
  onStep,
  ...on
}: { firstStep: Step } & Pick<ComponentProps<typeof RequestDialog>, 'onStep' | 'onClose'>) {
  const [step, setStep] = useState(firstStep)
  const follow = (reached: Step) => {
    onStep(reached)
    setStep(reached)
  }
  return <RequestDialog projectId="p1" requestedStep={step} onStep={follow} onProject={vi.fn()} {...on} />
}

describe('simulation request', () => {
  const show = (answers: Partial<ProductApi & OrderCalls> = {}, firstStep: Step = 1) => {
    const on = { onStep: vi.fn(), onClose: vi.fn() }
    const machines = machinesOver({
      listRequestProjects: async () => [project(), project({ id: 'p2', name: 'Radar' })],
      listRequestFiles: async () => [projectFile(), projectFile({ id: 's1', name: 'stack.csv', fileType: 'Stackup' })],
      getPrices: async () => defaultPrices,
      startCheckout: async () => ({ id: 'r1', url: 'https://pay.example.com/1' }),
      ...answers,
    })
    const opened = vi.fn()
    const openPaymentPage = fromPromise<void, { url: string }>(({ input }) => {
      opened(input.url)
      return new Promise(() => {})
    })
    const user = renderWorkspace(<RequestAtAddress firstStep={firstStep} {...on} />, {
      ...machines,
      simulationRequest: machines.simulationRequest.provide({ actors: { openPaymentPage } }),
    })
    const next = () => screen.getByRole('button', { name: 'Next' })
    return { user, on, next, opened }
  }

  test('opens with the first layout selected and the stackup note', async () => {
    covers('2-modal-request', '2-wizard-step-1', '2-wizard-stackup-note', '4-wizard-steps', '9-wizard-steps')
    const { next } = show()
    await waitFor(() => expect(next()).toBeEnabled())
    const dialog = within(screen.getByRole('dialog', { name: 'Request Simulation' }))
    for (const name of ['Project', 'Layout file', 'Stackup file (optional)', 'Material file (optional)']) {
      expect(dialog.getByRole('combobox', { name })).toBeEnabled()
    }
    expect(screen.getByLabelText(/Layout file/)).toHaveDisplayValue('board.kicad_pcb')
    expect(
      screen.getByText('If no stackup is selected, the default stackup info in the layout file is used.'),
    ).toBeVisible()
    const steps = within(screen.getByRole('list', { name: 'Steps' }))
    expect(steps.getByText('Files').closest('li')).toHaveAttribute('aria-current', 'step')
    expect(steps.getAllByRole('listitem')).toHaveLength(4)
  })

  test('a step that is not allowed is replaced by the last allowed one', async () => {
    covers('decisions-wizard-url-allowed')
    const { on } = show({ listRequestFiles: async () => [] }, 4)
    await waitFor(() => expect(on.onStep).toHaveBeenCalledWith(1))
    expect(screen.getByLabelText(/Layout file/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  })

  test('rows can be added and removed, and Previous returns to the first step', async () => {
    covers('2-wizard-si', '4-wizard-previous', 'decisions-wizard-step-2', 'decisions-wizard-rows')
    const { user, on, next } = show()
    await waitFor(() => expect(next()).toBeEnabled())
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await user.click(next())
    expect(on.onStep).toHaveBeenLastCalledWith(2)
    await user.click(screen.getByRole('button', { name: 'Add signal integrity row' }))
    await user.click(screen.getByRole('button', { name: 'Add signal integrity row' }))
    expect(screen.getByRole('group', { name: 'Signal integrity row 2' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove Signal integrity row 1' }))
    expect(screen.getByRole('group', { name: 'Signal integrity row 1' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Signal integrity row 2' })).not.toBeInTheDocument()
    await user.click(next())
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(screen.getByLabelText(/Layout file/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
  })

  test('a new interface in the price table can be selected, at its price', async () => {
    covers('decisions-prices-new-row')
    const { user, next } = show({
      getPrices: async () => ({ ...defaultPrices, si: [...defaultPrices.si, { name: 'USB4', unit_price: 4000 }] }),
    })
    await waitFor(() => expect(next()).toBeEnabled())
    await user.click(next())
    await user.click(screen.getByRole('button', { name: 'Add signal integrity row' }))
    await user.selectOptions(screen.getByLabelText(/Interface/), 'USB4')
    expect(screen.getByText('$4,000', { selector: 'strong' })).toBeVisible()
  })

  test('the details of a payment that could not be started are logged to the console', async () => {
    covers('8-payment-console')
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const reason = new Error('')
    const { user, next } = show({ startCheckout: () => Promise.reject(reason) })
    await waitFor(() => expect(next()).toBeEnabled())
    await user.click(next())
    await user.click(next())
    await user.click(screen.getByRole('button', { name: 'Add power integrity row' }))
    await user.selectOptions(screen.getByLabelText(/Type/), 'PowerDC')
    await user.type(screen.getByLabelText(/Power net/), '+3V3')
    await user.type(screen.getByLabelText(/Ground net/), 'GND')
    await user.click(next())
    await user.click(screen.getByRole('button', { name: 'Payment' }))
    expect(await screen.findByText('Failed to start payment. See console for details.')).toBeVisible()
    expect(logged).toHaveBeenCalledWith(expect.any(String), reason)
    logged.mockRestore()
  })

  test('PCIE-Gen5 fills in and locks speed and clock', async () => {
    const { user, next } = show()
    await waitFor(() => expect(next()).toBeEnabled())
    await user.click(next())
    await user.click(screen.getByRole('button', { name: 'Add signal integrity row' }))
    const row = within(screen.getByRole('group', { name: 'Signal integrity row 1' }))
    await user.selectOptions(row.getByLabelText(/Interface/), 'PCIE-Gen5')
    expect(row.getByLabelText(/Speed/)).toHaveValue('32GT/s')
    expect(row.getByLabelText(/Speed/)).toHaveAttribute('readonly')
    expect(row.getByLabelText(/Clock signal/)).toHaveValue('N/A')
    expect(screen.getByText('$3,000', { selector: 'strong' })).toBeVisible()
  })

  test('values with a unit are rewritten in the usual notation, and the summary shows nothing until a row is complete', async () => {
    const { user, next } = show()
    await waitFor(() => expect(next()).toBeEnabled())
    await user.click(next())
    await user.click(screen.getByRole('button', { name: 'Add signal integrity row' }))
    await user.type(screen.getByLabelText(/Speed/), '1.5gbit/s')
    expect(screen.getByLabelText(/Speed/)).toHaveValue('1.5gbit/s')
    await user.click(next())
    await user.click(screen.getByRole('button', { name: 'Add power integrity row' }))
    await user.selectOptions(screen.getByLabelText(/Type/), 'PowerAC')
    await user.type(screen.getByLabelText(/Target impedance/), '50mohm')
    await user.click(next())
    expect(screen.queryByRole('region', { name: 'Pre-flight' })).not.toBeInTheDocument()
    const order = within(screen.getByRole('region', { name: 'Order' }))
    expect(order.getByText('1.5 Gbps, clock –')).toBeVisible()
    expect(order.getByText('Target impedance 50 mOhm')).toBeVisible()
  })

  test('without a row, Payment shows the reason and opens the step that adds one; a full PowerDC row enables it', async () => {
    covers('2-wizard-pi', '2-wizard-step-4', '7-checkout-redirect')
    covers('decisions-wizard-step-3', 'decisions-wizard-next-open')
    const { user, on, next, opened } = show()
    await waitFor(() => expect(next()).toBeEnabled())
    await user.click(next())
    await user.click(next())
    await user.click(next())
    expect(screen.getByText('Add at least one row before payment.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Payment' }))
    expect(screen.getByRole('button', { name: 'Add signal integrity row' })).toHaveFocus()
    await user.click(next())
    expect(on.onStep).toHaveBeenLastCalledWith(3)
    await user.click(screen.getByRole('button', { name: 'Add power integrity row' }))
    const row = within(screen.getByRole('group', { name: 'Power integrity row 1' }))
    await user.selectOptions(row.getByLabelText(/Type/), 'PowerDC')
    expect(row.getByLabelText(/Target impedance/)).toHaveValue('N/A')
    await user.type(row.getByLabelText(/Power net/), '+3V3')
    await user.type(row.getByLabelText(/Ground net/), 'GND')
    await user.click(next())
    await user.click(screen.getByRole('button', { name: 'Payment' }))
    await waitFor(() => expect(opened).toHaveBeenCalledWith('https://pay.example.com/1'))
    expect(on.onStep.mock.calls.flat()).toEqual([2, 3, 4, 2, 3, 4])
  })

  test('a payment rejected for a missing value focuses the first empty field, which is highlighted', async () => {
    const { user, next } = show()
    await waitFor(() => expect(next()).toBeEnabled())
    await user.click(next())
    await user.click(screen.getByRole('button', { name: 'Add signal integrity row' }))
    await user.selectOptions(screen.getByLabelText(/Interface/), 'PCIE-Gen5')
    await user.type(screen.getByLabelText(/Signal nets/), 'TX_P,')
    await user.click(next())
    await user.click(next())
    expect(screen.getByText('Signal integrity row 1 is missing a value for ground nets.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Payment' }))
    const field = await screen.findByRole('combobox', { name: /Ground nets/ })
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toHaveAccessibleDescription('Ground nets are missing.')
    expect(field).toBeInvalid()
    await user.keyboard('GND,')
    expect(field).toBeValid()
  })

  test('a new row gets the focus, as does the one after a removed row', async () => {
    const { user, next } = show()
    await waitFor(() => expect(next()).toBeEnabled())
    await user.click(next())
    const add = screen.getByRole('button', { name: 'Add signal integrity row' })
    await user.click(add)
    expect(screen.getByLabelText(/Interface/)).toHaveFocus()
    await user.click(add)
    await user.click(screen.getByRole('button', { name: 'Remove Signal integrity row 1' }))
    expect(screen.getByRole('button', { name: 'Remove Signal integrity row 1' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(add).toHaveFocus()
  })

  test('a removed row with values can be brought back', async () => {
    const { user, next } = show()
    await waitFor(() => expect(next()).toBeEnabled())
    await user.click(next())
    await user.click(screen.getByRole('button', { name: 'Add signal integrity row' }))
    await user.type(screen.getByLabelText(/Speed/), '2 Gbps')
    await user.click(screen.getByRole('button', { name: 'Remove Signal integrity row 1' }))
    expect(screen.getByText('Signal integrity row 1 has been removed.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.getByLabelText(/Speed/)).toHaveValue('2 Gbps')
    expect(screen.getByLabelText(/Interface/)).toHaveFocus()
    expect(screen.queryByText(/has been removed/)).toBeNull()
  })

  test('projects that cannot be loaded offer Retry', async () => {
    let isDown = true
    const { user, next } = show({
      listRequestProjects: async () => (isDown ? Promise.reject(new Error('')) : [project()]),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('Your projects could not be loaded.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(next()).toBeEnabled())
  })
})

describe('after the payment', () => {
  const request = {
    id: 'r1',
    number: 'SI-1001',
    project_id: 'p1',
    project_name: 'Camera board',
    status: 'paid' as const,
    layout_name: 'board.kicad_pcb',
    total: 2000,
    si: [
      {
        interface: 'MIPI-D',
        speed: '1.5 Gbps',
        signal_nets: ['D0_P'],
        ground_nets: ['GND'],
        clock_signal: ['CLK_P'],
        unit_price: 2000,
      },
    ],
    pi: [],
    layout: { id: 'f1', name: 'board.kicad_pcb', size: 1, sha256: '0' },
    stackup: null,
    material: null,
    created: '2026-01-02T03:04:05.000Z',
    created_by_name: 'Uma Sarin',
    paid: '2026-01-02T03:05:05.000Z',
    due: '2026-01-16T23:59:59.000Z',
    waiting: null,
    started: null,
    delivered: null,
    cancelled: null,
    purchase_order: null,
  }

  const onOpen = vi.fn()

  test('shows the request with its status from the API', async () => {
    renderWorkspace(
      <PaymentReturnNotice requestId="r1" cancelled={false} onContinue={vi.fn()} onOpen={onOpen} onClose={vi.fn()} />,
      machinesOver({ getSimulationRequest: async () => request }),
    )
    expect(screen.getByRole('heading', { name: 'Confirming your payment...' })).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
    expect(screen.getByRole('cell', { name: 'MIPI-D' })).toBeVisible()
  })

  test('says what happens next and when, and leads to the request and its invoice', async () => {
    const user = renderWorkspace(
      <PaymentReturnNotice requestId="r1" cancelled={false} onContinue={vi.fn()} onOpen={onOpen} onClose={vi.fn()} />,
      machinesOver({
        getSimulationRequest: async () => ({
          ...request,
          paid: '2126-11-28T12:00:00Z',
          due: '2126-12-11T12:00:00Z',
          invoice_number: 'INV-1001',
        }),
      }),
    )
    expect(await screen.findByText(/An engineer checks the files and starts the simulation/)).toBeVisible()
    expect(screen.getByText('Dec 11, 2126')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Invoice and receipt INV-1001' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Open the request' }))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('r1')
  })

  test('a status that cannot be loaded offers Retry', async () => {
    let isDown = true
    const user = renderWorkspace(
      <PaymentReturnNotice requestId="r1" cancelled={false} onContinue={vi.fn()} onOpen={onOpen} onClose={vi.fn()} />,
      machinesOver({ getSimulationRequest: async () => (isDown ? Promise.reject(new Error('')) : request) }),
    )
    expect(await screen.findByRole('alert')).toHaveTextContent('The status of your request could not be loaded.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
  })
})
