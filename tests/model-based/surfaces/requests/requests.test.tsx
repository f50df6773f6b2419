// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { defaultPrices } from '../../../../machines/wizard/rows/interfaces'
import {
  noFilter,
  openRequestOf,
  type RequestFilter,
  requestsMachine,
} from '../../../../machines/requests/requests.machine'
import { RequestsPage } from '../../../../src/workspace/requests/requests-page'
import { simulationRequest } from '../../../model/wizard/request-samples'
import { projectFile } from '../../../model/samples'
import { filePlace } from '../../../views/workspace/sample-file-place'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { press } from '../../press'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

type Machine = typeof requestsMachine
type Snapshot = SnapshotFrom<Machine>

const paid = simulationRequest()
const unpaid = simulationRequest({ id: 'r2', project_name: 'Radar board', status: 'awaiting payment', paid: null })
const older = simulationRequest({ id: 'r3', project_name: 'Older board' })
const offer = { files: [projectFile()], prices: defaultPrices, isBegun: false }
const input = { openId: null, filter: noFilter }

const repeated = vi.fn()

/** Opens a request or sets the filter through the URL. */
const address = { go: (_: string | null) => {}, filter: (_: RequestFilter) => {} }

function Requests() {
  const [openId, setOpenId] = useState<string | null>(null)
  const [filter, setFilter] = useState<RequestFilter>(noFilter)
  useEffect(() => {
    address.go = setOpenId
    address.filter = setFilter
  }, [])
  const on = {
    place: { row: null, onRow: vi.fn(), comparedId: null, onCompare: vi.fn(), delivery: null, onDelivery: vi.fn() },
    filePlace: filePlace(),
    onRequest: vi.fn(),
    onFile: vi.fn(),
    onRepeat: repeated,
    filters: { projects: [], onFilter: setFilter },
  }
  return <RequestsPage openId={openId} onOpen={setOpenId} filter={filter} {...on} />
}

const names: Record<string, string | RegExp> = {
  all: 'All requests',
  r1: /Camera board/,
  r2: /Radar board/,
  r3: /Older board/,
}

const statuses: Record<string, string> = {
  paid: 'Paid',
  'awaiting payment': 'Awaiting payment',
  cancelled: 'Canceled',
}
const ordered = new Date(paid.created).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const dueOn = new Date(paid.due ?? '').toLocaleDateString('en-US', { dateStyle: 'medium' })

const radar = { ...noFilter, query: 'radar' }
/**
 * The search is typed only while no request is open or being repeated and the second page is not loaded. Afterward,
 * hardly any other event is offered, because the search does not affect the others.
 */
const isWhole = ({ context }: Snapshot) => context.filter.query === ''
/** A request is shown. One is enough. */
const isOpen = ({ context: { openId, request } }: Snapshot) => openId === 'r1' && request?.id === openId
const mayType = (snapshot: Snapshot) => {
  const { openId, settledId, requests, next, repeat, request } = snapshot.context
  const isFirst = openId === null && request === null && repeat === null && (requests.length === 0 || next !== null)
  return isFirst && isWhole(snapshot) && (settledId === null || snapshot.matches({ loaded: { settling: 'paying' } }))
}

const button = (name: string) => screen.getByRole('button', { name })
/** Finds the button by its accessible name, because a spinner hides its text while it is busy. */
const repeat = () => screen.getByRole('button', { name: 'Repeat request' })
const offered = (name: string) => screen.queryByRole('button', { name }) !== null
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

/** Checks the list, or the open request. */
function expectRequests(snapshot: Snapshot, canRepeat: boolean) {
  expect(screen.queryByText('Loading the request...')).toBeNull()
  expect(screen.queryByText('Loading requests...')).toBeNull()
  const { openId } = snapshot.context
  expect(offered('All requests')).toBe(openId !== null)
  const open = openRequestOf(snapshot)
  if (open) {
    expect(screen.getByRole('heading', { name: `SI-1001: ${open.project_name}` })).toBeVisible()
    const current = within(screen.getByRole('list', { name: 'Status' })).getByRole('listitem', { current: 'step' })
    expect(current).toHaveTextContent(statuses[open.status] ?? '')
    expect(isUsable(repeat())).toBe(canRepeat)
    expect(screen.queryByRole('list', { name: 'Simulation requests' })).toBeNull()
    return
  }
  if (openId !== null) {
    expect(screen.queryByRole('list', { name: 'Simulation requests' })).toBeNull()
    return
  }
  const isConfirming = snapshot.matches({ loaded: 'confirmingCancellation' })
  const list = within(screen.getByRole('list', { name: 'Simulation requests' }))
  const { requests } = snapshot.context
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
    requests.map(({ project_name: project, status }) => {
      const due = status === 'paid' ? `Due ${dueOn}` : ''
      return `SI-1001: ${project}board.kicad_pcb${ordered}${due}${statuses[status]}$2,000`
    }),
  )
  const isUnpaid = requests.some(({ status }) => status === 'awaiting payment')
  expect(list.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(
    !isUnpaid ? [] : isConfirming ? ['Cancel request', 'Keep it'] : ['Pay $2,000', 'Cancel request'],
  )
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue(snapshot.context.filter.query)
  expect(offered('Show older requests')).toBe(snapshot.context.next !== null)
}

/** While a payment or a cancellation is in progress, neither can be started, and no older requests can be loaded. */
function expectSettling() {
  expect(isUsable(button('Pay $2,000 for Radar board, SI-1001'))).toBe(false)
  expect(button('Cancel request for Radar board, SI-1001')).toBeDisabled()
  for (const more of screen.queryAllByRole('button', { name: 'Show older requests' })) {
    expect(isUsable(more)).toBe(false)
  }
}

const expectFailure = ({ context }: Snapshot) =>
  expect(alerts()).toEqual([
    ...(context.failure ? [`${context.failure}Your requests are safe.`] : []),
    ...(context.isMissing ? [missing] : []),
  ])

const missing =
  'There is no such request, or you are not a member of its project.' +
  'Ask the person who sent you the link to add you to the project. Your requests are under All requests.'

/** Everything stays usable while the list is reloaded. */
function expectResting(_: unknown, snapshot: Snapshot) {
  expectRequests(snapshot, true)
  expectFailure(snapshot)
}

const simulationRequests: Surface<Machine> = {
  situations: { 'a user with two requests': { input } },
  events: {
    'requests.retry': (snapshot) => (isWhole(snapshot) ? [{}] : []),
    'requests.outdated': (snapshot) =>
      isWhole(snapshot) && (snapshot.context.openId === null || isOpen(snapshot)) ? [{}] : [],
    // The button is below the list, which is shown only while no request is open.
    'page.requested': (snapshot) => (snapshot.context.openId === null && isWhole(snapshot) ? [{}] : []),
    'filter.changed': (snapshot) => {
      if (mayType(snapshot)) return [{ change: { query: 'radar' } }]
      const isTyping = snapshot.matches({ loaded: 'narrowing' }) || snapshot.matches({ loaded: 'filtering' })
      return isTyping && snapshot.context.filter.query === 'radar' ? [{ change: { query: 'rada' } }] : []
    },
    'filter.addressed': (snapshot) => (mayType(snapshot) && snapshot.matches('failed') ? [{ filter: radar }] : []),
    'request.opened': (snapshot) => {
      if (!isWhole(snapshot)) return []
      return snapshot.context.openId === null ? [{ id: 'r1' }, { id: 'r2' }] : [{ id: null }]
    },
    // A repeated request opens the wizard.
    'request.repeated': (snapshot) => (snapshot.matches({ loaded: 'repeated' }) ? [] : [{}]),
    'repeat.confirmed': [{}],
    'repeat.cancelled': [{}],
    // An open request has these buttons, too. The paths use those in the list.
    'payment.resumed': (snapshot) => (snapshot.context.openId === null && isWhole(snapshot) ? [{ id: 'r2' }] : []),
    'cancellation.requested': (snapshot) =>
      snapshot.context.openId === null && isWhole(snapshot) ? [{ id: 'r2' }] : [],
    'cancellation.confirmed': [{}],
    'cancellation.declined': [{}],
  },
  done: {
    followChanges: null,
    // The user may no longer see the open request.
    loadCurrent: ({ context: { requests, next, openId, request } }) =>
      (openId === null || request === null ? [null] : [request, null]).map((one) => ({ requests, next, request: one })),
    loadRequests: (snapshot) => {
      const { requests, filter } = snapshot.context
      if (snapshot.matches({ loaded: 'loadingMore' })) return [{ requests: [older], next: null }]
      if (filter.query !== '') return [{ requests: [unpaid], next: null }]
      return [requests.length === 0 ? { requests: [paid, unpaid], next: '1_r2' } : { requests: [older], next: null }]
    },
    loadRequest: ({ context: { openId, settledId } }) => [
      openId === 'r2' || (openId === null && settledId === 'r2') ? { ...unpaid, status: 'paid' } : paid,
    ],
    resumePayment: [{ id: 'r2', url: 'https://pay.example/r2' }],
    cancelRequest: [{ ...unpaid, status: 'cancelled' }],
    loadOffer: [offer, { ...offer, files: [], isBegun: true }],
    keepRepeat: [undefined],
    openPaymentPage: [undefined],
  },
  failed: {
    followChanges: null,
    loadCurrent: [failure()],
    loadRequests: [failure()],
    loadRequest: [failure(), failure('', { status: 404 })],
    loadOffer: [failure()],
    resumePayment: [failure()],
    cancelRequest: [failure()],
    keepRepeat: [failure()],
    openPaymentPage: [failure()],
  },
  distinguish: ({
    requests,
    next,
    request,
    isMissing,
    openId,
    failure: why,
    repeat,
    isOutdated,
    filter,
    shownFilter,
  }) => [
    ...[requests, next, request?.id, isMissing, openId, why, repeat?.differences, isOutdated],
    ...[filter.query, shownFilter.query],
  ],
  mount: ({ machine }) => {
    repeated.mockClear()
    renderWorkspace(<Requests />, {
      // The conversation has its own test.
      ...machinesOver({ listMessages: async () => ({ messages: [], next: null }) }),
      requests: machine,
    })
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading requests...')).toHaveAttribute('role', 'status')
      expect(alerts()).toEqual([])
    },
    failed: () => {
      expect(alerts()).toEqual(['Your requests could not be loaded.Your requests are safe.Retry'])
      expect(button('Retry')).toBeEnabled()
    },
    'loaded.looking': () => {
      throw new Error('Nobody can see it: it is left at once.')
    },
    'loaded.comparing': () => {
      throw new Error('Nobody can see it: it is left at once.')
    },
    'loaded.resting.current': expectResting,
    'loaded.resting.updating': expectResting,
    'loaded.resting.outdated': expectResting,
    'loaded.opening': () => {
      expect(offered('All requests')).toBe(true)
      expect(alerts()).toEqual([])
    },
    'loaded.closed': () => {
      expect(alerts()).toEqual(['The request could not be loaded.Your requests are safe.Retry'])
      expect(screen.queryByRole('list', { name: 'Simulation requests' })).toBeNull()
    },
    'loaded.narrowing': (_, snapshot) => {
      expectRequests(snapshot, true)
      expect(screen.getByRole('list', { name: 'Simulation requests' })).toHaveAttribute('aria-busy', 'true')
      expectFailure(snapshot)
    },
    'loaded.filtering': (_, snapshot) => {
      expectRequests(snapshot, true)
      expect(screen.getByRole('list', { name: 'Simulation requests' })).toHaveAttribute('aria-busy', 'true')
      expectFailure(snapshot)
    },
    'loaded.loadingMore': () => {
      expect(screen.getByRole('list', { name: 'Simulation requests' })).toBeVisible()
      expect(isUsable(button('Show older requests'))).toBe(false)
      expect(alerts()).toEqual([])
    },
    'loaded.preparing': (_, snapshot) => {
      expectRequests(snapshot, false)
      expect(alerts()).toEqual([])
    },
    'loaded.confirming': (_, snapshot) => {
      expectRequests(snapshot, true)
      expect(alerts()).toEqual([
        'Before you repeat this request' +
          'The layout file board.kicad_pcb is no longer in the project. Choose another one.' +
          'The copy replaces your unsent request.',
      ])
      const question = within(screen.getByRole('region', { name: 'Before you repeat this request' }))
      expect(question.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Continue', 'Cancel'])
      expect(repeated).not.toHaveBeenCalled()
    },
    'loaded.keeping': (_, snapshot) => {
      expectRequests(snapshot, false)
      expect(repeated).not.toHaveBeenCalled()
    },
    'loaded.confirmingCancellation': (_, snapshot) => {
      expectRequests(snapshot, true)
      expect(alerts()).toEqual([
        'Cancel the request for Radar board, SI-1001?' +
          'The $2,000 will not be charged, and the request can no longer be paid for. It stays in the list.',
      ])
    },
    'loaded.settling.canceling': () => expectSettling(),
    'loaded.settling.paying': () => expectSettling(),
    'loaded.settling.checking': () => expectSettling(),
    'loaded.settling.leaving': (_, { children }) => {
      expectSettling()
      expect(children['0.requests.loaded.settling.leaving']?.getSnapshot()).toMatchObject({
        input: { url: 'https://pay.example/r2' },
      })
    },
    'loaded.repeated': () => expect(repeated).toHaveBeenCalledExactlyOnceWith('p1'),
  },
  perform: {
    'requests.outdated': (event, { report }) => report('followChanges', event),
    'requests.retry': async (_, { user }) => user.click(button('Retry')),
    'page.requested': async (_, { user }) => user.click(button('Show older requests')),
    'filter.changed': async ({ change: { query = '' } }) => {
      fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: query } })
    },
    'filter.addressed': async ({ filter }) => act(() => address.filter(filter)),
    'request.opened': async ({ id }, { user }) => {
      const name = names[id ?? 'all'] ?? ''
      const link = screen.queryByRole(id === null ? 'button' : 'link', { name })
      if (link) await user.click(link)
      // Before the list is loaded, a request can be opened only through its URL.
      else act(() => address.go(id))
    },
    'request.repeated': (event, stage) => press('Repeat request', event, stage),
    'repeat.confirmed': async (_, { user }) => user.click(button('Continue')),
    'repeat.cancelled': async (_, { user }) => user.click(button('Cancel')),
    'payment.resumed': (event, stage) => press('Pay $2,000 for Radar board, SI-1001', event, stage),
    'cancellation.requested': (event, stage) => press('Cancel request for Radar board, SI-1001', event, stage),
    'cancellation.confirmed': async (_, { user }) => user.click(button('Cancel request')),
    'cancellation.declined': async (_, { user }) => user.click(button('Keep it')),
  },
}

testSurface('Simulation requests', requestsMachine, simulationRequests)
