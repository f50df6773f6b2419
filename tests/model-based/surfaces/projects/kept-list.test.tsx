// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { keptListMachine } from '../../../../machines/projects/kept-list.machine'
import type { User } from '../../../../machines/session/session.machine'
import { project } from '../../../model/samples'
import { session, visit } from '../../site'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const camera = project()
const never = () => new Promise<never>(() => {})

const isLoading = () => {
  expect(screen.getByText('Loading workspace...')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Projects' })).not.toBeInTheDocument()
}

/** The workspace of a user who is signed in, while the API has not responded yet. */
const keptList: Surface<typeof keptListMachine> = {
  situations: { 'a user who waits for the workspace': {} },
  events: {
    'user.known': [{ userId: 'u1' }, { userId: 'u2' }],
    'user.gone': [{}],
    'list.shown': [{ projects: [camera] }],
  },
  done: { readList: [null, [camera]] },
  failed: { readList: [failure()] },
  mount: async ({ machine }) => {
    const actor = createActor(machine)
    actor.start()
    const { goTo } = await visit({
      at: '/privacy',
      port: { checkSession: async () => ({ kind: 'session', session }) },
      machines: (wired) => ({
        ...wired,
        session: wired.session.provide({ actors: { fetchUser: fromPromise<User>(never) } }),
      }),
      services: (made) => ({
        ...made,
        api: Object.assign(Object.create(made.api) as typeof made.api, { listProjects: never }),
        keptList: actor,
      }),
    })
    await goTo('/workspace')
  },
  states: {
    nobody: isLoading,
    'user.reading': isLoading,
    'user.known': (_, { context: { projects } }) => {
      if (projects === null) isLoading()
      else expect(screen.getByRole('article', { name: camera.name })).toBeVisible()
    },
  },
  perform: {
    'user.known': (event, { send }) => send(event),
    'user.gone': (event, { send }) => send(event),
    'list.shown': (event, { send }) => send(event),
  },
}

testSurface('Cached project list', keptListMachine, keptList)
