// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { Profiler } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { defaultPrices, type PriceTable } from '../../../machines/wizard/rows/interfaces'
import type { OrderCalls } from '../../../src/api/orders'
import { terms } from '../../../src/content/terms'
import { RequestDialog } from '../../../src/workspace/wizard/request-dialog'
import { noFilter } from '../../../machines/requests/requests.machine'
import { RequestsPage } from '../../../src/workspace/requests/requests-page'
import { fullSi, simulationRequest, storedRequest as sample } from '../../model/wizard/request-samples'
import { project, projectFile } from '../../model/samples'
import { storedRequest, storeRequest } from '../../../src/workspace/wizard/drafts/request-drafts'
import { layOut } from '../workspace/laid-out'
import { filePlace } from '../workspace/sample-file-place'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

beforeAll(layOut)

/** The stored draft of the project's unpaid request. */
const stored = () => storedRequest('u1', 'p1')?.draft ?? null

/** Formats a time in the user's time zone. */
const moment = (iso: string) => new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })

describe('the list of simulation requests', () => {
  type Answers = { list: OrderCalls['listSimulationRequests']; one?: (id: string) => Promise<SimulationRequest> }
  const show = ({ list, one = noSuchRequest }: Answers, openId: string | null = null) => {
    const onFilter = vi.fn()
    const on = {
      onOpen: vi.fn(),
      onRepeat: vi.fn(),
      onRequest: vi.fn(),
      onFile: vi.fn(),
    }
    const user = renderWorkspace(
      <RequestsPage
        openId={openId}
        place={{ row: null, onRow: vi.fn(), comparedId: null, onCompare: vi.fn(), delivery: null, onDelivery: vi.fn() }}
        filePlace={filePlace()}
        filter={noFilter}
        filters={{ projects: [], onFilter }}
        {...on}
      />,
      machinesOver({
        listSimulationRequests: list,
        getSimulationRequest: async (id) => one(id),
        listMessages: async () => ({ messages: [], next: null }),
        listRequestFiles: async () => [projectFile()],
        getPrices: async () => defaultPrices,
      }),
    )
    return { on, user, onFilter }
  }
  const noSuchRequest = () => Promise.reject(Object.assign(new Error('No.'), { status: 404 }))
  const having = (...requests: (SimulationRequest & { unread?: true })[]): Answers => ({
    list: async () => ({ requests, next: null }),
    one: async (id) => requests.find((request) => request.id === id) ?? noSuchRequest(),
  })

  test('shows project, date and time, status and total of each, and opens one', async () => {
    const { on, user } = show(having(simulationRequest({ purchase_order: 'PO-1' })))
    expect(screen.getByRole('status')).toHaveTextContent('Loading requests...')
    const row = await screen.findByRole('link', { name: /SI-1001: Camera board.*PO-1.*Paid.*\$2,000/ })
    expect(row).toHaveTextContent(moment('2026-01-02T03:04:05.000Z'))
    await user.click(row)
    expect(on.onOpen).toHaveBeenCalledWith('r1')
    expect(row).toHaveAttribute('href', '/workspace/requests/r1')
    expect(row).not.toHaveTextContent('New')
  })

  test('marks unread requests, and shows when the others are due', async () => {
    const due = '2026-03-04T12:00:00.000Z'
    const asked = { id: 'r3', project_name: 'Lidar', due, waiting: '2026-03-01T12:00:00.000Z' }
    show(
      having(
        simulationRequest({ due, tax: { name: 'VAT', rate: 19_000, cents: 38_000 } }),
        { ...simulationRequest({ id: 'r2', project_name: 'Radar' }), unread: true },
        simulationRequest(asked),
      ),
    )
    const first = await screen.findByRole('link', { name: /Camera board/ })
    expect(first).toHaveTextContent('Due Mar 4, 2026')
    expect(first).toHaveTextContent('$2,000plus $380 tax')
    expect(screen.getByRole('link', { name: /Lidar/ })).toHaveTextContent('Waiting for your answer')
    expect(screen.getByRole('link', { name: /Lidar/ })).not.toHaveTextContent('Due')
    expect(screen.getByRole('link', { name: /Radar.*New/ })).toBeVisible()
  })

  test('is searched on the server after a short pause, and reports that nothing matches', async () => {
    const list = vi.fn<Answers['list']>(async ({ filter }) => ({
      requests: filter.query === 'radar' ? [] : [simulationRequest()],
      next: null,
    }))
    const { user, onFilter } = show({ list })
    await screen.findByRole('link', { name: /Camera board/ })
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'radar')
    expect(await screen.findByText('No request matches the search and the filter.')).toBeVisible()
    expect(onFilter).toHaveBeenLastCalledWith({ query: 'radar', status: null, projectId: null })
    await user.click(screen.getByRole('button', { name: 'Show all requests' }))
    expect(await screen.findByRole('link', { name: /Camera board/ })).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Paid')
    await waitFor(() => {
      expect(list.mock.lastCall?.[0].filter).toEqual({ query: '', status: 'paid', projectId: null })
    })
  })

  test('that is empty offers the first request', async () => {
    const { on, user } = show(having())
    await user.click(await screen.findByRole('button', { name: 'Request Simulation' }))
    expect(on.onRequest).toHaveBeenCalled()
  })

  test('that cannot be loaded shows an error and offers Retry', async () => {
    let isDown = true
    const { user } = show({
      list: async () => (isDown ? Promise.reject(new Error('')) : { requests: [simulationRequest()], next: null }),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('Your requests could not be loaded.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('link', { name: /Camera board/ })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('of more than one page shows the older ones on demand', async () => {
    const { user } = show({
      list: async ({ cursor }) =>
        cursor === null
          ? { requests: [simulationRequest()], next: 'older' }
          : { requests: [simulationRequest({ id: 'r2', project_name: 'Radar board' })], next: null },
    })
    await user.click(await screen.findByRole('button', { name: 'Show older requests' }))
    expect(await screen.findByRole('link', { name: /Radar board/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /Camera board/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show older requests' })).toBeNull()
  })

  test('shows a delivered request with its timeline, its pinned files, its rows, and a link to its reports', async () => {
    const times = { paid: '2026-01-02T09:00:00.000Z', started: '2026-01-03T09:00:00.000Z' }
    const delivered = simulationRequest({ ...times, status: 'delivered', delivered: '2026-01-09T09:00:00.000Z' })
    const { on, user } = show(having(delivered), 'r1')
    expect(await screen.findByRole('region', { name: 'Next step' })).toHaveTextContent('The results are ready')
    const course = within(await screen.findByRole('list', { name: 'Status' }))
    expect(course.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `Draft${moment(delivered.created)}`,
      'Awaiting payment',
      ...[`Paid${moment(times.paid)}`, `In progress${moment(times.started)}`],
      `Delivered${moment('2026-01-09T09:00:00.000Z')}`,
    ])
    expect(screen.getByText('board.kicad_pcb')).toBeVisible()
    for (const identifier of [delivered.id, delivered.layout.sha256]) {
      expect(screen.getByText(identifier)).not.toBeVisible()
    }
    await user.click(screen.getByText('Technical details', { selector: 'summary' }))
    expect(screen.getByText('Layout file, SHA-256')).toBeVisible()
    for (const identifier of [delivered.id, delivered.layout.sha256]) {
      expect(screen.getByText(identifier)).toBeVisible()
    }
    expect(screen.getByRole('cell', { name: 'MIPI-D' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Open reports' }))
    expect(on.onFile).toHaveBeenCalledExactlyOnceWith('p1', 'reports')
  })

  test('a URL with an unknown request shows an error', async () => {
    const { on, user } = show(having(simulationRequest()), 'unknown')
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such request')
    await user.click(screen.getByRole('button', { name: 'All requests' }))
    expect(on.onOpen).toHaveBeenCalledWith(null)
  })

  test('a repeated request becomes the draft, after a confirmation if files have been deleted', async () => {
    const stackup = { id: 'gone', name: 'stack.csv', size: 1, sha256: '1' }
    const { on, user } = show(having(simulationRequest({ stackup })), 'r1')
    await user.click(await screen.findByRole('button', { name: 'Repeat request' }))
    expect(
      await screen.findByText(
        'The stackup file stack.csv is no longer in the project. Choose another one, or continue without one.',
      ),
    ).toBeVisible()
    expect(stored()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(on.onRepeat).toHaveBeenCalledWith('p1'))
    expect(stored()).toMatchObject({ projectId: 'p1', layoutFileId: 'f1', si: [{ interface: 'MIPI-D' }] })
  })
})

test('only the visible ones of a thousand rows are rendered, and a keystroke renders once', async () => {
  const si = Array.from({ length: 1000 }, (_, id) => ({ id, ...fullSi }))
  storeRequest('u1', sample({ si }, { layout: projectFile() }))
  const drawn = vi.fn()
  const user = renderWorkspace(
    <Profiler id="wizard" onRender={drawn}>
      <RequestDialog projectId="p1" requestedStep={2} onStep={vi.fn()} onProject={vi.fn()} onClose={vi.fn()} />
    </Profiler>,
    machinesOver({
      listRequestProjects: async () => [project()],
      listRequestFiles: async () => [projectFile()],
      getPrices: async () => defaultPrices,
    }),
  )
  expect(await screen.findByText('$2,000,000')).toBeVisible()
  const rows = screen.getAllByRole('listitem').filter((item) => item.getAttribute('aria-setsize') === '1000')
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.length).toBeLessThan(100)
  expect(rows[1]).toHaveAttribute('aria-posinset', '2')
  const speed = screen.getAllByLabelText(/Speed/)[1] ?? document.body
  await user.click(speed)
  // Wait for lazily loaded parts, because their rendering would be counted too.
  await act(() => vi.dynamicImportSettled())
  drawn.mockClear()
  await user.keyboard('7')
  expect(speed).toHaveValue('1.5 Gbps7')
  expect(drawn.mock.calls.filter(([, phase]) => phase === 'update')).toHaveLength(1)
})

describe('the summary and the payment', () => {
  const show = (
    startCheckout: OrderCalls['startCheckout'],
    getPrices = async (): Promise<PriceTable> => defaultPrices,
  ) => {
    storeRequest('u1', sample({ si: [{ id: 0, ...fullSi }] }, { layout: projectFile() }))
    return renderWorkspace(
      <RequestDialog projectId="p1" requestedStep={4} onStep={vi.fn()} onProject={vi.fn()} onClose={vi.fn()} />,
      machinesOver({
        listRequestProjects: async () => [project()],
        listRequestFiles: async () => [projectFile()],
        getPrices,
        getBillingDetails: async () => null,
        getProjectBudget: async () => ({ budget: null, spent_cents: 0, open_cents: 0 }),
        startCheckout,
      }),
    )
  }

  test('no quote is offered at prices that could not be loaded, and loading them can be retried', async () => {
    let isDown = true
    const dearer = { ...defaultPrices, si: [{ name: 'MIPI-D', unit_price: 2500 }], version: 'v1' }
    const user = show(vi.fn(), async () => (isDown ? Promise.reject(new Error('down')) : dearer))
    const quote = () => screen.getByRole('button', { name: 'Download quote' })
    const retry = () => screen.findByRole('button', { name: 'Retry' })
    expect(await retry()).toBeEnabled()
    expect(quote()).toBeDisabled()
    await user.click(await retry())
    expect(await retry()).toBeEnabled()
    isDown = false
    await user.click(await retry())
    await waitFor(() => expect(quote()).toBeEnabled())
    expect(screen.queryByText('The current prices could not be loaded.')).toBeNull()
    // The list prices were shown before.
    expect(screen.getByText(/^The total was \$2,000 and is now \$2,500\./)).toBeVisible()
  })

  test('a payment at a turnaround other than the usual one names it', async () => {
    const startCheckout = vi.fn(async () => Promise.reject(new Error('down')))
    const user = show(startCheckout, async () => ({ ...defaultPrices, turnaround_days: 15, version: 'v1' }))
    expect(await screen.findByText(/^Report expected within 15 business days/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Payment' }))
    await waitFor(() => expect(startCheckout).toHaveBeenCalledOnce())
    expect(startCheckout.mock.calls[0]?.slice(1, 2)).toEqual([{ turnaround: 15, taxCents: 0 }])
  })

  test('a purchase order of at most 64 characters is sent, and stored with the draft', async () => {
    const startCheckout = vi.fn(async () => Promise.reject(new Error('The payment page cannot be opened.')))
    const user = show(startCheckout)
    const field = await screen.findByLabelText('Purchase order reference (optional)')
    await user.click(field)
    await user.paste(`PO-${'7'.repeat(80)}`)
    expect(field).toHaveValue(`PO-${'7'.repeat(61)}`)
    await waitFor(() => expect(stored()?.purchaseOrder).toBe(`PO-${'7'.repeat(61)}`))
    await user.click(screen.getByRole('button', { name: 'Payment' }))
    expect(await screen.findByText('The payment page cannot be opened.')).toBeVisible()
    expect(startCheckout).toHaveBeenCalledWith(
      expect.objectContaining({ purchase_order: `PO-${'7'.repeat(61)}` }),
      { turnaround: null, taxCents: 0 },
      expect.anything(),
      expect.anything(),
    )
    expect(field).toHaveValue(`PO-${'7'.repeat(61)}`)
  })

  test('shows that purchases are non-refundable and where sales tax is added, with the terms in a new tab', async () => {
    show(vi.fn())
    expect(await screen.findByText(/All purchases are/)).toHaveTextContent(
      'All purchases are non-refundable. Sales tax or VAT is added where required.',
    )
    const words = { 'non-refundable': /non-refundable/, 'Sales tax or VAT': /Sales tax/ }
    for (const [name, says] of Object.entries(words)) {
      const link = screen.getByRole('link', { name })
      expect(link).toHaveAttribute('target', '_blank')
      const [page, anchor] = (link.getAttribute('href') ?? '').split('#')
      expect(page).toBe('/terms')
      expect(terms.sections.find(({ id }) => id === anchor)?.paragraphs.join(' ')).toMatch(says)
    }
  })
})
