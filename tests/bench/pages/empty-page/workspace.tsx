/** An empty workspace with all libraries: signs in, loads the list of projects, and shows the names. */
import { Button } from '@chakra-ui/react/button'
import { useMachine } from '@xstate/react'
import createClient from 'openapi-fetch'
import { assign, fromPromise, setup } from 'xstate'

import type { components, paths } from '../../../../openapi/generated/product'
import { checkSession, renderPage } from './stack'

type Project = components['schemas']['Project']

const machine = setup({
  types: { context: {} as { token: string | null; projects: Project[] } },
  actors: {
    check: fromPromise(checkSession),
    load: fromPromise<Project[], string | null>(async ({ input }) => {
      const headers = { Authorization: `Bearer ${input ?? ''}` }
      const { data } = await createClient<paths>({ baseUrl: '/api' }).GET('/v1/projects', { headers })
      return data ?? []
    }),
  },
}).createMachine({
  context: { token: null, projects: [] },
  initial: 'checking',
  states: {
    checking: {
      invoke: { src: 'check', onDone: { target: 'loading', actions: assign({ token: ({ event }) => event.output }) } },
    },
    loading: {
      invoke: {
        src: 'load',
        input: ({ context }) => context.token,
        onDone: { target: 'open', actions: assign({ projects: ({ event }) => event.output }) },
      },
    },
    open: {},
  },
})

renderPage(function Page() {
  const [snapshot] = useMachine(machine)
  return snapshot.context.projects.map(({ id, name }) => (
    <article key={id}>
      <Button>{name}</Button>
    </article>
  ))
})
