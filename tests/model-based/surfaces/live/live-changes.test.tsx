// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'

import type { Change } from '../../../../machines/live/changes'
import { liveChangesMachine } from '../../../../machines/live/live-changes.machine'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

// The pauses in the model and on the page have to be equal.
vi.spyOn(Math, 'random').mockReturnValue(0)

type Machine = typeof liveChangesMachine

const change: Change = { kind: 'files', projectId: 'p1', id: 'p1', by: null }
const projects = { send: vi.fn() }
const input = { userId: 'u1', projects }

/** A page with a text field that the user has filled in. It displays nothing about the stream. */
function Page({ machine }: { machine: Machine }) {
  useActorRef(machine, { input })
  const [text, setText] = useState('typed')
  return <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
}

const expectUndisturbed = () => {
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('typed')
  expect(screen.queryAllByRole('alert')).toEqual([])
  expect(screen.queryAllByRole('status')).toEqual([])
}

const isIdle = (news: unknown[] | null) => news?.length === 0

const liveChanges: Surface<Machine> = {
  situations: { 'a page whose list is shown': { input } },
  events: {
    'tab.elected': [{}],
    'news.heard': ({ context }) => (isIdle(context.news) ? [{ id: '8-1', changes: [change] }] : []),
    'stream.refused': ({ context }) => (context.tries < 1 ? [{ retryAfterMs: 0 }] : []),
    'tab.rested': [{}],
    'tab.returned': [{}],
    // The first event is the position, without changes. Only later ones start the pause in which changes are collected.
    'stream.received': (snapshot) =>
      snapshot.matches({ following: { stream: { here: { reading: 'connecting' } } } })
        ? [{ id: '8-1', changes: [] }]
        : isIdle(snapshot.context.news)
          ? [{ id: '8-1', changes: [change] }]
          : [],
    'stream.heard': [{}],
    'stream.ended': ({ context }) => (context.tries < 1 ? [{}] : []),
    'stream.failed': ({ context }) => (context.tries < 1 ? [{ retryAfterMs: 0 }] : []),
    'network.returned': [{}],
    'user.changed': [{}],
  },
  done: {
    findStart: [{ tabId: 't1', lastId: '7-1' }],
    joinTabs: null,
    readStream: null,
    loadChanges: [{ id: '8-1', changes: [] }, null],
    followRest: null,
  },
  failed: {
    findStart: ({ context }) => (context.tries < 1 ? [failure()] : []),
    joinTabs: null,
    readStream: null,
    loadChanges: ({ context }) => (context.tries < 1 ? [failure()] : []),
    followRest: null,
  },
  distinguish: ({ news, tries }) => ({ news, tries: Math.min(tries, 2) }),
  mount: ({ machine }) => {
    projects.send.mockClear()
    renderWorkspace(<Page machine={machine} />, machinesOver({}))
  },
  states: {
    starting: expectUndisturbed,
    waiting: expectUndisturbed,
    'following.stream.elsewhere': expectUndisturbed,
    'following.stream.here.reading.connecting': expectUndisturbed,
    'following.stream.here.reading.open': expectUndisturbed,
    'following.stream.here.pausing': expectUndisturbed,
    'following.stream.here.asking': expectUndisturbed,
    'following.news.told': expectUndisturbed,
    'following.news.gathering': expectUndisturbed,
    'following.news.telling': () => {
      expectUndisturbed()
      expect(projects.send).toHaveBeenLastCalledWith({ type: 'files.changed' })
    },
    ended: expectUndisturbed,
  },
  perform: {
    'tab.elected': (event, { report }) => report('joinTabs', event),
    'news.heard': (event, { report }) => report('joinTabs', event),
    'network.returned': (event, { report }) => report('joinTabs', event),
    'stream.refused': (event, { report }) => report('readStream', event),
    'tab.rested': (event, { report }) => report('followRest', event),
    'tab.returned': (event, { report }) => report('followRest', event),
    'stream.received': (event, { report }) => report('readStream', event),
    'stream.heard': (event, { report }) => report('readStream', event),
    'stream.ended': (event, { report }) => report('readStream', event),
    'stream.failed': (event, { report }) => report('readStream', event),
    'user.changed': (event, { send }) => send(event),
  },
}

testSurface('Live changes', liveChangesMachine, liveChanges)
