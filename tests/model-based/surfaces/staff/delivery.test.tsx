// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { type ComputedReport, deliveryMachine } from '../../../../machines/staff/requests/delivery.machine'
import { DeliveryPanel } from '../../../../src/staff/requests/delivery-panel'
import { staffRequest } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof deliveryMachine
type Snapshot = SnapshotFrom<Machine>

const delivered = { number: 1, at: '2026-01-05T09:00:00.000Z', by: null, reason: null, verdict: null, files: [] }
const requests = {
  'a first delivery': staffRequest({ status: 'in progress' }),
  'a correction': staffRequest({ status: 'delivered' }, { deliveries: [delivered] }),
}
const { si, pi } = requests['a first delivery']
const input = { requestId: 'r1', ordered: { si, pi } }

const network = { id: 'f1', name: 'line.s4p', size: 1, modified: 0 }
const manifest = { id: 'f2', name: 'delivery.json', size: 1, modified: 0 }
const report: ComputedReport = { verdict: 'pass', words: 'All rows pass.', assumptions: [], rows: [] }

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const offered = (name: string | RegExp) => screen.queryByRole('button', { name }) !== null
const field = () => screen.getByRole('textbox', { name: 'Report manifest' })
const reason = () => screen.getByRole('textbox', { name: /^What was corrected, and why/ })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const isFresh = ({ context }: Snapshot) => context.failure === null

function expectOpen({ context }: Snapshot) {
  const names = context.files.map(({ name }) => name)
  expect(offered('Remove line.s4p')).toBe(names.includes('line.s4p'))
  if (names.length > 0) expect(field()).toHaveValue(context.manifest)
  expect(alerts()).toEqual(context.failure === null ? [] : [`${context.failure}Your files and entries are kept.`])
}

const isChecked = (snapshot: Snapshot) => snapshot.matches({ open: 'checked' })

const delivery: Surface<Machine> = {
  situations: { 'a first delivery': { input }, 'a correction': { input } },
  events: {
    'delivery.begun': ({ context }) => (context.files.length === 0 ? [{}] : []),
    'delivery.left': (snapshot) => (isFresh(snapshot) && snapshot.matches({ open: 'choosing' }) ? [{}] : []),
    'files.chosen': (snapshot) =>
      isFresh(snapshot) && snapshot.context.files.length === 0 && snapshot.matches({ open: 'choosing' })
        ? [
            { files: [network], unreadable: [] },
            ...(snapshot.context.reason === '' ? [{ files: [network, manifest], unreadable: [] }] : []),
          ]
        : isChecked(snapshot) && snapshot.context.isOwnManifest && isFresh(snapshot)
          ? [{ files: [network], unreadable: [] }]
          : [],
    'file.removed': (snapshot) =>
      isFresh(snapshot) && isChecked(snapshot) && snapshot.context.reason === '' ? [{ id: 'f1' }] : [],
    'manifest.typed': (snapshot) =>
      isFresh(snapshot) &&
      snapshot.context.files.length > 0 &&
      !snapshot.context.isOwnManifest &&
      !snapshot.matches('sending')
        ? [{ text: '{"rows":[]}' }]
        : [],
    'reason.typed': (snapshot) =>
      snapshot.context.reason === '' && isFresh(snapshot) && isChecked(snapshot) ? [{ text: 'Wrong port' }] : [],
    'check.requested': (snapshot) => (isFresh(snapshot) ? [{}] : []),
    'delivery.confirmed': (snapshot) =>
      snapshot.context.reason === '' ? [{ replaces: 0, newId: 'new' }] : [{ replaces: 1, newId: 'new' }],
    'sending.cancelled': (snapshot) => (isFresh(snapshot) ? [{}] : []),
    'delivery.progressed': ({ context }) => (context.sentBytes === 0 ? [{ sent: 1 }] : []),
    'delivery.stored': [{}],
    'delivery.refused': [{ message: 'The project is full.' }],
  },
  done: { readManifest: ['{"rows":[1]}'], computeReport: [report, null], send: null },
  failed: { readManifest: [failure()], computeReport: [failure('SI 1: no such port')], send: null },
  distinguish: ({ files, manifest: text, isOwnManifest, reason: why, report: found, sentBytes, failure: failed }) => [
    ...[files.map(({ name }) => name), text, isOwnManifest, why, found, sentBytes, failed],
  ],
  mount: ({ machine, situation }) => {
    renderWorkspace(<DeliveryPanel request={requests[situation as keyof typeof requests]} />, {
      ...machinesOver({}),
      delivery: machine,
    })
  },
  states: {
    closed: (stage) => {
      const isCorrection = stage.situation === 'a correction'
      expect(button(isCorrection ? 'Correct the delivery' : 'Prepare the delivery')).toBeVisible()
    },
    'open.choosing': (_, snapshot) => {
      expectOpen(snapshot)
      expect(button('Run the checks')).toHaveAttribute('aria-disabled', String(snapshot.context.files.length === 0))
      expect(offered('Deliver to the customer')).toBe(false)
    },
    'open.reading': (_, snapshot) => {
      expectOpen(snapshot)
      expect(button('Run the checks')).toHaveAttribute('aria-disabled', 'true')
    },
    'open.checking': (_, snapshot) => {
      expectOpen(snapshot)
      expect(button('Running the checks')).toHaveAttribute('aria-disabled', 'true')
    },
    'open.checked': ({ situation }, snapshot) => {
      expectOpen(snapshot)
      const seen = within(screen.getByRole('region', { name: 'What the customer will see' }))
      expect(seen.getByText(snapshot.context.report ? 'All rows pass.' : 'The files, without a report.')).toBeVisible()
      const needsReason = situation === 'a correction' && snapshot.context.reason === ''
      expect(button('Deliver to the customer')).toHaveAttribute('aria-disabled', String(needsReason))
    },
    sending: (_, { context }) => {
      const sent = `Delivering, ${context.sentBytes === 0 ? 0 : 100}% sent`
      expect(button(sent)).toHaveAttribute('aria-disabled', 'true')
      expect(field()).toHaveAttribute('readonly')
      expect(button('Remove line.s4p')).toBeDisabled()
    },
  },
  perform: {
    'delivery.begun': (_, { user }) => user.click(button(/the delivery$/)),
    'delivery.left': (_, { user }) => user.click(button('Discard')),
    'files.chosen': ({ files }, { user }) =>
      user.upload(
        screen.getByLabelText('Delivery files', { selector: 'input' }),
        files.map(({ name }) => new File(['x'], name)),
      ),
    'file.removed': (_, { user }) => user.click(button('Remove line.s4p')),
    'manifest.typed': async ({ text }) => {
      fireEvent.change(field(), { target: { value: text } })
    },
    'reason.typed': async ({ text }, { situation, send }) => {
      // Only a correction asks for a reason.
      if (situation === 'a correction') fireEvent.change(reason(), { target: { value: text } })
      else send({ type: 'reason.typed', text })
    },
    'check.requested': (_, { user }) => user.click(button('Run the checks')),
    'delivery.confirmed': async (event, { situation, user, send }) => {
      const isOffered = situation === 'a correction' ? event.replaces === 1 : event.replaces === 0
      if (isOffered) await user.click(button('Deliver to the customer'))
      else send(event)
    },
    'sending.cancelled': (_, { user }) => user.click(button('Cancel')),
    'delivery.progressed': (event, { report: tell }) => tell('send', event),
    'delivery.stored': (event, { report: tell }) => tell('send', event),
    'delivery.refused': (event, { report: tell }) => tell('send', event),
  },
}

testSurface('Delivery', deliveryMachine, delivery)
