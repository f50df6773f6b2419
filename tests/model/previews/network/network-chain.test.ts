import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import * as chain from '../../../../machines/previews/network/network-chain.machine'

test.each([
  [{ type: 'chain.changed', change: { operation: 'remove-far' } }],
  [{ type: 'partner.chosen', id: 'f2' }],
  [{ type: 'partner.opened', partner: { id: 'disk', name: 'disk.s2p' } }],
] as const)('%j ends a computation of what was chosen before', async (change) => {
  const wanted: chain.ChainWanted[] = []
  const actor = createActor(
    chain.networkChainMachine.provide({
      actors: {
        listPartners: fromPromise(async () => [
          { id: 'f1', name: 'fixture.s2p' },
          { id: 'f2', name: 'other.s2p' },
        ]),
        computeChain: fromPromise<chain.MadeNetwork, chain.ChainWanted>(({ input }) => {
          wanted.push(input)
          return new Promise(() => {})
        }),
      },
    }),
  ).start()
  await waitFor(actor, (snapshot) => !chain.isListingPartners(snapshot))
  actor.send({ type: 'chain.requested' })
  actor.send(change)
  expect(chain.isComputingChain(actor.getSnapshot())).toBe(false)
  actor.send({ type: 'chain.requested' })
  const { partners, partnerId, operation } = chain.chainOf(actor.getSnapshot())
  expect(wanted).toHaveLength(2)
  expect(wanted[1]).toMatchObject({ operation, partner: partners.find(({ id }) => id === partnerId) })
  expect(wanted[1]).not.toEqual(wanted[0])
})

test('the failure of a computation is forgotten when the next one starts', async () => {
  let computations = 0
  const actor = createActor(
    chain.networkChainMachine.provide({
      actors: {
        listPartners: fromPromise(async () => [{ id: 'f1', name: 'fixture.s2p' }]),
        computeChain: fromPromise<chain.MadeNetwork, chain.ChainWanted>(() => {
          computations++
          if (computations > 1) return new Promise(() => {})
          return Promise.reject(new Error('The frequencies do not overlap.'))
        }),
      },
    }),
  ).start()
  await waitFor(actor, (snapshot) => !chain.isListingPartners(snapshot))
  actor.send({ type: 'chain.requested' })
  await waitFor(actor, (snapshot) => !chain.isComputingChain(snapshot))
  expect(actor.getSnapshot().context.failure).toBe('The frequencies do not overlap.')
  actor.send({ type: 'chain.requested' })
  expect(actor.getSnapshot().context.failure).toBeNull()
})
