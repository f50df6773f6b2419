// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { useEffect } from 'react'
import { expect, vi } from 'vitest'

import { draftSavingMachine } from '../../../../machines/wizard/drafts/draft-saving.machine'
import type { StoredRequest } from '../../../../machines/wizard/drafts/request-draft'
import { storedRequest } from '../../../model/wizard/request-samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof draftSavingMachine

const input = { projectId: 'p1' }
const other = storedRequest({})
const found = vi.fn<(stored: StoredRequest | null) => void>()

/** A page that does not show whether its draft is saved. The wizard asks about another version. */
function Page({ machine }: { machine: Machine }) {
  const actor = useActorRef(machine, { input })
  useEffect(() => {
    const following = actor.on('draft.foundElsewhere', ({ stored }) => found(stored))
    return () => following.unsubscribe()
  }, [actor])
  return <p>Request Simulation</p>
}

const expectPage = () => {
  expect(screen.getByText('Request Simulation')).toBeVisible()
}

const draftSaving: Surface<Machine> = {
  situations: { 'an open request': { input } },
  events: { 'draft.written': [{}], 'page.left': [{}], 'page.shown': [{}], 'conflict.settled': [{}] },
  done: { synchronize: ['same', { other }, { other: null }] },
  failed: { synchronize: [failure(), failure('', { status: 404 })] },
  mount: ({ machine }) => {
    found.mockClear()
    renderWorkspace(<Page machine={machine} />, machinesOver({}))
  },
  states: {
    saved: expectPage,
    pausing: expectPage,
    saving: expectPage,
    waiting: expectPage,
    refused: expectPage,
    disputed: (_, { context }) => expect(found).toHaveBeenLastCalledWith(context.other),
  },
  perform: {
    'draft.written': (event, { send }) => send(event),
    'page.left': (event, { send }) => send(event),
    'page.shown': (event, { send }) => send(event),
    'conflict.settled': (event, { send }) => send(event),
  },
}

testSurface('Draft saving', draftSavingMachine, draftSaving)
