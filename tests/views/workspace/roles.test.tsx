// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { project } from '../../model/samples'
import { session, visit } from '../../model-based/site'
import { clearStage, holdTime } from '../../model-based/view-harness'
import { covers } from '../../spec-coverage/covers'

beforeEach(holdTime)
afterEach(clearStage)

const board = project({ id: '6f1c2d84-5b0e-4c9a-9d57-3a1e8b7c4f20' })

/** Opens the workspace, or a URL in it, as a user with this role. */
async function openAs(role: string, address = '/workspace') {
  const { goTo } = await visit({
    at: '/privacy',
    port: { checkSession: async () => ({ kind: 'session', session: { ...session, realmRoles: [role] } }) },
    services: (made) => ({
      ...made,
      api: Object.assign(Object.create(made.api) as typeof made.api, { listProjects: async () => [board] }),
    }),
  })
  await goTo(address)
}

/** Opens the menu of the project's card. */
const openMenu = () =>
  userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: `More actions for ${board.name}` }))

const expectForEveryone = () => {
  expect(screen.getByRole('menuitem', { name: `Edit ${board.name}` })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create New Project' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Request Simulation' })).toBeVisible()
}

test('a user sees edit, create and request, but not delete', async () => {
  covers('2-workspace-create', '2-workspace-request', '6-everyone-create', '6-everyone-request', '6-user')
  await openAs('user')
  await openMenu()
  expectForEveryone()
  expect(screen.queryByRole('menuitem', { name: `Delete ${board.name}` })).not.toBeInTheDocument()
})

test('a user cannot open the deletion by its URL', async () => {
  await openAs('user', `/workspace?project=${board.id}&dialog=delete`)
  expect(screen.getByRole('button', { name: board.name, pressed: true })).toBeVisible()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test.each(['project_manager', 'organization_admin', 'sysadmin'])(
  'a user with the role %s sees edit, create, request and delete',
  async (role) => {
    covers('6-project-manager', '6-organization-admin', '6-sysadmin')
    await openAs(role)
    await openMenu()
    expectForEveryone()
    expect(screen.getByRole('menuitem', { name: `Delete ${board.name}` })).toBeVisible()
  },
)

test.each(['project_manager', 'organization_admin', 'sysadmin'])(
  'a user with the role %s can open the deletion by its URL',
  async (role) => {
    await openAs(role, `/workspace?project=${board.id}&dialog=delete`)
    expect(screen.getByRole('alertdialog')).toBeVisible()
  },
)
