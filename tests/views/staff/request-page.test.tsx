// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate'

import {
  conversationMachine,
  type MessagePage,
  type NewMessage,
  type RequestMessage,
  type Side,
} from '../../../machines/requests/conversation.machine'
import {
  type ComputedReport,
  type DeliveryContent,
  deliveryMachine,
} from '../../../machines/staff/requests/delivery.machine'
import { refundMachine, type SentRefund } from '../../../machines/staff/requests/refund.machine'
import { type SentStorageLimit, storageLimitMachine } from '../../../machines/staff/requests/storage-limit.machine'
import {
  staffRequestMachine,
  type StaffRequest,
  type StaffTask,
} from '../../../machines/staff/requests/staff-request.machine'
import type { OrderCalls } from '../../../src/api/orders'
import type { ProductApi } from '../../../src/api/product'
import { StaffRequestPage } from '../../../src/staff/requests/request-page'
import type { FilePlace } from '../../../src/workspace/requests/file-place'
import type { ReportPlace } from '../../../src/workspace/requests/report/report-place'
import { requestMessage } from '../../model/requests/message-samples'
import { requestReport } from '../../model/requests/report-samples'
import { staffRequest } from '../../model/staff/samples'
import { covers } from '../../spec-coverage/covers'
import { filePlace } from '../workspace/sample-file-place'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'
import { reportPlace } from '../workspace/sample-report-place'

const me = { id: 's1', name: 'Stella Okafor' }
const [layout] = staffRequest().files

const report: ComputedReport = { verdict: 'pass', words: 'All rows pass.', assumptions: [], rows: [] }

const changeOf = (task: StaffTask | null): Partial<StaffRequest['summary']> => {
  if (task?.kind === 'assign') return { assignee: task.mine ? me : null }
  if (task?.kind === 'start') return { status: 'in progress', assignee: me }
  if (task?.kind === 'cancel') return { status: 'cancelled' }
  throw new Error('The test does not perform this task.')
}

type Answers = {
  perform?: (task: StaffTask | null) => Promise<StaffRequest>
  refund?: () => Promise<void>
  raise?: (limit: SentStorageLimit) => Promise<void>
  /** The API's responses. */
  staff?: Partial<StaffCalls>
  places?: { place?: ReportPlace; filePlace?: FilePlace }
}

type StaffCalls = Awaited<ReturnType<ProductApi['staff']>>

/** Opens the page of a request. `change` simulates what a colleague does. */
function open(
  request: StaffRequest,
  { perform, refund = async () => {}, raise = async () => {}, staff = {}, places }: Answers = {},
) {
  let known = request
  let outdated = () => {}
  const staffMachine = staffRequestMachine.provide({
    actors: {
      loadRequest: fromPromise<StaffRequest, { requestId: string }>(async () => known),
      perform: fromPromise<StaffRequest, { requestId: string; task: StaffTask | null }>(async ({ input: { task } }) => {
        if (perform) return perform(task)
        known = { ...known, summary: { ...known.summary, ...changeOf(task) } }
        return known
      }),
      followRequest: fromCallback<AnyEventObject, { requestId: string }>(({ sendBack }) => {
        outdated = () => sendBack({ type: 'request.outdated' })
      }),
    },
  })
  const conversation = conversationMachine.provide({
    actors: {
      loadMessages: fromPromise<MessagePage, { requestId: string; side: Side; cursor: string | null }>(async () => ({
        messages: [],
        next: null,
      })),
      sendMessage: fromPromise<RequestMessage, NewMessage>(async ({ input: { text } }) => requestMessage({ text })),
      followMessages: fromCallback(() => {}),
      uploadAttachments: fromCallback(() => {}),
    },
  })
  const delivery = deliveryMachine.provide({
    actors: {
      readManifest: fromPromise<string, DeliveryContent & { manifestId: string | null }>(async () => '{"rows":[]}'),
      computeReport: fromPromise<ComputedReport | null, DeliveryContent & { manifest: string }>(async () => report),
    },
  })
  const user = renderWorkspace(
    <StaffRequestPage
      requestId="r1"
      me={me.id}
      onQueue={vi.fn()}
      onCustomer={vi.fn()}
      place={reportPlace()}
      filePlace={filePlace()}
      {...places}
    />,
    {
      ...machinesOver({ staff: async () => staff as StaffCalls, orders: async () => ({}) as OrderCalls }),
      conversation,
      delivery,
      refund: refundMachine.provide({ actors: { send: fromPromise<void, SentRefund>(refund) } }),
      storageLimit: storageLimitMachine.provide({
        actors: { send: fromPromise<void, SentStorageLimit>(({ input }) => raise(input)) },
      }),
      staffRequest: staffMachine,
    },
  )
  const change = (summary: Partial<StaffRequest['summary']>) => {
    known = { ...known, summary: { ...known.summary, ...summary } }
    outdated()
  }
  /** Changes what the API returns from now on, without telling the page. */
  const store = (fields: Partial<StaffRequest>) => {
    known = { ...known, ...fields }
  }
  /** Presses a button with the keyboard. */
  const press = async (name: string) => {
    button(name).focus()
    await user.keyboard('{Enter}')
  }
  return { user, change, store, press }
}

const button = (name: string) => screen.getByRole('button', { name })
const heading = (name: string) => screen.getByRole('heading', { name })
const title = () => screen.getByRole('heading', { level: 1 })
const opened = () => screen.findByRole('heading', { level: 1, name: 'SI-1001: Camera board' })
const focused = (element: () => HTMLElement) => waitFor(() => expect(element()).toHaveFocus())

beforeEach(() => sessionStorage.clear())

/**
 * The term beside a file in the list of facts, which states the file's role if it is known. The file's name is a link
 * to its preview.
 */
const termOf = (name: string) =>
  screen.getByText(name, { selector: 'dd > a' }).parentElement?.previousElementSibling?.textContent

test('each file is shown with what it was chosen as', async () => {
  const files = [
    { ...layout, role: 'layout' as const },
    { ...layout, id: 'f2', name: 'fr4.csv', role: 'material' as const },
  ] as StaffRequest['files']
  open(staffRequest({}, { files }))
  await opened()
  expect([termOf('board.kicad_pcb'), termOf('fr4.csv')]).toEqual(['Layout file', 'Material file'])
})

test('private notes that are not saved yet are there when the page is opened again', async () => {
  const { user } = open(staffRequest())
  await opened()
  await user.type(screen.getByRole('textbox', { name: 'Private notes' }), 'Return path of lane 2?')
  cleanup()
  open(staffRequest())
  await opened()
  expect(screen.getByRole('textbox', { name: 'Private notes' })).toHaveValue('Return path of lane 2?')
  cleanup()
  // A save whose response was lost.
  open(staffRequest({}, { notes: 'Return path of lane 2?', notes_version: 1 }))
  await opened()
  expect(screen.queryByRole('button', { name: 'Save notes' })).toBeNull()
  cleanup()
  open(staffRequest({}, { notes: 'Answered', notes_version: 2 }))
  await opened()
  expect(screen.getByRole('textbox', { name: 'Private notes' })).toHaveValue('Answered')
})

test('a file of a server of the previous release, which has no role, is shown as a file', async () => {
  const { role: _, ...file } = { ...layout, role: 'layout' }
  open(staffRequest({}, { files: [file] as StaffRequest['files'] }))
  await opened()
  expect(termOf('board.kicad_pcb')).toBe('File')
})

describe('what the customer sees', () => {
  const file = (id: string, name: string) => ({ id, name, size: 10, sha256: 'd'.repeat(64) })
  const delivery = { at: '2026-01-20T09:00:00.000Z', by: me.name, verdict: 'fail' as const }
  const deliveries: StaffRequest['deliveries'] = [
    { ...delivery, number: 2, reason: 'Port 2 was open.', files: [file('d2', 'line.s4p')] },
    { ...delivery, number: 1, reason: null, files: [file('d1', 'first.s4p')] },
  ]
  const refund = { rows: [], reason: null, by: null, created: '2026-01-21T09:00:00.000Z', failure: null }
  const refunds: StaffRequest['refunds'] = [
    { ...refund, id: 'b1', cents: 50_000, state: 'done', credit_note: 'CN-1001' },
    { ...refund, id: 'b2', cents: 70_000, state: 'failed', credit_note: null, failure: 'The card has expired.' },
  ]
  const delivered = (more: Partial<StaffRequest['summary']> = {}) =>
    staffRequest(
      {
        ...{ status: 'delivered', started: '2026-01-05T09:00:00.000Z', delivered: '2026-01-19T09:00:00.000Z' },
        ...{ verdict: 'fail', invoice_number: 'INV-1001', refunded_cents: 50_000, ...more },
      },
      { deliveries, refunds },
    )
  const names = (role: string, within: string) =>
    Array.from(screen.getByRole('list', { name: within }).querySelectorAll(role), ({ textContent }) => textContent)

  test('is on the page: the progress, the next step, the report, and the PDFs of the invoice and of each credit note', async () => {
    covers('decisions-staff-everything')
    const getReport = vi.fn(async () => requestReport())
    open(delivered(), { staff: { getReport } })
    await opened()
    const reached = screen.getByRole('list', { name: 'Status' })
    expect(reached.querySelector('[aria-current=step]')).toHaveTextContent('Delivered')
    expect(screen.getByRole('region', { name: 'Next step for the customer' })).toHaveTextContent(
      'The results are ready',
    )
    const shown = within(await screen.findByRole('region', { name: 'Report' }))
    expect(shown.getByText('1 of 2 rows violates a limit.')).toBeVisible()
    expect(getReport).toHaveBeenCalledWith('r1', null, expect.anything())
    for (const name of ['Invoice and receipt INV-1001', 'Credit note CN-1001']) expect(button(name)).toBeVisible()
    // The customer does not see a refund that failed; the staff have to know.
    expect(screen.getByText('The card has expired.')).toBeVisible()
  })

  test('opens the files of all deliveries on this page, and the report of one that was replaced', async () => {
    const places = { place: reportPlace({ delivery: 1 }), filePlace: filePlace() }
    const getReport = vi.fn(async () => requestReport())
    const { user } = open(delivered(), { staff: { getReport }, places })
    await opened()
    await screen.findByRole('region', { name: 'Report' })
    expect(getReport).toHaveBeenCalledWith('r1', 1, expect.anything())
    expect(screen.getByText('This is the report of delivery 1, which was replaced.')).toBeVisible()
    expect(names('a', 'Files of delivery 2')).toEqual(['line.s4p'])
    await user.click(within(screen.getByRole('list', { name: 'Files of delivery 1' })).getByRole('link'))
    expect(places.filePlace.onOpen).toHaveBeenCalledWith('d1', '')
    await user.click(button('Show the current report'))
    expect(places.place.onDelivery).toHaveBeenCalledWith(null)
  })

  test('names the files that were deleted with the project, without links', async () => {
    open(delivered({ project_name: null }), { staff: { getReport: async () => requestReport() } })
    expect(await screen.findByRole('heading', { level: 1, name: 'SI-1001: Deleted project' })).toBeVisible()
    expect(screen.getByText('The project was deleted, along with its files.')).toBeVisible()
    expect(names('a', 'Files of delivery 2')).toEqual([])
    expect(screen.getByText('board.kicad_pcb', { selector: 'dd' })).toBeVisible()
    expect(button('Invoice and receipt INV-1001')).toBeVisible()
  })

  test('compares the report with the other deliveries of the project, read by the staff', async () => {
    const other = { ...delivered().summary, id: 'r2', number: 'SI-1002' }
    const list = vi.fn(async () => ({ requests: [other], next: null }))
    const get = async () => delivered()
    open(delivered(), { staff: { getReport: async () => requestReport(), get, list } })
    await screen.findByRole('region', { name: 'Report' })
    const choice = await screen.findByRole('combobox', { name: 'Compare with the delivery of' })
    // The options are no delivery, the delivery that was replaced, and the other request's delivery.
    expect(await within(choice).findAllByRole('option')).toHaveLength(3)
    expect(list).toHaveBeenCalledWith({ state: 'delivered', project_id: 'p1' }, expect.anything())
  })
})

describe('the storage limit', () => {
  const GB = 1_073_741_824
  const storageOf = (limitGb: number) => ({ used_bytes: 0.5 * GB, limit_bytes: limitGb * GB, least_gb: 2, most_gb: 64 })
  const openLimit = async (raise: (limit: SentStorageLimit) => Promise<void>) => {
    const opened = open(staffRequest({}, { storage: storageOf(2) }), { raise })
    await opened.user.click(await screen.findByRole('button', { name: 'Change the storage limit' }))
    return opened
  }
  const field = () => screen.getByRole('textbox', { name: 'New limit in GB, from 2 to 64' })

  test('is shown only with a request that gives access to its project', async () => {
    open(staffRequest())
    await opened()
    expect(screen.queryByText('Storage', { selector: 'dt' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Change the storage limit' })).toBeNull()
  })

  test('is raised with the keyboard, and the page shows the new one without being told by the server', async () => {
    const sent: SentStorageLimit[] = []
    const { user, store } = await openLimit(async (limit) => {
      sent.push(limit)
      store({ storage: storageOf(20) })
    })
    expect(screen.getByText('512 MB of 2 GB')).toBeVisible()
    expect(field()).toHaveFocus()
    await user.keyboard('20{Enter}')
    await focused(() => button('Change the storage limit'))
    expect(await screen.findByText('512 MB of 20 GB')).toBeVisible()
    expect(sent).toEqual([{ requestId: 'r1', limit_gb: 20, from: 2 * GB }])
  })

  test('that is wrong is marked, and the focus returns to it', async () => {
    const { press } = await openLimit(async () => {})
    await press('Save the limit')
    await focused(field)
    await waitFor(() => expect(field()).toHaveAccessibleErrorMessage('Enter a whole number from 2 to 64.'))
  })

  test('that a colleague has changed meanwhile is shown, and what was typed is kept', async () => {
    const sent: SentStorageLimit[] = []
    const { user, press, store } = await openLimit(async (limit) => {
      sent.push(limit)
      store({ storage: storageOf(8) })
      if (limit.from !== 8 * GB) throw new Error('The storage limit was changed to 8 GB in the meantime.')
    })
    await user.keyboard('20')
    await press('Save the limit')
    expect(await screen.findByText('The storage limit was changed to 8 GB in the meantime.')).toBeVisible()
    expect(button('Save the limit')).toHaveFocus()
    expect(await screen.findByText('512 MB of 8 GB')).toBeVisible()
    expect(field()).toHaveValue('20')
    await press('Save the limit')
    await focused(() => button('Change the storage limit'))
    expect(sent.map(({ from }) => from)).toEqual([2 * GB, 8 * GB])
  })

  test('closes with Escape, which keeps what was typed', async () => {
    const { user, press } = await openLimit(async () => {})
    await user.keyboard('20{Escape}')
    await focused(() => button('Change the storage limit'))
    await press('Change the storage limit')
    expect(field()).toHaveValue('20')
  })
})

describe('the focus', () => {
  test('begins at the title, because the link to the page is gone', async () => {
    open(staffRequest())
    expect(await opened()).toHaveFocus()
  })

  test('begins at the title of a request that could not be loaded, too', async () => {
    const failing = staffRequestMachine.provide({
      actors: {
        loadRequest: fromPromise<StaffRequest, { requestId: string }>(() => Promise.reject(new Error(''))),
        followRequest: fromCallback(() => {}),
      },
    })
    renderWorkspace(
      <StaffRequestPage
        requestId="r1"
        me={me.id}
        onQueue={vi.fn()}
        onCustomer={vi.fn()}
        place={reportPlace()}
        filePlace={filePlace()}
      />,
      {
        ...machinesOver({}),
        staffRequest: failing,
      },
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Simulation request' })).toHaveFocus()
  })

  test('stays on the button Assign to me while the change is saved, and when the button becomes Unassign', async () => {
    let save = (_: StaffRequest) => {}
    const saved = new Promise<StaffRequest>((resolve) => (save = resolve))
    const { press } = open(staffRequest(), { perform: () => saved })
    await opened()
    await press('Assign to me')
    expect(button('Assign to me')).toHaveFocus()
    expect(button('Assign to me')).toHaveAttribute('aria-disabled', 'true')
    save(staffRequest({ assignee: me }))
    expect(await screen.findByRole('button', { name: 'Unassign' })).toHaveFocus()
  })

  test('goes from the start of the simulation to its delivery', async () => {
    const { press } = open(staffRequest())
    await opened()
    await press('Start the simulation')
    await focused(() => button('Prepare the delivery'))
  })

  test('goes to the title if no button follows, after a cancellation', async () => {
    const { press } = open(staffRequest({ status: 'awaiting payment', paid: null, due: null }))
    await opened()
    await press('Cancel the request')
    await press('Yes, cancel it')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Yes, cancel it' })).toBeNull())
    await focused(title)
  })

  test('stays where the user is when a colleague starts the simulation', async () => {
    const { user, change } = open(staffRequest())
    await opened()
    const notes = screen.getByRole('textbox', { name: 'Private notes' })
    await user.click(notes)
    change({ status: 'in progress' })
    await screen.findByRole('button', { name: 'Prepare the delivery' })
    expect(notes).toHaveFocus()
  })

  test('does not move for a colleague while the user only reads', async () => {
    const { change } = open(staffRequest())
    await opened()
    title().blur()
    expect(document.body).toHaveFocus()
    change({ status: 'in progress' })
    await screen.findByRole('button', { name: 'Prepare the delivery' })
    expect(document.body).toHaveFocus()
  })

  test('stays on Send when a message is sent', async () => {
    const { user, press } = open(staffRequest())
    await user.type(await screen.findByRole('textbox', { name: 'Your message' }), 'Which stackup?')
    await press('Send')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Your message' })).toHaveValue(''))
    expect(button('Send')).toHaveFocus()
  })

  test('goes to the opened delivery, to its result, and back to the button', async () => {
    const { user, press } = open(staffRequest({ status: 'in progress' }))
    await opened()
    await press('Prepare the delivery')
    expect(heading('Delivery')).toHaveFocus()
    const files = screen.getByLabelText('Delivery files', { selector: 'input' })
    await user.upload(files, [new File(['x'], 'line.s4p'), new File(['x'], 'plot.png')])
    await press('Remove plot.png')
    expect(button('Choose files')).toHaveFocus()
    await waitFor(() => expect(button('Run the checks')).toHaveAttribute('aria-disabled', 'false'))
    await press('Run the checks')
    // A second press of Enter must not deliver anything.
    await focused(() => heading('What the customer will see'))
    await press('Discard')
    await focused(() => button('Prepare the delivery'))
  })

  describe('of a refund', () => {
    const openRefund = async (refund: () => Promise<void>) => {
      const { user, press, change } = open(staffRequest(), { refund })
      await opened()
      await press('Refund or cancel')
      expect(heading('Refund or cancel')).toHaveFocus()
      await user.click(screen.getByRole('checkbox', { name: 'Cancel the request' }))
      await user.type(reason(), 'The board changed.')
      return { user, press, change }
    }
    const reason = () => screen.getByRole('textbox', { name: /^Reason/ })

    test('goes to the harmless answer of the question, and back', async () => {
      const { press } = await openRefund(async () => {})
      await press('Continue')
      expect(button('Change')).toHaveFocus()
      await press('Change')
      await focused(() => button('Continue'))
    })

    test('stays on the button while it is sent, then goes to the button that opened the form', async () => {
      let finish = () => {}
      const sent = new Promise<void>((resolve) => (finish = resolve))
      const { press, change } = await openRefund(() => sent)
      await press('Continue')
      await press('Cancel the request')
      expect(button('Cancel the request')).toHaveFocus()
      finish()
      await focused(() => button('Refund or cancel'))
      change({ status: 'cancelled' })
      await focused(() => button('Refund'))
    })

    test('goes to Continue if it failed', async () => {
      const { press } = await openRefund(() => Promise.reject(new Error('')))
      await press('Continue')
      await press('Cancel the request')
      await focused(() => button('Continue'))
    })

    test('goes one step back with Escape, and the choice is kept', async () => {
      const { user, press } = await openRefund(async () => {})
      await press('Continue')
      await user.keyboard('{Escape}')
      await focused(() => button('Continue'))
      await user.keyboard('{Escape}')
      await focused(() => button('Refund or cancel'))
      await press('Refund or cancel')
      expect(reason()).toHaveValue('The board changed.')
    })
  })
})
