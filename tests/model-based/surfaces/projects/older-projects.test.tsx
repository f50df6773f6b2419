// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { olderFailureOf, olderProjectsMachine } from '../../../../machines/projects/older-projects.machine'
import { OlderProjects } from '../../../../src/workspace/projects/list/older-projects'
import { project } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const radar = project({ id: 'p2', name: 'Radar' })
const list = { send: vi.fn() }

const listed = 'The newest 1,000 projects are listed. Search finds older ones too.'
const searching = () => {
  expect(screen.getByText('Searching older projects...')).toBeVisible()
}

const olderProjects: Surface<typeof olderProjectsMachine> = {
  situations: {
    'a list that is not searched': { input: { query: '', projects: list } },
    'a list that is searched': { input: { query: 'radar', projects: list } },
  },
  events: { 'query.changed': [{ query: 'radar' }, { query: ' ' }], 'search.retry': [{}] },
  done: { findProjects: [[radar], []] },
  failed: { findProjects: [failure('The server is being restarted.'), failure()] },
  distinguish: ({ query, failure: reason }) => ({ query, reason }),
  mount: ({ machine, input }) => {
    list.send.mockClear()
    renderWorkspace(<OlderProjects projects={list} query={input?.query ?? ''} />, {
      ...machinesOver({}),
      olderProjects: machine,
    })
  },
  states: {
    choosing: () => expect.unreachable('It is left as soon as it is entered.'),
    resting: () => {
      expect(screen.getByText(listed)).toBeVisible()
    },
    pausing: searching,
    finding: searching,
    found: () => {
      expect(screen.getByText(listed)).toBeVisible()
      expect(list.send).toHaveBeenLastCalledWith({ type: 'projects.found', projects: expect.any(Array) as unknown })
    },
    failed: (_, snapshot) => {
      expect(screen.getByRole('alert')).toHaveTextContent(olderFailureOf(snapshot) ?? 'a reason')
      expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
    },
  },
  perform: {
    'query.changed': ({ query }, { send }) => send({ type: 'query.changed', query }),
    'search.retry': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
  },
}

testSurface('Older projects', olderProjectsMachine, olderProjects)
