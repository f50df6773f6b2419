import type { Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'

import { type ComputedReport, deliveryMachine } from '../../../../machines/staff/requests/delivery.machine'
import { addNetwork, belowTarget } from '../../../e2e/staff/delivery-steps'
import { expect } from '../../../e2e/fixtures'
import { staffRequest } from '../../../model/staff/samples'
import { failure } from '../../surface'
import { refuse, testTour, type Tour } from '../../browser-harness'
import { startedRequest } from '../paid-request'

type Snapshot = SnapshotFrom<typeof deliveryMachine>

const { si, pi } = staffRequest()
const network = { id: 'f1', name: 'vdd.s1p', size: 1, modified: 0 }
const report: ComputedReport = { verdict: 'pass', words: 'All rows pass.', assumptions: [], rows: [] }
const refusal = 'The project is full.'

const form = (page: Page) => page.getByRole('region', { name: 'Delivery', exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const result = (page: Page) => page.getByRole('region', { name: 'What the customer will see' })
const isFresh = ({ context }: Snapshot) => context.failure === null
const never = () => Promise.reject(new Error('No path of this tour sends this event.'))

/** What the open form always shows. While files are read or checked, which takes an instant, no more is certain. */
async function expectForm(page: Page, { context }: Snapshot) {
  await expect(form(page)).toBeVisible()
  await expect(button(page, 'Remove vdd.s1p')).toHaveCount(context.files.length)
}

const delivery: Tour<typeof deliveryMachine> = {
  situations: { 'a first delivery': { input: { requestId: 'r1', ordered: { si, pi } } } },
  distinguish: ({ files, isOwnManifest, report: found, failure: why }) => [files.length, isOwnManifest, found, why],
  events: {
    'delivery.begun': ({ context }) => (context.files.length === 0 ? [{}] : []),
    'delivery.left': (snapshot) => (isFresh(snapshot) && snapshot.matches({ open: 'choosing' }) ? [{}] : []),
    'files.chosen': (snapshot) =>
      snapshot.context.files.length === 0 && snapshot.matches({ open: 'choosing' })
        ? [{ files: [network], unreadable: [] }]
        : [],
    'file.removed': (snapshot) => (snapshot.matches({ open: 'checked' }) && isFresh(snapshot) ? [{ id: 'f1' }] : []),
    'manifest.typed': (snapshot) =>
      snapshot.matches({ open: 'choosing' }) && snapshot.context.files.length > 0 && !snapshot.context.isOwnManifest
        ? [{ text: '{"rows":' }]
        : [],
    'reason.typed': [],
    'check.requested': (snapshot) => (isFresh(snapshot) ? [{}] : []),
    'delivery.confirmed': [{ replaces: 0, newId: 'new' }],
    'sending.cancelled': (snapshot) => (isFresh(snapshot) ? [{}] : []),
    'delivery.progressed': [],
    'delivery.stored': [{}],
    'delivery.refused': (snapshot) => (isFresh(snapshot) ? [{ message: refusal }] : []),
  },
  done: {
    readManifest: ['{"rows":[]}'],
    computeReport: ({ context }) => (context.isOwnManifest ? [] : [report]),
    send: null,
  },
  failed: {
    readManifest: [],
    // The text that was typed is not JSON.
    computeReport: ({ context }) => (context.isOwnManifest ? [failure('It is not JSON.')] : []),
    send: null,
  },
  calls: {
    readManifest: null,
    computeReport: null,
    send: { method: 'POST', address: /\/api\/v1\/staff\/requests\/[\w-]+\/deliveries$/ },
  },
  arrange: async ({ page, stack, signIn, hold }) => {
    const { id } = await startedRequest(stack)
    await signIn('staff')
    await hold()
    await page.goto(`/staff/${id}`)
  },
  // Files are read and checked by the page itself.
  end: async ({ kind }) => kind === 'done' || kind === 'error',
  states: {
    closed: (page) => expect(button(page, /^(Prepare|Correct) the delivery$/)).toBeVisible(),
    'open.choosing': async (page, snapshot) => {
      await expectForm(page, snapshot)
      const disabled = String(snapshot.context.files.length === 0)
      await expect(button(page, 'Run the checks')).toHaveAttribute('aria-disabled', disabled)
      await expect(form(page).getByRole('alert')).toHaveCount(isFresh(snapshot) ? 0 : 1)
      await expect(result(page)).toBeHidden()
    },
    'open.reading': expectForm,
    'open.checking': expectForm,
    'open.checked': async (page, snapshot) => {
      await expectForm(page, snapshot)
      await expect(result(page).getByRole('table').getByText('Pass').first()).toBeVisible()
      await expect(form(page).getByText(refusal)).toHaveCount(isFresh(snapshot) ? 0 : 1)
      await expect(button(page, 'Deliver to the customer')).toBeEnabled()
    },
    sending: async (page) => {
      await expect(button(page, /^Delivering, \d+% sent$/)).toHaveAttribute('aria-disabled', 'true')
      await expect(button(page, 'Remove vdd.s1p')).toBeDisabled()
    },
  },
  perform: {
    'delivery.begun': (_, { page }) => button(page, /^(Prepare|Correct) the delivery$/).click(),
    'delivery.left': (_, { page }) => button(page, 'Discard').click(),
    'files.chosen': (_, { page }) => addNetwork(page, belowTarget),
    'file.removed': (_, { page }) => button(page, 'Remove vdd.s1p').click(),
    'manifest.typed': async ({ text }, { page }) => {
      await page.getByRole('textbox', { name: 'Report manifest' }).fill(text)
    },
    'reason.typed': never,
    'check.requested': (_, { page }) => button(page, 'Run the checks').click(),
    'delivery.confirmed': (_, { page }) => button(page, 'Deliver to the customer').click(),
    'sending.cancelled': (_, { page }) => button(page, 'Cancel').click(),
    'delivery.progressed': never,
    'delivery.stored': async (_, { next }) => (await next('send')).continue(),
    'delivery.refused': async ({ message }, { next }) => refuse(await next('send'), 413, message),
  },
}

testTour('Delivery', deliveryMachine, delivery)
