// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { createActor, fromCallback, waitFor } from 'xstate'

import { itemsOf } from '../../../machines/staff/filtered-list'
import type { ProductApi } from '../../../src/api/product'
import { connectStaff } from '../../../src/staff/machines'
import { listedCustomer } from '../../model/staff/samples'

const [ada, ben, cem] = ['Ada', 'Ben', 'Cem'].map((name) => listedCustomer({ id: name, name })) as [
  ReturnType<typeof listedCustomer>,
  ReturnType<typeof listedCustomer>,
  ReturnType<typeof listedCustomer>,
]

test('a customer who moves to another page while the pages are loaded again is listed once', async () => {
  const pages: Record<string, { customers: (typeof ada)[]; next: string | null }> = {
    first: { customers: [ada, ben], next: 'second' },
    second: { customers: [cem], next: null },
  }
  const listCustomers = async ({ cursor = 'first' }: { cursor?: string }) => pages[cursor]
  let outdated = () => {}
  const api = { staff: async () => ({ listCustomers }) } as unknown as ProductApi
  const machine = connectStaff(api).customerList.provide({
    actors: {
      followItems: fromCallback(({ sendBack }) => {
        outdated = () => sendBack({ type: 'list.outdated' })
      }),
    },
  })
  const actor = createActor(machine, { input: { filter: { query: '' } } }).start()
  const names = () => itemsOf<typeof ada>(actor.getSnapshot()).map(({ name }) => name)
  await waitFor(actor, (snapshot) => snapshot.matches({ listed: 'current' }))
  actor.send({ type: 'page.requested' })
  await waitFor(actor, (snapshot) => snapshot.context.items.length === 3)

  // Ben orders after the first page was read, so he appears on both pages.
  pages['first'] = { customers: [cem, ben], next: 'second' }
  pages['second'] = { customers: [ben, ada], next: null }
  outdated()
  await waitFor(actor, (snapshot) => snapshot.context.items[0] === cem && snapshot.matches({ listed: 'current' }))
  expect(names()).toEqual(['Cem', 'Ben', 'Ada'])
  actor.stop()
})
