// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { type Member, projectMembersMachine, roleName } from '../../../machines/workspace/project-members.machine'
import { ProjectMembersDialog } from '../../../src/workspace/project-members-dialog'
import { renderWorkspace } from '../../views/workspace/render-workspace'
import { failure, type Surface } from '../surface'
import { testSurface } from '../walk'

const uma: Member = { id: 'm1', name: 'Uma Serrano', email: 'uma@example.com', role: 'project_manager' }
const ada: Member = { id: 'm2', name: 'Ada Vance', email: 'ada@example.com', role: 'user' }

const button = (name: string) => screen.getByRole('button', { name })
const email = () => screen.getByLabelText('E-mail of the person to add')
const dialog = () => screen.getByRole('dialog', { name: 'Members of Camera board', hidden: true })

type Snapshot = Parameters<Surface<typeof projectMembersMachine>['states']['listed']>[1]

function expectList({ context }: Snapshot, isEnabled: boolean) {
  const rows = within(screen.getByRole('list', { name: 'Members' })).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('.email')?.textContent)).toEqual(context.members.map((one) => one.email))
  for (const member of context.members) {
    expect(screen.getByLabelText(`Role of ${member.name}`)).toHaveDisplayValue(roleName(member.role))
    expect(button(`Remove ${member.name}`)).toHaveProperty('disabled', !isEnabled)
  }
  expect(email()).toHaveValue(context.email)
  expect(button('Add member')).toHaveProperty('disabled', !isEnabled)
  if (context.refusal) expect(screen.getByRole('alert')).toHaveTextContent(context.refusal)
  if (context.notice) expect(screen.getByText(context.notice)).toHaveAttribute('role', 'status')
}

const umaIn = ({ context }: Snapshot) => context.members.filter(({ id }) => id === uma.id)

const projectMembers: Surface<typeof projectMembersMachine> = {
  situations: { 'a project of two people': { input: { projectId: 'p1' } } },
  events: {
    'members.reload': [{}],
    'email.typed': [{ email: 'ada@example.com' }],
    'role.chosen': [{ role: 'user' }],
    'member.submitted': [{}],
    'member.roleChosen': (snapshot) => umaIn(snapshot).map((member) => ({ member, role: 'sysadmin' })),
    'removal.requested': (snapshot) => umaIn(snapshot).map((member) => ({ member })),
    'removal.confirmed': [{}],
    'removal.cancelled': [{}],
  },
  done: { loadMembers: [[uma, ada]], assignRole: [ada], removeMember: [undefined] },
  failed: {
    loadMembers: [failure('The server is being restarted.')],
    assignRole: [failure('Nobody with this e-mail address has signed in here yet.')],
    removeMember: [failure('The person who created the project stays its member.')],
  },
  distinguish: ({ members, email, role, leaving, refusal, failure }) => ({
    ...{ count: members.length, email, role, leaving: leaving?.id, refusal, failure },
  }),
  mount: ({ machine }) => {
    const project = { id: 'p1', name: 'Camera board' }
    renderWorkspace(<ProjectMembersDialog project={project} mayAssign mayRemove onClose={vi.fn()} />, {
      projectMembers: machine,
    } as never)
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading members...')).toBeVisible()
    },
    failed: (_, { context }) => {
      expect(screen.getByRole('alert')).toHaveTextContent(context.failure ?? 'a failure')
      expect(button('Retry')).toBeEnabled()
    },
    listed: (_, snapshot) => expectList(snapshot, true),
    assigning: (_, snapshot) => expectList(snapshot, false),
    asking: () => {
      expect(dialog()).toBeInTheDocument()
      expect(screen.getByRole('alertdialog', { name: 'Remove member?' })).toHaveTextContent(
        'Uma Serrano loses access to the project and its files at once. Their files and requests stay.',
      )
      expect(button('Remove member')).toBeEnabled()
    },
    removing: () => {
      expect(button('Removing...')).toBeDisabled()
      expect(button('Cancel')).toBeDisabled()
    },
  },
  perform: {
    'members.reload': async (_, { user }) => user.click(button('Retry')),
    'email.typed': async (event, { user }) => {
      await user.clear(email())
      await user.click(email())
      await user.paste(event.email)
    },
    'role.chosen': async (event, { user }) =>
      user.selectOptions(screen.getByLabelText('Role of the person to add'), event.role),
    'member.submitted': async (_, { user }) => user.click(button('Add member')),
    'member.roleChosen': async (event, { user }) =>
      user.selectOptions(screen.getByLabelText(`Role of ${event.member.name}`), event.role),
    'removal.requested': async (event, { user }) => user.click(button(`Remove ${event.member.name}`)),
    'removal.confirmed': async (_, { user }) => user.click(button('Remove member')),
    'removal.cancelled': async (_, { user }) => user.click(button('Cancel')),
  },
}

testSurface('Project members', projectMembersMachine, projectMembers)
