// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'

import {
  type ContactFilter,
  type ContactSummary,
  contactListMachine,
} from '../../../machines/staff/contact-list.machine'
import { type ListPage, type ListWanted, openItems } from '../../../machines/staff/filtered-list'
import {
  type QueueFilter,
  type StaffRequestSummary,
  staffQueueMachine,
} from '../../../machines/staff/staff-queue.machine'
import { ContactListPage } from '../../../src/staff/contact-list-page'
import { QueuePage } from '../../../src/staff/queue-page'
import { queuedRequest, staffContact } from '../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const followItems = fromCallback(() => {})

function showQueue(onOpen: () => void) {
  const item = queuedRequest()
  const loadPages = fromPromise<ListPage<StaffRequestSummary>, ListWanted<QueueFilter>>(async () => ({
    items: [item],
    next: null,
  }))
  const staffQueue = staffQueueMachine.provide({ actors: { loadPages, followItems } })
  const page = <QueuePage filter={openItems} onFilter={vi.fn()} onOpen={onOpen} />
  renderWorkspace(page, { ...machinesOver({}), staffQueue })
  return { id: item.id, name: item.number }
}

function showMessages(onOpen: () => void) {
  const item = staffContact().summary
  const loadPages = fromPromise<ListPage<ContactSummary>, ListWanted<ContactFilter>>(async () => ({
    items: [item],
    next: null,
  }))
  const contactList = contactListMachine.provide({ actors: { loadPages, followItems } })
  const page = <ContactListPage filter={openItems} onFilter={vi.fn()} onOpen={onOpen} />
  renderWorkspace(page, { ...machinesOver({}), contactList })
  return { id: item.id, name: item.name }
}

test.each([
  ['the queue', showQueue],
  ['the contact messages', showMessages],
])('a row of %s that is opened at once takes along what was typed into the search', async (_, show) => {
  const onOpen = vi.fn()
  const { id, name } = show(onOpen)
  const user = userEvent.setup()
  await screen.findByRole('link', { name })
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'lidar')
  await user.click(screen.getByRole('link', { name }))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(id, { ...openItems, query: 'lidar' })
})
