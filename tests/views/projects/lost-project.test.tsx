// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { project, projectFile } from '../../model/samples'
import { session, visit } from '../../model-based/site'
import { clearStage, holdTime } from '../../model-based/view-harness'
import type { StreamEvent } from '../../../src/api/event-stream'
import { layOut } from '../workspace/laid-out'

const carrier = project({ id: '7f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f20', name: 'Carrier', notes: 'Two cameras' })
const radar = project({ id: '7f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f21', name: 'Radar' })
const stackup = projectFile({
  id: '7f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f22',
  project_id: carrier.id,
  name: 'stackup.csv',
})

beforeEach(() => sessionStorage.clear())
beforeEach(layOut)
beforeEach(holdTime)
afterEach(clearStage)

/** Opens a URL of the workspace. `change` changes what the API returns, and reports it as another person's change. */
async function open(address: string, projects = [carrier, radar], given: { files?: null } = {}) {
  const server: { projects: typeof projects; files: (typeof stackup)[] | null } = {
    projects,
    files: [stackup],
    ...given,
  }
  let onEvents = (_: StreamEvent[]) => {}
  const visited = await visit({
    at: '/privacy',
    port: {
      checkSession: async () => ({ kind: 'session', session: { ...session, realmRoles: ['project_manager'] } }),
    },
    services: (made) => ({
      ...made,
      api: Object.assign(Object.create(made.api) as typeof made.api, {
        listProjects: async () => server.projects,
        listFiles: async () =>
          server.files ? { files: server.files, total: server.files.length } : Promise.reject(new Error(missing)),
        listFileTypes: async () => [{ id: 1, name: 'stackup' }],
        getFilesSize: async () => 1,
        changes: async () => ({
          tabId: 'this tab',
          lastId: () => '7-1',
          follow: (stream: { onEvents: typeof onEvents }) => {
            onEvents = stream.onEvents
            return new Promise<never>(() => {})
          },
        }),
        history: async () => ({ listRevisions: async () => [] }),
        sharing: async () => ({ listShares: async () => [] }),
        orders: async () => ({
          previewDeletion: async () => ({
            ...{ files: 1, members: 2, share_links: 0, cancelled_requests: 0, refusal: null },
          }),
        }),
      }),
    }),
  })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await visited.goTo(address)
  return {
    ...visited,
    user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }),
    change: async (kind: 'project' | 'files', now: Partial<typeof server>) => {
      Object.assign(server, now)
      const data = JSON.stringify({ kind, project_id: carrier.id, id: carrier.id })
      act(() => onEvents([{ id: '8-1', name: 'change', data }]))
      // Wait out the pauses in which changes are collected.
      await act(() => vi.advanceTimersByTimeAsync(2_000))
    },
  }
}

const missing = 'There is no such project, or you are not a member of it.'
const lost = 'This project was deleted, or you were removed from it.'

test('the form of a project that disappears stays open with what was typed, even after a reload', async () => {
  const { user, change, search } = await open(`/workspace?project=${carrier.id}&dialog=edit`)
  await user.type(await screen.findByLabelText('Notes (optional)'), ' and a radar')
  await change('project', { projects: [radar] })
  const form = within(await screen.findByRole('dialog', { name: 'Edit project' }))
  expect(await form.findByRole('alert')).toHaveTextContent(`${lost}Your changes cannot be saved.`)
  expect(form.getByLabelText('Notes (optional)')).toHaveValue('Two cameras and a radar')
  expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()

  clearStage()
  holdTime()
  const again = await open(`/workspace${search()}`, [radar])
  expect(await screen.findByRole('alert')).toHaveTextContent(lost)
  expect(screen.getByLabelText('Notes (optional)')).toHaveValue('Two cameras and a radar')
  await again.user.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
  await again.user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a project that disappears can no longer be deleted', async () => {
  const { change } = await open(`/workspace?project=${carrier.id}&dialog=delete`)
  expect(await screen.findByRole('alertdialog', { name: 'Delete project?' })).toBeVisible()
  await change('project', { projects: [radar] })
  expect(await screen.findByRole('alertdialog', { name: 'Nothing to delete' })).toHaveTextContent(`${lost}Carrier`)
})

test('the page of a project that disappears only links to the others', async () => {
  const { change } = await open(`/workspace/projects/${carrier.id}`)
  expect(await screen.findByRole('button', { name: 'Edit Carrier' })).toBeVisible()
  await change('project', { projects: [radar] })
  expect(await screen.findByRole('alert')).toHaveTextContent(lost)
  expect(screen.getByRole('heading', { level: 1, name: 'Carrier' })).toBeVisible()
  for (const name of ['Edit Carrier', 'Delete Carrier', 'Request Simulation']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(screen.getByRole('link', { name: 'All projects' })).toHaveAttribute('href', '/workspace')
})

test('the page of a project that disappears before its files are loaded shows one message', async () => {
  const { change } = await open(`/workspace/projects/${carrier.id}`, [carrier, radar], { files: null })
  expect(await screen.findByRole('alert')).toHaveTextContent(missing)
  await change('project', { projects: [radar] })
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(lost),
  ])
})

test.each([
  ['Share selected file', 'Share stackup.csv'],
  ['Revisions of selected file', 'Revisions of stackup.csv'],
])('the dialog of %s stays open if somebody else deletes the file', async (button, dialog) => {
  const { user, change } = await open(`/workspace/projects/${carrier.id}/files`)
  await user.click(await screen.findByRole('checkbox', { name: /stackup\.csv/ }))
  await user.click(screen.getByRole('button', { name: button }))
  expect(await screen.findByRole('dialog', { name: dialog })).toBeVisible()
  await change('files', { files: [] })
  const opened = within(screen.getByRole('dialog', { name: dialog }))
  expect(await opened.findByRole('alert')).toHaveTextContent('This file was deleted or replaced.')
})
