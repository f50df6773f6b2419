// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { fromCallback, fromPromise, type SnapshotFrom } from 'xstate'

import { conversationMachine, type MessagePage, type Side } from '../../../../machines/requests/conversation.machine'
import { staffRequestMachine } from '../../../../machines/staff/requests/staff-request.machine'
import { StaffRequestPage } from '../../../../src/staff/requests/request-page'
import { statusNames } from '../../../../src/workspace/lib/request-status'
import { staffRequest } from '../../../model/staff/samples'
import { filePlace } from '../../../views/workspace/sample-file-place'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { reportPlace } from '../../../views/workspace/sample-report-place'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

/** The conversation has its own test. */
const silent = conversationMachine.provide({
  actors: {
    loadMessages: fromPromise<MessagePage, { requestId: string; side: Side; cursor: string | null }>(async () => ({
      messages: [],
      next: null,
    })),
    followMessages: fromCallback(() => {}),
    uploadAttachments: fromCallback(() => {}),
  },
})

type Machine = typeof staffRequestMachine
type Snapshot = SnapshotFrom<Machine>

const me = { id: 's1', name: 'Stella Okafor' }
const fresh = staffRequest()
const unpaid = staffRequest({ status: 'awaiting payment', paid: null, due: null })
const canceled = staffRequest({ status: 'cancelled', paid: null, due: null })
const mine = staffRequest({ assignee: me })
const started = staffRequest({ assignee: me, status: 'in progress' })
const checked = staffRequest({}, { done: [{ item: 'files', by: me.name, at: '2026-01-03T09:00:00.000Z' }] })

const button = (name: string) => screen.getByRole('button', { name })
const offered = (name: string) => screen.queryByRole('button', { name }) !== null
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const notes = () => screen.getByRole('textbox', { name: 'Private notes' })
const item = () => screen.getByRole('checkbox', { name: /^The files open/ })

/** What the customer reads about the next step in each status of these requests. */
const nextSteps: Partial<Record<typeof fresh.summary.status, string>> = {
  'awaiting payment': 'Pay to start the simulation',
  paid: 'We are checking your files',
  'in progress': 'We are running the simulation',
  cancelled: 'This request is canceled',
}

/** Each path starts a single task on the request as loaded. */
const isFresh = ({ context }: Snapshot) => context.request === fresh && context.failure === null

function expectRequest(snapshot: Snapshot) {
  const { request, notes: typed } = snapshot.context
  const { summary, done } = request ?? fresh
  const isPaid = summary.paid !== null
  expect(screen.getByRole('heading', { name: 'SI-1001: Camera board' })).toBeVisible()
  const current = within(screen.getByRole('list', { name: 'Status' }))
    .getAllByRole('listitem')
    .filter((one) => one.getAttribute('aria-current') === 'step')
  expect(current.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(statusNames[summary.status])])
  expect(screen.getByRole('region', { name: 'Next step for the customer' })).toHaveTextContent(
    nextSteps[summary.status] ?? 'none',
  )
  expect(offered('Start the simulation')).toBe(summary.status === 'paid')
  expect(offered('Assign to me')).toBe(summary.assignee === null && isPaid)
  const isAsked = snapshot.matches({ shown: 'confirmingCancellation' })
  expect(offered('Cancel the request')).toBe(summary.status === 'awaiting payment' && !isAsked)
  expect(offered('Unassign')).toBe(summary.assignee?.id === me.id)
  const isSaving = snapshot.matches({ shown: 'working' }) && snapshot.context.task?.kind === 'check'
  expect(item()).toHaveProperty('checked', done.length > 0 || isSaving)
  expect(screen.getByRole('heading', { name: `Checklist, ${done.length} of 6 done` })).toBeVisible()
  expect(notes()).toHaveValue(typed ?? request?.notes)
  expect(offered('Save notes')).toBe(typed !== null && typed !== request?.notes)
}

function expectResting(_: unknown, snapshot: Snapshot) {
  expectRequest(snapshot)
  expect(alerts()).toEqual(snapshot.context.failure === null ? [] : [snapshot.context.failure])
  if (snapshot.context.request?.summary.paid)
    expect(button('Download 1 file')).toHaveAttribute('aria-disabled', 'false')
}

function expectBusy(_: unknown, snapshot: Snapshot) {
  expectRequest(snapshot)
  if (snapshot.context.request?.summary.paid) expect(button('Download 1 file')).toHaveAttribute('aria-disabled', 'true')
}

const staffRequestPage: Surface<Machine> = {
  situations: { 'a member of staff': { input: { requestId: 'r1', notes: null } } },
  events: {
    'request.retry': [{}],
    'request.outdated': (snapshot) => (isFresh(snapshot) && snapshot.hasTag('shown') ? [{}] : []),
    'request.taken': (snapshot) => (isFresh(snapshot) && snapshot.context.notes === null ? [{}] : []),
    'request.returned': ({ context }) => (context.request?.summary.assignee ? [{}] : []),
    'request.started': (snapshot) => (isFresh(snapshot) && snapshot.context.notes === null ? [{}] : []),
    // A request that is not paid is a situation of its own: it cannot be started or taken over.
    'request.cancelled': ({ context }) => (context.request?.summary.status === 'awaiting payment' ? [{}] : []),
    'cancellation.confirmed': [{}],
    'cancellation.declined': (snapshot) => (snapshot.context.failure === null ? [{}] : []),
    'item.changed': (snapshot) =>
      isFresh(snapshot) && snapshot.context.notes === null ? [{ item: 'files', done: true }] : [],
    'notes.typed': (snapshot) =>
      isFresh(snapshot) && snapshot.context.notes === null ? [{ text: 'Return path?' }] : [],
    'notes.saved': (snapshot) => (isFresh(snapshot) && snapshot.context.notes !== null ? [{}] : []),
    'notes.discarded': (snapshot) => (isFresh(snapshot) && snapshot.context.notes !== null ? [{}] : []),
    'files.requested': (snapshot) => (isFresh(snapshot) && snapshot.context.notes === null ? [{}] : []),
  },
  done: {
    followRequest: null,
    loadRequest: ({ context: { request } }) => (request === null ? [fresh, unpaid] : [request]),
    perform: ({ context: { task } }) => [
      task?.kind === 'cancel'
        ? canceled
        : task?.kind === 'assign'
          ? task.mine
            ? mine
            : fresh
          : task?.kind === 'start'
            ? started
            : task?.kind === 'check'
              ? checked
              : staffRequest({}, { notes: 'Return path?', notes_version: 1 }),
    ],
    saveFiles: [undefined],
  },
  failed: { followRequest: null, loadRequest: [failure()], perform: [failure()], saveFiles: [failure()] },
  distinguish: ({ request, task, notes: typed, failure: why, isOutdated }) => [
    ...[request?.summary.assignee?.id, request?.summary.status, request?.done.length, request?.notes],
    ...[task?.kind, typed, why, isOutdated],
  ],
  mount: ({ machine }) => {
    sessionStorage.clear()
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
        conversation: silent,
        staffRequest: machine,
      },
    )
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading the request...')).toBeVisible()
    },
    failed: () => {
      expect(alerts()).toEqual(['The request could not be loaded.Retry'])
      expect(screen.getByRole('heading', { level: 1, name: 'Simulation request' })).toBeVisible()
    },
    'shown.resting.current': expectResting,
    'shown.resting.updating': expectResting,
    'shown.resting.outdated': expectResting,
    'shown.confirmingCancellation': (_, snapshot) => {
      expectRequest(snapshot)
      expect(alerts()).toEqual(['Cancel the request? The customer will no longer be able to pay for it.'])
      expect(button('Keep it')).toHaveFocus()
    },
    'shown.working': expectBusy,
    'shown.checking': expectBusy,
    'shown.savingFiles': expectBusy,
  },
  perform: {
    'request.retry': (_, { user }) => user.click(button('Retry')),
    'request.outdated': (event, { report }) => report('followRequest', event),
    'request.taken': (_, { user }) => user.click(button('Assign to me')),
    'request.returned': (_, { user }) => user.click(button('Unassign')),
    'request.started': (_, { user }) => user.click(button('Start the simulation')),
    'request.cancelled': (_, { user }) => user.click(button('Cancel the request')),
    'cancellation.confirmed': (_, { user }) => user.click(button('Yes, cancel it')),
    'cancellation.declined': async (_, { user }) => {
      await user.click(button('Keep it'))
      expect(button('Cancel the request')).toHaveFocus()
    },
    'item.changed': (_, { user }) => user.click(item()),
    'notes.typed': async ({ text }) => {
      fireEvent.change(notes(), { target: { value: text } })
    },
    'notes.saved': (_, { user }) => user.click(button('Save notes')),
    'notes.discarded': (_, { user }) => user.click(button('Discard')),
    'files.requested': (_, { user }) => user.click(button('Download 1 file')),
  },
}

testSurface('Staff request', staffRequestMachine, staffRequestPage)
