/** All states of the simulation request, its payment and the request list, with mocked API responses. */
import type { Page, Route } from '@playwright/test'

import type { SimulationRequest } from '../../machines/requests/payment-return.machine'
import type { StoredRequest } from '../../machines/wizard/drafts/request-draft'
import { defaultPrices } from '../../machines/wizard/rows/interfaces'
import { sampleBoard } from '../../server/sample/board'
import { fullPi, fullSi, simulationRequest, storedRequest } from '../../tests/model/wizard/request-samples'
import { project, projectFile } from '../../tests/model/samples'

const projectId = '00000000-0000-4000-8000-000000000001'
const uuid = (end: number) => `4c2f8f6e-0f3b-4a51-9d0e-7f1f0f6f8a${end}`

const projects = [
  project({ id: projectId, name: 'Dual camera board' }),
  project({ id: '00000000-0000-4000-8000-000000000002', name: 'PCIe Gen5 retimer card' }),
]
const board = projectFile({ id: uuid(30), project_id: projectId, name: 'camera-link.kicad_pcb' })
const files = [
  board,
  projectFile({ id: uuid(31), name: 'camera-link-rev-b-after-the-layout-review-of-november.kicad_pcb' }),
  projectFile({ id: uuid(32), name: 'camera-link-stackup.csv', fileType: 'stackup' }),
  projectFile({ id: uuid(33), name: 'megtron-6.json', fileType: 'material' }),
]

const row = (id: number, fields: Partial<typeof fullSi> = {}) => ({
  id,
  ...fullSi,
  signal_nets: ['CSI_D0_P', 'CSI_D0_N', 'CSI_D1_P', 'CSI_D1_N'],
  clock_signal: ['CSI_CLK_P', 'CSI_CLK_N'],
  ...fields,
})
const pcie = { interface: 'PCIE-Gen5', speed: '32GT/s', clock_signal: ['N/A'] }
const long = 'PROCESSOR_SUBSYSTEM/MIPI_CSI2_RECEIVER_1/LANE_00_DIFFERENTIAL_DATA_P'
const twelve = {
  si: Array.from({ length: 12 }, (_, id) => row(id, id % 3 === 1 ? pcie : {})),
  pi: Array.from({ length: 12 }, (_, index) =>
    index % 2 ? { id: 20 + index, ...fullPi } : { id: 20 + index, ...fullPi, type: 'PowerDC', target_impedance: 'N/A' },
  ),
}
const some = {
  si: [row(0), row(1, { ...pcie, signal_nets: ['PCIE_RX0_P', 'PCIE_RX0_N'] })],
  pi: [{ id: 2, ...fullPi }],
}
const lengthy = {
  si: [row(0, { signal_nets: [long, long.replace(/P$/, 'N'), 'CSI_D0_P'], ground_nets: ['GND', 'AGND'] })],
  pi: [],
}
const gaps = {
  si: [row(0, { speed: '' }), row(1, { interface: '', signal_nets: [] })],
  pi: [{ id: 2, ...fullPi, power_net: '' }],
}

const problem = (status: number, more: object) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', json: { title: 'Refused', status, ...more } })

type Answers = { files?: (route: Route) => Promise<void>; projects?: (route: Route) => Promise<void> }

/** Opens the workspace with mocked responses, and stores the project's request in the browser. */
const prepare = async (page: Page, stored: StoredRequest | null, answers: Answers = {}) => {
  await page.route(/\/api\/v1\/projects(\?.*)?$/, (route) => route.fulfill({ json: projects }))
  await page.route('**/api/projects', answers.projects ?? ((route) => route.fulfill({ json: projects })))
  await page.route('**/api/projects/*/files', answers.files ?? ((route) => route.fulfill({ json: files })))
  await page.route('**/api/v1/prices', (route) => route.fulfill({ json: defaultPrices }))
  await page.route('**/api/v1/files/*/download', (route) => route.fulfill({ body: sampleBoard() }))
  await page.goto('/workspace')
  await page.getByRole('article').first().waitFor()
  await page.evaluate(
    ([id, value]) =>
      localStorage.setItem(`shared-draft-1:${sessionStorage.getItem('lastUserId')}:request:${id}`, value),
    [projectId, stored ? JSON.stringify(stored) : ''] as const,
  )
}

type Rows = Parameters<typeof storedRequest>[0]

const kept = (rows: Rows, fields: Partial<StoredRequest> = {}) =>
  storedRequest({ ...rows, projectId, purchaseOrder: 'PO-4711' }, { layout: board }, fields)

/** Opens the wizard at a step with these rows, without the notice that they are from an earlier request. */
const wizard = async (page: Page, step: number, rows: Rows | null, answers: Answers = {}) => {
  await prepare(page, rows && kept(rows), answers)
  await page.goto(`/workspace/request?project=${projectId}&step=${step}`)
  await page.getByRole('dialog', { name: 'Request Simulation' }).waitFor()
  if (rows) await page.getByRole('button', { name: 'Continue' }).click()
  if (rows && step > 1 && step < 4) await page.getByText(/nets read from the layout/).waitFor()
}
const pay = (page: Page) => page.getByRole('button', { name: 'Payment' }).click()

const request = (end: number, fields: Partial<SimulationRequest>) =>
  simulationRequest({
    id: uuid(end),
    project_id: projectId,
    project_name: 'Dual camera board',
    purchase_order: 'PO-4711',
    layout: { id: board.id, name: board.name, size: 1024, sha256: '9f86d081884c7d65'.repeat(4) },
    ...fields,
  })
const times = { started: '2026-01-03T09:00:00.000Z', delivered: '2026-01-09T09:00:00.000Z' }
const course = [
  request(12, { status: 'awaiting payment', paid: null }),
  request(11, {}),
  request(15, { status: 'in progress', started: times.started }),
  request(13, { ...times, status: 'delivered', project_name: 'Radar front end, rev C', purchase_order: null }),
  request(14, { status: 'cancelled', paid: null, cancelled: '2026-01-04T09:00:00.000Z' }),
]
const many = Array.from(
  { length: 40 },
  (_, index) => ({ ...course[index % 5], id: uuid(50 + index) }) as SimulationRequest,
)

const list = async (page: Page, requests: SimulationRequest[], address = '') => {
  await prepare(page, null)
  await page.route('**/v1/simulation-requests', (route) => route.fulfill({ json: { requests, next: null } }))
  await page.route('**/v1/simulation-requests/*', (route) => {
    const known = [...requests, ...course].find(({ id }) => route.request().url().endsWith(id))
    return route.fulfill({ json: known ?? course[0] })
  })
  await page.goto(`/workspace/requests${address}`)
  await page.getByRole('heading', { name: 'Simulation requests' }).waitFor()
  await page.getByText('Loading requests...').waitFor({ state: 'detached' })
}

const back = async (page: Page, outcome: string, answer: (route: Route) => Promise<void>) => {
  await page.route('**/v1/simulation-requests/*', answer)
  await page.goto(`/workspace?request=${uuid(12)}&checkout=${outcome}`)
  await page.getByRole('region', { name: 'Simulation request' }).waitFor()
}
const asRequest = (fields: Partial<SimulationRequest>) => (route: Route) => route.fulfill({ json: request(12, fields) })

type RequestScene = { name: string; signedIn: true; widths: number[]; show: (page: Page) => Promise<unknown> }

const scene = (name: string, show: (page: Page) => Promise<unknown>): RequestScene => ({
  name,
  signedIn: true,
  widths: [360, 390, 1024, 1440],
  show,
})

export const requestScenes: RequestScene[] = [
  scene('request-1-files', (page) => wizard(page, 1, some)),
  scene('request-1-no-layout', (page) => wizard(page, 1, null, { files: (route) => route.fulfill({ json: [] }) })),
  scene('request-1-failed', async (page) => {
    await wizard(page, 1, null, { files: (route) => route.abort() })
    await page.getByRole('button', { name: 'Retry' }).waitFor()
  }),
  scene('request-1-restored', async (page) => {
    const stackup = { id: uuid(90), name: 'fab-stackup.csv', sha256: '1' }
    await prepare(page, { ...kept(some), files: { layout: { ...board, sha256: '1' }, stackup, material: null } })
    await page.goto(`/workspace/request?project=${projectId}&step=1`)
    await page.getByText('has been restored').waitFor()
  }),
  scene('request-2-empty', (page) => wizard(page, 2, { si: [], pi: [] })),
  scene('request-2-signal', (page) => wizard(page, 2, some)),
  scene('request-2-twelve', (page) => wizard(page, 2, twelve)),
  scene('request-2-long', (page) => wizard(page, 2, lengthy)),
  scene('request-2-list', async (page) => {
    await wizard(page, 2, some)
    await page.getByRole('combobox', { name: 'Signal nets' }).first().click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
  }),
  scene('request-2-board', async (page) => {
    await wizard(page, 2, some)
    await page.locator('canvas[data-drawn]').waitFor()
  }),
  scene('request-2-gaps', async (page) => {
    await wizard(page, 4, gaps)
    await pay(page)
    await page.getByText('Speed is missing.').waitFor()
  }),
  scene('request-3-empty', (page) => wizard(page, 3, { si: [], pi: [] })),
  scene('request-3-power', (page) => wizard(page, 3, some)),
  scene('request-3-twelve', (page) => wizard(page, 3, twelve)),
  scene('request-4-empty', (page) => wizard(page, 4, { si: [], pi: [] })),
  scene('request-4-summary', (page) => wizard(page, 4, some)),
  scene('request-4-twelve', (page) => wizard(page, 4, twelve)),
  scene('request-4-long', (page) => wizard(page, 4, lengthy)),
  scene('request-4-gaps', (page) => wizard(page, 4, gaps)),
  scene('request-4-price', async (page) => {
    const prices = {
      ...defaultPrices,
      si: defaultPrices.si.map((one) => ({ ...one, unit_price: one.unit_price + 500 })),
    }
    const message = 'The prices have changed: the total is now $7,000. Please review it.'
    await page.route('**/api/payments/checkout', problem(409, { message, prices }))
    await wizard(page, 4, some)
    await pay(page)
    await page.getByText('The total was').waitFor()
  }),
  scene('request-4-failed', async (page) => {
    await page.route('**/api/payments/checkout', (route) => route.abort())
    await wizard(page, 4, some)
    await pay(page)
    await page.getByText('Failed to start payment.').waitFor()
  }),
  scene('request-4-elsewhere', async (page) => {
    await wizard(page, 4, some)
    const tab = await page.context().newPage()
    await tab.goto('/privacy')
    const stored = JSON.stringify(kept(twelve, { stamp: 'stamp-2' }))
    await tab.evaluate((value) => {
      const key = Object.keys(localStorage).find((one) => one.startsWith('shared-draft')) ?? ''
      localStorage.setItem(key, value)
    }, stored)
    await tab.close()
    await page.getByText('There is another unsent request').waitFor()
  }),

  scene('payment-waiting', (page) => back(page, 'success', asRequest({ status: 'awaiting payment', paid: null }))),
  scene('payment-paid', async (page) => {
    await back(page, 'success', asRequest({}))
    await page.getByText('Your simulation request is paid').waitFor()
  }),
  scene('payment-cancelled', async (page) => {
    await back(page, 'cancelled', asRequest({ status: 'cancelled', paid: null, cancelled: times.started }))
    await page.getByText('The payment was canceled').waitFor()
  }),
  scene('payment-failed', async (page) => {
    await back(page, 'success', (route) => route.abort())
    await page.getByRole('button', { name: 'Retry' }).waitFor()
  }),

  scene('requests-list', (page) => list(page, course)),
  scene('requests-many', (page) => list(page, many)),
  scene('requests-none', (page) => list(page, [])),
  scene('requests-loading', async (page) => {
    await page.route('**/v1/simulation-requests', () => {})
    await page.goto('/workspace/requests')
    await page.getByText('Loading requests...').waitFor()
  }),
  scene('requests-failed', async (page) => {
    await page.route('**/v1/simulation-requests', (route) => route.abort())
    await page.goto('/workspace/requests')
    await page.getByRole('button', { name: 'Retry' }).waitFor()
  }),
  scene('requests-missing', (page) => list(page, course, `/${uuid(99)}`)),
  ...course.map((one) => scene(`requests-${one.status.replace(' ', '-')}`, (page) => list(page, course, `/${one.id}`))),
  scene('requests-repeat', async (page) => {
    await list(
      page,
      [
        { ...many[1], total: 1500, stackup: { id: 'gone', name: 'stack.csv', size: 1, sha256: '1' } },
      ] as SimulationRequest[],
      `/${many[1]?.id}`,
    )
    await page.getByRole('button', { name: 'Repeat request' }).click()
    await page.getByText('Before you repeat this request').waitFor()
  }),
]
