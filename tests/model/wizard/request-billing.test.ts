/** The billing details in the summary of a request: what is loaded, typed and sent. */
import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import { type BillingDetails, noBilling } from '../../../machines/wizard/billing/billing'
import type { ProjectBudget } from '../../../machines/wizard/rows/budget-use'
import { defaultPrices, type PriceTable } from '../../../machines/wizard/rows/interfaces'
import {
  billingEdited,
  billingLoaded,
  billingToSend,
  firstBilling,
  isBillingDetails,
} from '../../../machines/wizard/billing/request-billing'
import type { KnownProjects, OpenedProject } from '../../../machines/wizard/request-context'
import * as request from '../../../machines/wizard/request-selectors'
import { type PaymentAttempt, simulationRequestMachine } from '../../../machines/wizard/simulation-request.machine'
import { project, projectFile } from '../samples'
import { fullSi } from './request-samples'

const first = firstBilling(null)

const acme = { ...noBilling, company: 'Example Ltd', country: 'US', region: 'CA' }

describe('the details', () => {
  test('that are remembered are shown, unless others were typed in the meantime', () => {
    expect(billingLoaded(first, acme).details).toEqual(acme)
    const typed = billingEdited(first, { company: 'Other Ltd' }, defaultPrices)
    expect(billingLoaded(typed, acme).details).toEqual({ ...noBilling, company: 'Other Ltd' })
  })

  test('lose their region with another country, and are limited', () => {
    const loaded = billingLoaded(first, acme)
    expect(billingEdited(loaded, { country: 'DE' }, defaultPrices).details).toMatchObject({ country: 'DE', region: '' })
    expect(billingEdited(loaded, { country: 'US' }, defaultPrices).details.region).toBe('CA')
    expect(billingEdited(loaded, { tax_id: 'x'.repeat(40) }, defaultPrices).details.tax_id).toHaveLength(30)
  })

  test('have the code of a region in capitals if its rate is found by it', () => {
    const loaded = billingLoaded(first, acme)
    expect(billingEdited(loaded, { region: 'ny' }, taxed).details.region).toBe('NY')
    expect(billingEdited(loaded, { country: 'DE', region: 'Bayern' }, taxed).details.region).toBe('')
    expect(billingEdited(loaded, { region: 'Texas' }, defaultPrices).details.region).toBe('Texas')
  })

  test('are sent as they are shown; without need, nothing is sent', () => {
    // Neither seen nor changed: the API uses the remembered details.
    expect(billingToSend(first)).toBeUndefined()
    expect(billingToSend(billingLoaded(first, null))).toBeUndefined()
    expect(billingToSend(billingLoaded(first, acme))).toEqual(acme)
    expect(billingToSend(billingEdited(first, { company: ' Other Ltd ' }, defaultPrices))?.company).toBe('Other Ltd')
    const cleared = { company: '', country: '', region: '' }
    expect(billingToSend(billingEdited(billingLoaded(first, acme), cleared, defaultPrices))).toBeNull()
  })
})

const taxed: PriceTable = {
  ...{ ...defaultPrices, version: 'v1' },
  tax_rates: [{ country: 'US', region: 'CA', name: 'Sales tax', rate: 9250 }],
}

type Loaded = {
  loadBilling: () => Promise<BillingDetails | null>
  loadBudget?: () => Promise<ProjectBudget>
  prices?: PriceTable
  typedBilling?: BillingDetails
}

async function toSummary({ loadBilling, loadBudget = async () => budget, prices = taxed, typedBilling }: Loaded) {
  const attempts: PaymentAttempt[] = []
  const actor = createActor(
    simulationRequestMachine.provide({
      actors: {
        loadProjects: fromPromise(async (): Promise<KnownProjects> => ({ projects: [project()], begunIn: null })),
        loadPrices: fromPromise(async () => prices),
        openProject: fromPromise(async (): Promise<OpenedProject> => ({ files: [projectFile()], stored: null })),
        followPrices: fromCallback(() => {}),
        keepDraft: fromCallback(() => {}),
        uploadFiles: fromCallback(() => {}),
        loadBilling: fromPromise(loadBilling),
        loadBudget: fromPromise(loadBudget),
        startCheckout: fromPromise<{ id: string; url: string }, PaymentAttempt>(async ({ input }) => {
          attempts.push(input)
          throw new Error('The payment page cannot be opened.')
        }),
      },
    }),
    { input: { projectId: 'p1', key: 'key', typedBilling: typedBilling ?? null } },
  ).start()
  await waitFor(actor, (snapshot) => snapshot.matches({ files: 'choosing' }))
  actor.send({ type: 'step.next' })
  actor.send({ type: 'si.added' })
  actor.send({ type: 'si.changed', rowId: 0, fields: fullSi })
  actor.send({ type: 'step.next' })
  actor.send({ type: 'step.next' })
  return { actor, attempts }
}

const budget = { budget: 2000, spent_cents: 0, open_cents: 0 }

test('a payment names the details and the tax that were shown', async () => {
  const { actor, attempts } = await toSummary({ loadBilling: async () => acme })
  await waitFor(actor, (snapshot) => request.billingOf(snapshot).company !== '')
  // 9.25% of $2,000.
  expect(request.taxOfRequest(actor.getSnapshot())).toEqual({ name: 'Sales tax', rate: 9250, cents: 18_500 })
  expect(request.totalWithTaxOf(actor.getSnapshot())).toBe(218_500)
  expect(request.budgetWarningOf(actor.getSnapshot())?.title).toBe('This order exceeds the budget of the project.')
  actor.send({ type: 'payment.requested' })
  await waitFor(actor, (snapshot) => request.wizardFailureOf(snapshot) !== null)
  expect(attempts).toMatchObject([{ taxCents: 18_500, order: { total: 2000, billing: acme } }])
})

test('a payment without the country that the tax depends on is not started', async () => {
  const { actor, attempts } = await toSummary({ loadBilling: () => Promise.reject(new Error('down')) })
  await waitFor(actor, request.hasBillingFailed)
  expect(request.billingMistakesOf(actor.getSnapshot())).toEqual({})
  actor.send({ type: 'payment.requested' })
  expect(attempts).toEqual([])
  expect(request.billingRefusalsOf(actor.getSnapshot())).toBe(1)
  expect(request.billingMistakesOf(actor.getSnapshot())).toEqual({
    country: 'Choose the country. The tax depends on it.',
  })
  actor.send({ type: 'billing.changed', fields: { country: 'FR' } })
  expect(request.billingMistakesOf(actor.getSnapshot())).toEqual({})
  actor.send({ type: 'payment.requested' })
  expect(attempts).toMatchObject([{ taxCents: 0, order: { billing: { country: 'FR' } } }])
})

test('without taxes, neither the details nor the budget are needed for a payment', async () => {
  const { actor, attempts } = await toSummary({
    loadBilling: () => new Promise(() => {}),
    loadBudget: () => new Promise(() => {}),
    prices: defaultPrices,
  })
  actor.send({ type: 'payment.requested' })
  expect(attempts).toHaveLength(1)
  expect(attempts[0]?.order).not.toHaveProperty('billing')
  expect(attempts[0]?.taxCents).toBe(0)
})

test('details that could not be loaded are loaded again on request', async () => {
  let isBroken = true
  const { actor } = await toSummary({
    loadBilling: () => (isBroken ? Promise.reject(new Error('down')) : Promise.resolve(acme)),
  })
  await waitFor(actor, request.hasBillingFailed)
  isBroken = false
  actor.send({ type: 'billing.retry' })
  expect(request.hasBillingFailed(actor.getSnapshot())).toBe(false)
  await waitFor(actor, (snapshot) => request.billingOf(snapshot).company === acme.company)
})

test('a budget that cannot be loaded does not hide the billing details', async () => {
  const { actor } = await toSummary({
    loadBilling: async () => acme,
    loadBudget: () => Promise.reject(new Error('down')),
  })
  await waitFor(actor, (snapshot) => request.billingOf(snapshot).company === acme.company)
  expect(request.hasBillingFailed(actor.getSnapshot())).toBe(false)
  expect(request.budgetWarningOf(actor.getSnapshot())).toBeNull()
})

test('details that were typed before a reload are shown and sent, and kept until the payment page opens', async () => {
  const typedBilling = { ...acme, company: 'Typed Ltd' }
  const { actor, attempts } = await toSummary({ loadBilling: async () => acme, typedBilling })
  await waitFor(actor, ({ context }) => context.billing.remembered !== undefined)
  expect(request.billingOf(actor.getSnapshot())).toEqual(typedBilling)
  actor.send({ type: 'payment.requested' })
  await waitFor(actor, (snapshot) => request.wizardFailureOf(snapshot) !== null)
  expect(attempts).toMatchObject([{ order: { billing: typedBilling } }])
  expect(request.typedBillingOf(actor.getSnapshot())).toEqual(typedBilling)
})

test('only what was typed is kept for a reload', () => {
  const { typedBillingOf } = request
  const actor = createActor(simulationRequestMachine, { input: { projectId: 'p1', key: 'key' } })
  expect(typedBillingOf(actor.getSnapshot())).toBeNull()
  expect(isBillingDetails(noBilling)).toBe(true)
  expect(isBillingDetails({ ...noBilling, city: 7 })).toBe(false)
  expect(isBillingDetails(null)).toBe(false)
})
