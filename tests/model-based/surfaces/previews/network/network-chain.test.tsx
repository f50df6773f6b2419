// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { type MadeNetwork, networkChainMachine } from '../../../../../machines/previews/network/network-chain.machine'
import { NetworkChain } from '../../../../../src/workspace/previews/network/network-chain'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

type Machine = typeof networkChainMachine

const made: MadeNetwork = { name: 'line + fixture.s2p', content: new Blob(['# GHz S RI R 50']) }
const fixture = { id: 'f1', name: 'fixture.s2p' }
const other = { id: 'f2', name: 'other.s2p' }
const fromDisk = { id: 'disk', name: 'disk.s2p' }

/** The machine under test, without the API. */
const chains = vi.hoisted(() => ({ machine: null as never }))
vi.mock(import('../../../../../src/workspace/previews/network/chain-machines'), async (original) => ({
  ...(await original()),
  useChainMachines: () => ({ openChain: () => ({ keep: () => fromDisk, machine: chains.machine }) }),
}))

const onMade = vi.fn()
const combobox = (name: string) => screen.getByRole('combobox', { name })

const networkChain: Surface<Machine> = {
  situations: { 'a network of two ports': {} },
  events: {
    'partner.chosen': ({ context }) => context.partners.map(({ id }) => ({ id })),
    'partner.opened': ({ context }) =>
      context.partners.some(({ id }) => id === 'disk') ? [] : [{ partner: fromDisk }],
    'chain.changed': [
      { change: { operation: 'remove-far' } },
      { change: { order: 'halves' } },
      { change: { partnerOrder: 'alternating' } },
    ],
    'chain.requested': [{}],
  },
  done: { listPartners: [[fixture, other], []], computeChain: [made] },
  failed: {
    listPartners: [failure('The list could not be loaded.')],
    computeChain: [failure('This network has no frequency in the range of the other network.')],
  },
  distinguish: ({ partners, remark, failure: why }) => [partners.length, remark, why],
  mount: ({ machine }) => {
    onMade.mockClear()
    chains.machine = machine as never
    renderWorkspace(
      <NetworkChain
        name="line.s2p"
        projectId="p1"
        compute={() => Promise.reject(new Error('The stage computes.'))}
        onMade={onMade}
      />,
      machinesOver({}),
    )
  },
  states: {
    listing: () => {
      expect(screen.getByText('Listing the networks of the project...')).toBeVisible()
    },
    'listed.resting': (_, { context }) => {
      const { partners, partnerId, operation, order, partnerOrder, remark, failure: why } = context
      expect(combobox('Operation')).toHaveValue(operation)
      expect(combobox('Other network')).toHaveValue(partnerId ?? '')
      expect(combobox('Near ends of this network')).toHaveValue(order)
      expect(combobox('Near ends of the other network')).toHaveValue(partnerOrder)
      for (const { name } of partners) expect(screen.getByRole('option', { name })).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Compute' }).hasAttribute('disabled')).toBe(partnerId === null)
      expect(screen.queryByRole('alert')?.textContent ?? null).toBe(why)
      expect(screen.queryByRole('status')?.textContent ?? null).toBe(remark)
    },
    'listed.computing': () => {
      // A disabled button would lose the focus.
      expect(screen.getByRole('button', { name: /Compute$/ })).toHaveAttribute('aria-disabled', 'true')
    },
  },
  perform: {
    'partner.chosen': (event, { user }) => user.selectOptions(combobox('Other network'), event.id),
    'partner.opened': (_, { user }) =>
      user.upload(screen.getByLabelText('Other network from disk'), new File([''], fromDisk.name)),
    'chain.changed': async ({ change }, { user }) => {
      const [name = '', value = ''] = Object.entries(change)[0] ?? []
      const labels: Record<string, string> = {
        operation: 'Operation',
        order: 'Near ends of this network',
        partnerOrder: 'Near ends of the other network',
      }
      await user.selectOptions(combobox(labels[name] ?? ''), value)
    },
    'chain.requested': async (_, { user, snapshot, send }) => {
      // Without another network, the button is disabled.
      if (snapshot().context.partnerId === null) send({ type: 'chain.requested' })
      else await user.click(screen.getByRole('button', { name: 'Compute' }))
    },
  },
}

testSurface('Network chain', networkChainMachine, networkChain)
