// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import {
  type Invitation,
  type Member,
  projectMembersMachine,
} from '../../../../machines/sharing/project-members.machine'
import { ProjectMembers } from '../../../../src/workspace/sharing/project-members'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Snapshot = SnapshotFrom<typeof projectMembersMachine>

const uma: Member = {
  id: 'm1',
  name: 'Uma Serrano',
  email: 'uma@example.com',
  role: 'project_manager',
  isCreator: false,
}
const ada: Member = { id: 'm2', name: 'Ada Vance', email: 'ada@example.com', role: 'user', isCreator: false }
const invitation: Invitation = {
  id: 'i1',
  email: 'ada@example.com',
  role: 'user',
  invited_by: 'Uma Serrano',
  sent_at: '2026-01-01T12:00:00Z',
  expires_at: '2026-01-08T12:00:00Z',
}
const unknownPerson = () =>
  Object.assign(failure('Nobody with this e-mail address has signed in here yet.'), {
    status: 404,
    errors: [{ field: 'email', message: '' }],
  })
const names = {
  project_manager: 'Project manager',
  user: 'User',
  organization_admin: 'Organization admin',
  sysadmin: 'System admin',
}

const button = (name: string) => screen.getByRole('button', { name })
/** Include the elements that are covered by the confirmation dialog. */
const hidden = true
const email = () => screen.getByRole('textbox', { name: 'E-mail address of the person to add', hidden })
const roleOf = (name: string) => screen.getByRole('combobox', { name: `Role of ${name}`, hidden })
const admin =
  'Assigns roles, and does what a project manager does in all projects except private ones that they have not joined.'
const duties: Record<Member['role'], string> = {
  project_manager:
    'Works on files, edits the project, orders simulations, invites and removes members, and deletes the project.',
  user: 'Works on files, edits the project and orders simulations.',
  organization_admin: admin,
  sysadmin: admin,
}
const alerts = () => screen.queryAllByRole('alert', { hidden }).map(({ textContent }) => textContent)
const said = () => screen.getByRole('status', { hidden }).textContent
const umaIn = ({ context }: Snapshot) => context.members.filter(({ id }) => id === uma.id)

function expectFrame() {
  expect(screen.getByRole('region', { name: 'Members of Camera board', hidden })).toBeVisible()
}

function expectList({ context }: Snapshot, isBusy: boolean) {
  expectFrame()
  const rows = within(screen.getByRole('list', { name: 'Members', hidden })).getAllByRole('listitem', { hidden })
  expect(rows.map((row) => row.querySelector('.person')?.textContent)).toEqual(
    context.members.map(({ name, email: address, role }) => `${name}${address}${duties[role]}`),
  )
  for (const { name, role } of context.members) {
    expect(roleOf(name)).toHaveDisplayValue(names[role])
    expect(
      within(roleOf(name))
        .getAllByRole('option', { hidden })
        .map(({ textContent }) => textContent),
    ).toEqual(Object.values(names))
    expect(roleOf(name)).toHaveProperty('disabled', isBusy)
    expect(screen.getByRole('button', { name: `Remove ${name}`, hidden })).toHaveProperty('disabled', isBusy)
  }
  const open = screen.queryByRole('list', { name: 'Open invitations', hidden })
  const shownInvitations = open ? within(open).getAllByRole('listitem', { hidden }) : []
  expect(shownInvitations.map((row) => row.querySelector('.person')?.textContent)).toEqual(
    context.invitations.map(
      ({ email: address }) =>
        `${address}User, invited by Uma Serrano on Jan 1, 2026Expired. Send it again for a new link.`,
    ),
  )
  for (const { email: address } of context.invitations) {
    for (const name of [`Send again: invitation for ${address}`, `Revoke the invitation for ${address}`])
      expect(screen.getByRole('button', { name, hidden })).toHaveProperty('disabled', isBusy)
  }
  if (context.link) expect(screen.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(context.link.url)
  // The next e-mail address can be typed while the previous one is being added.
  expect(email()).toHaveValue(context.email)
  expect(email()).toBeEnabled()
  expect(roleOf('the person to add')).toHaveDisplayValue(names[context.role])
  expect(roleOf('the person to add')).toHaveProperty('disabled', isBusy)
  expect(screen.getByRole('button', { name: 'Add member', hidden })).toHaveProperty('disabled', isBusy)
  expect(alerts()).toEqual(context.refusal === null ? [] : [context.refusal])
  expect(said()).toBe(context.notice ?? '')
}

const question = () => screen.getByRole('alertdialog', { name: 'Remove member?' })

/** While the list is loaded again, everything can be used. */
function expectListed(_: unknown, snapshot: Snapshot) {
  expectList(snapshot, false)
  expect(screen.queryByRole('alertdialog')).toBeNull()
}

const projectMembers: Surface<typeof projectMembersMachine> = {
  situations: { 'a project with two members': { input: { projectId: 'p1', mayInvite: true, email: '' } } },
  events: {
    'members.reload': [{}],
    'members.outdated': [{}],
    'email.typed': [{ email: 'ada@example.com' }],
    'role.chosen': [{ role: 'user' }],
    'member.submitted': [{}],
    'member.roleChosen': (snapshot) => umaIn(snapshot).map((member) => ({ member, role: 'sysadmin' })),
    'removal.requested': (snapshot) => umaIn(snapshot).map((member) => ({ member })),
    'removal.confirmed': [{}],
    'removal.cancelled': [{}],
    'invitation.sentAgain': ({ context: { invitations } }) => invitations.map((one) => ({ invitation: one })),
    'invitation.revoked': ({ context: { invitations } }) => invitations.map((one) => ({ invitation: one })),
  },
  done: {
    followChanges: null,
    loadMembers: [{ members: [uma, ada], invitations: [] }],
    assignRole: [ada],
    inviteMember: [{ ...invitation, url: 'https://site.example/workspace/invitation#token' }],
    resendInvitation: [{ ...invitation, url: null }],
    revokeInvitation: [undefined],
    removeMember: [undefined],
  },
  failed: {
    followChanges: null,
    loadMembers: [failure('The server is being restarted.')],
    assignRole: [unknownPerson(), failure('Several users have this e-mail address.')],
    inviteMember: [failure('This address has received too many invitations today.')],
    resendInvitation: [failure('There is no such open invitation.')],
    revokeInvitation: [failure('There is no such open invitation.')],
    removeMember: [failure('The person who created the project cannot be removed.')],
  },
  distinguish: ({ members, invitations, link, email: typed, role, leaving, refusal, failure: reason, isOutdated }) => ({
    count: members.length,
    invited: invitations.length,
    link: link?.url,
    typed,
    role,
    leaving: leaving?.id,
    refusal,
    reason,
    isOutdated,
  }),
  mount: ({ machine }) => {
    const project = { id: 'p1', name: 'Camera board' }
    renderWorkspace(<ProjectMembers project={project} mayManage mayAssign />, {
      ...machinesOver({}),
      projectMembers: machine,
    })
  },
  states: {
    loading: () => {
      expectFrame()
      expect(screen.getByRole('status')).toHaveTextContent('Loading members...')
      expect(screen.queryByRole('list')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Add member' })).toBeNull()
      expect(alerts()).toEqual([])
    },
    failed: () => {
      expectFrame()
      expect(alerts()).toEqual(['The server is being restarted.Retry'])
      expect(button('Retry')).toBeEnabled()
      expect(screen.queryByRole('list')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Add member' })).toBeNull()
    },
    'listed.current': expectListed,
    'listed.updating': expectListed,
    'listed.outdated': expectListed,
    assigning: (_, snapshot) => {
      expectList(snapshot, true)
      expect(screen.queryByRole('alertdialog')).toBeNull()
    },
    inviting: (_, snapshot) => expectList(snapshot, true),
    resending: (_, snapshot) => expectList(snapshot, true),
    revoking: (_, snapshot) => expectList(snapshot, true),
    asking: (_, snapshot) => {
      expectList(snapshot, false)
      expect(question()).toHaveTextContent(
        'Uma Serrano immediately loses access to the project and its files. Their files and requests stay.',
      )
      expect(button('Remove member')).toBeEnabled()
      expect(button('Cancel')).toBeEnabled()
    },
    removing: async ({ user }, snapshot) => {
      expectList(snapshot, true)
      expect(button('Removing...')).toBeDisabled()
      expect(button('Cancel')).toBeDisabled()
      await user.keyboard('{Escape}')
      await user.click(within(question()).getByRole('button', { name: 'Close' }))
      expect(question()).toBeVisible()
    },
  },
  perform: {
    'members.outdated': (event, { report }) => report('followChanges', event),
    'members.reload': async (_, { user }) => user.click(button('Retry')),
    'email.typed': async (event, { user, send, snapshot }) => {
      // There is no text field before the members are loaded.
      if (snapshot().matches('loading')) {
        expect(screen.queryByRole('textbox')).toBeNull()
        send(event)
        return
      }
      await user.clear(email())
      await user.click(email())
      await user.paste(event.email)
    },
    'role.chosen': async (event, { user }) => user.selectOptions(roleOf('the person to add'), event.role),
    'member.submitted': async (_, { user, snapshot }) => {
      const { email: typed } = snapshot().context
      await user.click(button('Add member'))
      if (typed === '') expect(alerts()).toEqual(['Enter the person’s e-mail address.'])
    },
    'member.roleChosen': async (event, { user }) => user.selectOptions(roleOf(event.member.name), event.role),
    'removal.requested': async (event, { user }) => user.click(button(`Remove ${event.member.name}`)),
    'removal.confirmed': async (_, { user }) => user.click(button('Remove member')),
    'removal.cancelled': async (_, { user }) => user.click(button('Cancel')),
    'invitation.sentAgain': async ({ invitation: { email: address } }, { user }) =>
      user.click(button(`Send again: invitation for ${address}`)),
    'invitation.revoked': async ({ invitation: { email: address } }, { user }) =>
      user.click(button(`Revoke the invitation for ${address}`)),
  },
}

testSurface('Project members', projectMembersMachine, projectMembers)
