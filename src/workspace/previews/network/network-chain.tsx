import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useRef, useState } from 'react'

import { BusyButton } from '../../../ui/busy-button'
import * as chain from '../../../../machines/previews/network/network-chain.machine'
import { PageSpinner } from '../../../ui/page-spinner'
import { useEmitted } from '../../../ui/use-emitted'
import { type ComputeChain, useChainMachines } from './chain-machines'
import { Choice, choicesStyle } from './fields/choice'

const operations: Record<chain.ChainOperation, string> = {
  append: 'Connect after the far end',
  prepend: 'Connect before the near end',
  'remove-near': 'Remove a fixture from the near end',
  'remove-far': 'Remove a fixture from the far end',
  'remove-thru': 'Remove both halves of a 2x-thru',
}

const orders: Record<chain.PortOrder, string> = {
  likely: 'Automatic',
  halves: 'First half of the ports',
  alternating: 'Ports 1, 3, 5, …',
}

type NetworkChainProps = {
  name: string
  projectId: string | null
  compute: ComputeChain
  onMade: (network: chain.MadeNetwork) => void
}

/** Connects the network to another one, or removes a fixture from it. */
export function NetworkChain({ name, projectId, compute, onMade }: NetworkChainProps) {
  const { openChain } = useChainMachines()
  const [session] = useState(() => openChain({ name, projectId }, compute))
  const actor = useActorRef(session.machine)
  const { partners, partnerId, operation, order, partnerOrder, remark, failure } = useSelector(actor, chain.chainOf)
  const isListing = useSelector(actor, chain.isListingPartners)
  const isComputing = useSelector(actor, chain.isComputingChain)
  const input = useRef<HTMLInputElement>(null)
  useEmitted(actor, { 'network.made': ({ network }) => onMade(network) })

  if (isListing) return <PageSpinner text="Listing the networks of the project..." />
  const change = (changed: Partial<Omit<chain.ChainWanted, 'partner'>>) =>
    actor.send({ type: 'chain.changed', change: changed })
  const orderChoice = (label: string, value: chain.PortOrder, onChange: (order: chain.PortOrder) => void) => (
    <Choice
      label={label}
      value={value}
      options={chain.portOrders.map((one) => [one, orders[one]] as const)}
      onChange={(chosen) => onChange(chain.portOrders.find((one) => one === chosen) ?? 'likely')}
    />
  )
  return (
    <chakra.section
      aria-label="Cascade"
      tabIndex={0}
      flex="1"
      minH="0"
      overflow="auto"
      display="grid"
      gap="3"
      justifyItems="start"
      alignContent="start"
    >
      {remark && (
        <chakra.p role="status" textStyle="sm" color="fg.muted">
          {remark}
        </chakra.p>
      )}
      <chakra.div css={{ ...choicesStyle, alignItems: 'end' }}>
        <Choice
          label="Operation"
          value={operation}
          options={chain.chainOperations.map((one) => [one, operations[one]] as const)}
          onChange={(chosen) => change({ operation: chain.chainOperations.find((one) => one === chosen) ?? 'append' })}
        />
        <Choice
          label="Other network"
          value={partnerId ?? ''}
          options={
            partners.length > 0 ? partners.map((partner) => [partner.id, partner.name] as const) : [['', 'None yet']]
          }
          onChange={(id) => actor.send({ type: 'partner.chosen', id })}
        />
        <chakra.input
          ref={input}
          type="file"
          aria-label="Other network from disk"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) actor.send({ type: 'partner.opened', partner: session.keep(file) })
            target.value = ''
          }}
        />
        <Button size="sm" variant="outline" onClick={() => input.current?.click()}>
          Open another file
        </Button>
        {orderChoice('Near ends of this network', order, (chosen) => change({ order: chosen }))}
        {orderChoice('Near ends of the other network', partnerOrder, (chosen) => change({ partnerOrder: chosen }))}
      </chakra.div>
      <chakra.p textStyle="sm" color="fg.muted">
        The result keeps this network’s frequencies within the other one’s range. Its near ends are the first half of
        its ports. The near ends of a fixture at the far end face the device.
      </chakra.p>
      <BusyButton
        size="sm"
        busy={isComputing}
        disabled={!partners.some(({ id }) => id === partnerId)}
        onClick={() => actor.send({ type: 'chain.requested' })}
      >
        Compute
      </BusyButton>
      {failure && (
        <chakra.p role="alert" textStyle="sm" color="error.fg">
          {failure}
        </chakra.p>
      )}
    </chakra.section>
  )
}
