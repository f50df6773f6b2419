// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { OrderCalls } from '../../../src/api/orders'
import { project, projectFile } from '../../model/samples'
import { arrive, session, visit } from '../../model-based/site'
import { clearStage, holdTime } from '../../model-based/view-harness'
import { DocumentsWorker } from './documents-worker'
import { layOut } from './laid-out'

beforeEach(layOut)
beforeEach(holdTime)
beforeEach(() => vi.stubGlobal('Worker', DocumentsWorker))
afterEach(clearStage)

const carrier = project({ id: '6f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f20', name: 'Carrier' })
const [first, second] = ['first.csv', 'second.csv'].map((name, index) =>
  projectFile({ id: `6f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f2${index + 1}`, project_id: carrier.id, name }),
) as [ReturnType<typeof projectFile>, ReturnType<typeof projectFile>]

/** Opens a URL of the workspace or of the staff's pages. The page at `next` is not ready until `getReady` is called. */
async function open(address: string, next: string) {
  let ready = () => {}
  const readiness = new Promise<void>((resolve) => {
    ready = resolve
  })
  const asked: string[] = []
  const list = async ({ q }: { q?: string }) => {
    asked.push(q ?? '')
    return { requests: [], messages: [], customers: [], next: null }
  }
  const visited = await visit({
    at: '/terms',
    port: {
      checkSession: async () => ({ kind: 'session', session: { ...session, realmRoles: ['user', 'staff'] } }),
    },
    services: (made) => ({
      ...made,
      session: {
        ...made.session,
        guard: async (route) => {
          if (route.href === next) await readiness
          return made.session.guard(route)
        },
      },
      api: Object.assign(Object.create(made.api) as typeof made.api, {
        listProjects: async () => [carrier],
        listFiles: async () => ({ files: [first, second], total: 2 }),
        readFile: async () => new Blob(['s,V\n0,1\n1,2\n2,3']),
        listFileTypes: async () => [{ id: 1, name: 'other' }],
        getFilesSize: async () => 1,
        staff: async () => ({ list, listContacts: list, listCustomers: list }),
        orders: async () =>
          ({
            listSimulationRequests: async ({ filter }) => {
              asked.push(filter.query)
              return { requests: [], next: null }
            },
          }) as Partial<OrderCalls> as OrderCalls,
      }),
    }),
  })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await visited.goTo(address)
  const getReady = async () => {
    ready()
    await arrive()
  }
  return { ...visited, asked, getReady, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) }
}

test.each(['/staff', '/staff/messages', '/staff/customers', '/workspace/requests'])(
  'a page opened right after typing into the search of %s is not left again when the filter is applied',
  async (address) => {
    const { user, asked, path, search, goTo, getReady } = await open(address, '/privacy')
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'pdn')
    await goTo('/privacy')
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('pdn')
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(asked.at(-1)).toBe('pdn')
    expect(path() + search()).toBe('/privacy')
    await getReady()
    expect(screen.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
    expect(path() + search()).toBe('/privacy')
  },
)

test.each(['/staff', '/staff/messages', '/staff/customers', '/workspace/requests'])(
  'what is typed into the search of %s is put into the URL',
  async (address) => {
    const { user, path, search } = await open(address, '')
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'pdn')
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(path() + search()).toBe(`${address}?q=pdn`)
  },
)

test.each(['/staff', '/staff/messages', '/staff/customers'])(
  'a number in the URL of %s is searched for, as a number of a request is',
  async (address) => {
    const { asked } = await open(`${address}?q=1042`, '')
    expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveValue('1042')
    expect(asked).toEqual(['1042'])
  },
)

test('the view of a file that is being left is not put into the URL of the next file', async () => {
  const files = `/workspace/projects/${carrier.id}/files`
  const next = `${files}?file=${second.id}`
  const { path, search, goTo, getReady } = await open(`${files}?file=${first.id}`, next)
  const plot = await screen.findByRole('button', { name: 'Plot' })
  await goTo(next)
  fireEvent.click(plot)
  await arrive()
  expect(path() + search()).toBe(next)
  await getReady()
  expect(await screen.findByRole('dialog', { name: second.name })).toBeVisible()
  expect(path() + search()).toBe(next)
})
