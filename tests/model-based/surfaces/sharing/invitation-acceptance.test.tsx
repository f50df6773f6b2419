// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { invitationAcceptanceMachine } from '../../../../machines/sharing/invitation-acceptance.machine'
import { InvitationPage } from '../../../../src/workspace/sharing/invitation-page'
import { project } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const refused = (status: number, message: string) => Object.assign(failure(message), { status })
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const reason = () => screen.queryByRole('alert')?.textContent ?? null

const invitationAcceptance: Surface<typeof invitationAcceptanceMachine> = {
  situations: { 'a link': { input: { token: 'token' } }, 'a link that was cut off': { input: { token: '' } } },
  events: { 'acceptance.retry': [{}] },
  done: { acceptInvitation: [project()] },
  failed: {
    acceptInvitation: [
      refused(403, 'This invitation is for another e-mail address.'),
      refused(410, 'This invitation was revoked.'),
      failure('The server is being restarted.'),
    ],
  },
  mount: ({ machine, input }) => {
    renderWorkspace(
      <InvitationPage token={input?.token ?? ''} onJoined={vi.fn()} onLogOut={vi.fn()} onProjects={vi.fn()} />,
      { ...machinesOver({}), invitationAcceptance: machine },
    )
  },
  states: {
    opened: () => {},
    joining: () => {
      expect(screen.getByRole('status')).toHaveTextContent('Joining the project...')
      expect(reason()).toBeNull()
    },
    // The route opens the project.
    joined: () => expect(reason()).toBeNull(),
    otherAccount: (_, { context }) => {
      expect(screen.getByRole('heading', { name: 'You are signed in with another account' })).toBeVisible()
      expect([reason(), buttons()]).toEqual([context.reason, ['Log out', 'Go to your projects']])
    },
    refused: (_, { context }) => {
      expect(screen.getByRole('heading', { name: 'You did not join the project' })).toBeVisible()
      expect([reason(), buttons()]).toEqual([context.reason, ['Go to your projects']])
    },
    failed: () => {
      expect([reason(), buttons()]).toEqual(['The server is being restarted.', ['Try again', 'Go to your projects']])
    },
  },
  perform: {
    'acceptance.retry': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Try again' })),
  },
}

testSurface('Accepting an invitation', invitationAcceptanceMachine, invitationAcceptance)
