// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { useEffect } from 'react'
import { expect, vi } from 'vitest'

import { hiddenTabMachine } from '../../../../machines/live/hidden-tab.machine'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import type { Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof hiddenTabMachine

const emitted = vi.fn<(type: string) => void>()

/** A page that does not show whether its tab is resting. */
function Page({ machine }: { machine: Machine }) {
  const actor = useActorRef(machine)
  useEffect(() => {
    const following = actor.on('*', ({ type }) => emitted(type))
    return () => following.unsubscribe()
  }, [actor])
  return <p>Projects</p>
}

const last = () => emitted.mock.lastCall?.[0]

const hiddenTab: Surface<Machine> = {
  situations: { 'a page whose list is shown': {} },
  events: { 'page.hidden': [{}], 'page.shown': [{}] },
  done: { watchVisibility: null },
  failed: { watchVisibility: null },
  mount: ({ machine }) => {
    emitted.mockClear()
    renderWorkspace(<Page machine={machine} />, machinesOver({}))
  },
  states: {
    visible: () => {
      expect(screen.getByText('Projects')).toBeVisible()
      expect(last()).not.toBe('tab.rested')
    },
    hidden: () => expect(last()).not.toBe('tab.rested'),
    resting: () => expect(last()).toBe('tab.rested'),
  },
  perform: {
    'page.hidden': (event, { report }) => report('watchVisibility', event),
    'page.shown': (event, { report }) => report('watchVisibility', event),
  },
}

testSurface('Hidden tab', hiddenTabMachine, hiddenTab)
