import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { loadingMachine } from '../../../machines/session/loading.machine'
import { covers } from '../../spec-coverage/covers'

describe('loading overlay', () => {
  const open = () => {
    const clock = new SimulatedClock()
    let warnings = 0
    const actor = createActor(loadingMachine.provide({ actions: { warnOfTimeout: () => void (warnings += 1) } }), {
      clock,
    }).start()
    return { actor, clock, warnings: () => warnings, covered: () => actor.getSnapshot().hasTag('overlay') }
  }

  test('disappears when the session status is known', () => {
    covers('4-loading-start', '4-loading-known')
    const { actor, clock, covered, warnings } = open()
    actor.send({ type: 'content.shown' })
    expect(covered()).toBe(true)
    actor.send({ type: 'status.known' })
    expect(covered()).toBe(false)
    clock.increment(10_000)
    expect(warnings()).toBe(0)
  })

  test('stays until there is content below it', () => {
    const { actor, covered } = open()
    actor.send({ type: 'status.known' })
    expect(covered()).toBe(true)
    actor.send({ type: 'content.shown' })
    expect(covered()).toBe(false)
  })

  test('disappears after at most 4 seconds, with a warning', () => {
    covers('4-loading-timeout', '9-overlay')
    const { clock, covered, warnings } = open()
    clock.increment(3_999)
    expect(covered()).toBe(true)
    clock.increment(1)
    expect(covered()).toBe(false)
    expect(warnings()).toBe(1)
  })
})
