// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'

import {
  type ContactFilter,
  type ContactSummary,
  contactListMachine,
} from '../../../machines/staff/contact/contact-list.machine'
import {
  type CustomerFilter,
  customerListMachine,
  type CustomerSummary,
} from '../../../machines/staff/customers/customer-list.machine'
import { type ListPage, type ListWanted, openItems } from '../../../machines/staff/filtered-list'
import {
  type QueueFilter,
  type StaffRequestSummary,
  staffQueueMachine,
} from '../../../machines/staff/requests/staff-queue.machine'
import { ContactListPage } from '../../../src/staff/contact/contact-list-page'
import { CustomersPage } from '../../../src/staff/customers/customers-page'
import { QueuePage } from '../../../src/staff/requests/queue-page'
import { listedCustomer, queuedRequest, staffContact } from '../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const followItems = fromCallback(() => {})

function showQueue(onOpen: () => void, left: string | null = null) {
  const item = queuedRequest()
  const loadPages = fromPromise<ListPage<StaffRequestSummary>, ListWanted<QueueFilter>>(
    async ({ input: { filter } }) => ({
      items: filter.query === 'nothing' ? [] : [item],
      next: null,
    }),
  )
  const staffQueue = staffQueueMachine.provide({ actors: { loadPages, followItems } })
  const page = <QueuePage filter={openItems} left={left} onFilter={vi.fn()} onOpen={onOpen} />
  renderWorkspace(page, { ...machinesOver({}), staffQueue })
  return { id: item.id, name: item.number }
}

function showMessages(onOpen: () => void, left: string | null = null) {
  const item = staffContact().summary
  const loadPages = fromPromise<ListPage<ContactSummary>, ListWanted<ContactFilter>>(async ({ input: { filter } }) => ({
    items: filter.query === 'nothing' ? [] : [item],
    next: null,
  }))
  const contactList = contactListMachine.provide({ actors: { loadPages, followItems } })
  const page = <ContactListPage filter={openItems} left={left} onFilter={vi.fn()} onOpen={onOpen} />
  renderWorkspace(page, { ...machinesOver({}), contactList })
  return { id: item.id, name: item.name }
}

function showCustomers(onOpen: () => void, left: string | null = null) {
  const item = listedCustomer()
  const loadPages = fromPromise<ListPage<CustomerSummary>, ListWanted<CustomerFilter>>(
    async ({ input: { filter } }) => ({
      items: filter.query === 'nothing' ? [] : [item],
      next: null,
    }),
  )
  const customerList = customerListMachine.provide({ actors: { loadPages, followItems } })
  const page = <CustomersPage filter={{ query: '' }} left={left} onFilter={vi.fn()} onOpen={onOpen} />
  renderWorkspace(page, { ...machinesOver({}), customerList })
  return { id: item.id, name: item.name }
}

const lists = [
  ['the queue', showQueue],
  ['the contact messages', showMessages],
  ['the customers', showCustomers],
] as const

test.each(lists)('a row of %s that is opened at once takes along what was typed into the search', async (_, show) => {
  const onOpen = vi.fn()
  const { id, name } = show(onOpen)
  const user = userEvent.setup()
  await screen.findByRole('link', { name })
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'lidar')
  await user.click(screen.getByRole('link', { name }))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(id, expect.objectContaining({ query: 'lidar' }))
})

test.each(lists)('the focus begins at the title of %s, whose opening link is gone', async (_, show) => {
  const { name } = show(vi.fn())
  await screen.findByRole('link', { name })
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

test.each(lists)('the focus returns to the row of %s that was opened', async (_, show) => {
  const { id } = show(vi.fn())
  cleanup()
  const { name } = show(vi.fn(), id)
  expect(await screen.findByRole('link', { name })).toHaveFocus()
})

test.each(lists)('clearing the filter of %s moves the focus to the search', async (_, show) => {
  const { name } = show(vi.fn())
  const user = userEvent.setup()
  await screen.findByRole('link', { name })
  const search = screen.getByRole('searchbox', { name: 'Search' })
  await user.type(search, 'nothing')
  const clear = await screen.findByRole('button', { name: 'Clear filter' })
  clear.focus()
  await user.keyboard('{Enter}')
  expect(search).toHaveFocus()
  expect(await screen.findByRole('link', { name })).toBeVisible()
  expect(search).toHaveFocus()
})
