// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { priceFormOf } from '../../../../machines/staff/prices/price-form'
import { type PriceVersionPage, staffPricesMachine } from '../../../../machines/staff/prices/staff-prices.machine'
import { storeDraft } from '../../../../src/session/drafts/drafts'
import { PricesPage } from '../../../../src/staff/prices/prices-page'
import { priceVersion, priceVersionPage } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

type Machine = typeof staffPricesMachine
type Snapshot = SnapshotFrom<Machine>

const planned = priceVersion({
  id: 'p1',
  valid_from: '2027-02-01T12:00:00.000Z',
  si: [{ name: 'MIPI-D', unit_price: 2500 }],
  turnaround_days: 15,
  by: 'Stella Okafor',
})
const earlier = priceVersion({ id: 'e1', valid_from: '2025-01-01T12:00:00.000Z', by: 'Omar Haddad' })
const current = priceVersion()
const page = priceVersionPage({ versions: [planned, current], next: '1_x' })
const last = priceVersionPage({ versions: [earlier] })
const without = priceVersionPage({ revision: '2:x' })
const newId = '00000000-0000-4000-8000-000000000000'
const now = Date.parse(page.now)
const arrived = (versions: PriceVersionPage) => ({ page: versions, at: now })
const kept = { ...priceFormOf(current, newId, new Date(page.now)), days: '12' }

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const field = (name: string | RegExp, row = 'MIPI-D') =>
  within(screen.getByRole('group', { name: row })).getByRole('textbox', { name })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const isIdle = (snapshot: Snapshot) => snapshot.matches({ work: 'none' })
const isForm = (snapshot: Snapshot) => snapshot.matches({ work: 'editing' })
/** The list is changed only while nothing is being worked on, and the form only while the list is at rest. */
const isResting = (snapshot: Snapshot) => snapshot.matches({ list: 'listed' })
const isFresh = ({ context: { form, failure: why, mistakes } }: Snapshot) =>
  form !== null && why === null && Object.keys(mistakes).length === 0
const isUnchanged = (snapshot: Snapshot) =>
  isFresh(snapshot) &&
  !snapshot.context.form?.planned &&
  snapshot.context.form?.days === '10' &&
  snapshot.context.form.from === '2026-01-06T00:00'

function expectList(_: unknown, { context: { list } }: Snapshot) {
  if (!list) return
  const section = screen.getByRole('region', { name: 'Current prices' })
  expect(within(section).getByRole('row', { name: /^MIPI-D .* \$2,000$/ })).toBeVisible()
  expect(section).toHaveTextContent('Delivery within 10 business days of payment')
  const plans = screen.queryByRole('region', { name: 'Planned' })
  expect(plans !== null).toBe(list.versions.includes(planned))
  if (plans) expect(plans).toHaveTextContent('MIPI-D: $2,500 instead of $2,000')
  if (plans) expect(plans).toHaveTextContent('Delivery: 15 business days instead of 10 business days')
  expect(screen.queryByText(/by Omar Haddad/) !== null).toBe(list.versions.includes(earlier))
}

function expectForm({ context: { form, mistakes } }: Snapshot) {
  expect(
    screen.getByRole('heading', { name: form?.planned ? 'Change the planned prices' : 'Plan new prices' }),
  ).toBeVisible()
  expect(screen.getByRole('textbox', { name: /^Delivery time, in business days/ })).toHaveValue(form?.days)
  expect(screen.queryAllByText('Enter a whole number of business days from 1 to 365.')).toHaveLength(
    'turnaround_days' in mistakes ? 1 : 0,
  )
}

const staffPrices: Surface<Machine> = {
  situations: {
    'a member of staff': { input: { form: null } },
    'a member of staff who left the form': {
      input: { form: kept },
    },
  },
  events: {
    'prices.retry': [{}],
    'prices.outdated': (snapshot) =>
      (isIdle(snapshot) && !snapshot.matches({ list: 'failed' })) ||
      snapshot.matches({ list: 'listed', work: 'asking' })
        ? [{}]
        : [],
    'page.requested': (snapshot) => (isIdle(snapshot) ? [{}] : []),
    'plan.begun': (snapshot) =>
      isResting(snapshot) && snapshot.context.list?.versions.includes(planned)
        ? [
            { versionId: null, newId, now },
            { versionId: 'p1', newId, now },
          ]
        : [],
    'plan.left': (snapshot) => (isForm(snapshot) && isFresh(snapshot) ? [{}] : []),
    'days.typed': (snapshot) => (isForm(snapshot) && isUnchanged(snapshot) ? [{ text: '366' }, { text: '12' }] : []),
    'start.chosen': (snapshot) =>
      isForm(snapshot) && isUnchanged(snapshot) && !snapshot.context.form?.isAtOnce ? [{ isAtOnce: true, now }] : [],
    'start.typed': (snapshot) => (isForm(snapshot) && isUnchanged(snapshot) ? [{ text: '2020-01-01T00:00', now }] : []),
    'row.added': (snapshot) =>
      isForm(snapshot) && isUnchanged(snapshot) && snapshot.context.form?.si.length === 1 ? [{ of: 'si' }] : [],
    'row.removed': (snapshot) =>
      isForm(snapshot) && (snapshot.context.form?.si.length ?? 0) > 1
        ? [{ of: 'si', key: snapshot.context.form?.si[1]?.key ?? -1 }]
        : [],
    'row.typed': (snapshot) =>
      isForm(snapshot) && isUnchanged(snapshot) && snapshot.context.form?.si[0]?.price === '2000'
        ? [{ of: 'si', key: 0, change: { price: '2100' } }]
        : [],
    'plan.compared': (snapshot) => (isForm(snapshot) && isFresh(snapshot) ? [{ newId, now }] : []),
    'comparison.left': (snapshot) => (isUnchanged(snapshot) ? [{}] : []),
    'plan.saved': [{}],
    'removal.requested': (snapshot) =>
      isResting(snapshot) && snapshot.context.list?.versions.includes(planned) ? [{ versionId: 'p1' }] : [],
    'removal.dismissed': [{}],
    'removal.confirmed': [{}],
  },
  done: {
    followPrices: null,
    loadVersions: (snapshot) => [
      arrived(snapshot.matches({ list: 'loadingMore' }) ? last : snapshot.matches({ work: 'asking' }) ? without : page),
    ],
    save: [arrived(page)],
    remove: [arrived(without)],
  },
  failed: {
    followPrices: null,
    loadVersions: [failure()],
    save: [failure('The prices were changed in the meantime.')],
    remove: [failure()],
  },
  distinguish: ({ list, form, mistakes, failure: why, removing }) => [
    ...[list?.versions.length, list?.next, form, Object.keys(mistakes).length, why, removing],
  ],
  mount: ({ machine, input }) => {
    sessionStorage.clear()
    vi.setSystemTime(now)
    vi.spyOn(crypto, 'randomUUID').mockReturnValue(newId)
    if (input?.form) storeDraft('prices', input.form)
    renderWorkspace(<PricesPage />, { ...machinesOver({}), staffPrices: machine })
  },
  states: {
    'list.loading': () => {
      expect(screen.getByText('Loading prices...')).toBeVisible()
      expect(screen.queryByRole('table')).toBeNull()
    },
    'list.failed': () => {
      expect(alerts()).toEqual(['The prices could not be loaded.Retry'])
    },
    'list.listed': expectList,
    'list.updating': expectList,
    'list.loadingMore': (stage, snapshot) => {
      expectList(stage, snapshot)
      expect(isUsable(button('Show earlier versions'))).toBe(false)
    },
    'work.none': (_, { context: { list } }) => {
      expect(screen.queryByRole('button', { name: 'Plan new prices' }) !== null).toBe(list !== null)
      expect(screen.queryByRole('group', { name: 'MIPI-D' })).toBeNull()
    },
    'work.editing': (_, snapshot) => {
      expectForm(snapshot)
      const { form, failure: why, mistakes } = snapshot.context
      expect(field(/^Price/)).toHaveValue(form?.si[0]?.price)
      expect(field(/^Name/)).toHaveAttribute('readonly')
      expect(screen.queryByRole('group', { name: 'New row' }) !== null).toBe((form?.si.length ?? 0) > 1)
      const date = screen.queryByLabelText(/^Date and time/)
      expect(date !== null).toBe(!form?.isAtOnce)
      const past = screen.queryAllByText('Enter a time in the future.')
      expect(past).toHaveLength('valid_from' in mistakes ? 1 : 0)
      expect(alerts()).toEqual([
        ...(why === null ? [] : [`${why}Your entries are kept.`]),
        ...(Object.keys(mistakes).length > 0 ? ['Please correct the marked fields.'] : []),
      ])
    },
    'work.comparing': (_, snapshot) => {
      const { form } = snapshot.context
      const section = screen.getByRole('region', {
        name: form?.planned ? 'Change the planned prices' : 'Plan new prices',
      })
      if (form?.si[0]?.price === '2100') expect(section).toHaveTextContent('MIPI-D: $2,100 instead of $2,000')
      else if (form?.days === '10') expect(section).toHaveTextContent('No changes.')
      expect(section.textContent.includes('From now on')).toBe(form?.isAtOnce)
      expect(screen.queryByRole('group', { name: 'MIPI-D' })).toBeNull()
    },
    'work.saving': (_, { context: { form } }) => {
      const name = form?.isAtOnce
        ? 'Change the prices now'
        : form?.planned
          ? 'Save the planned prices'
          : 'Plan these prices'
      expect(button(name)).toHaveAttribute('aria-disabled', 'true')
      expect(screen.queryByRole('button', { name: 'Back to the form' })).toBeNull()
    },
    'work.asking': () => {
      expect(alerts()).toEqual(['Remove these prices? This cannot be undone.'])
      expect(button('Remove')).toBeEnabled()
    },
    'work.removing': () => {
      expect(button('Remove')).toHaveAttribute('aria-disabled', 'true')
      expect(screen.queryByRole('button', { name: 'Keep' })).toBeNull()
    },
  },
  perform: {
    'prices.retry': (_, { user }) => user.click(button('Retry')),
    'prices.outdated': (event, { report }) => report('followPrices', event),
    'page.requested': async (_, { user }) => {
      const more = screen.queryByRole('button', { name: 'Show earlier versions' })
      if (more) await user.click(more)
    },
    'plan.begun': ({ versionId }, { user }) =>
      user.click(button(versionId === null ? 'Plan new prices' : /^Change the prices from/)),
    'plan.left': (_, { user }) => user.click(button('Discard')),
    'days.typed': async ({ text }) => {
      fireEvent.change(screen.getByRole('textbox', { name: /^Delivery time, in business days/ }), {
        target: { value: text },
      })
    },
    'start.chosen': (_, { user }) => user.click(screen.getByRole('radio', { name: /^Immediately/ })),
    'start.typed': async ({ text }) => {
      fireEvent.change(screen.getByLabelText(/^Date and time/), { target: { value: text } })
    },
    'row.added': (_, { user }) => user.click(button('Add an interface')),
    'row.removed': (_, { user }) => user.click(button('Remove the new row')),
    'row.typed': async ({ change: { price } }) => {
      fireEvent.change(field(/^Price/), { target: { value: price } })
    },
    'plan.compared': (_, { user }) => user.click(button('Compare with previous prices')),
    'comparison.left': (_, { user }) => user.click(button('Back to the form')),
    'plan.saved': (_, { user }) =>
      user.click(button(/^(Change the prices now|Save the planned prices|Plan these prices)$/)),
    'removal.requested': (_, { user }) => user.click(button(/^Remove the prices from/)),
    'removal.dismissed': (_, { user }) => user.click(button('Keep')),
    'removal.confirmed': (_, { user }) => user.click(button('Remove')),
  },
}

testSurface('Staff prices', staffPricesMachine, staffPrices)
