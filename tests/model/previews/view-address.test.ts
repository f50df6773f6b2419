import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { viewAddressMachine } from '../../../machines/previews/view-address.machine'

test('only the view at which the board comes to rest is written to the URL', () => {
  const clock = new SimulatedClock()
  const actor = createActor(viewAddressMachine, { clock, input: { address: 'start' } })
  const written: string[] = []
  actor.on('address.changed', ({ address }) => written.push(address))
  actor.start()
  const show = (address: string) => actor.send({ type: 'view.changed', address })

  show('one')
  clock.increment(300)
  show('two')
  clock.increment(300)
  expect(written).toEqual([])
  clock.increment(100)
  expect(written).toEqual(['two'])

  // If the view changes back to the written one, nothing is written.
  show('three')
  show('two')
  clock.increment(1000)
  expect(written).toEqual(['two'])
  expect(actor.getSnapshot().context).toEqual({ written: 'two', view: 'two' })
})
