// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { ProjectMembers } from '../../../src/workspace/sharing/project-members'
import { LinkToCopy } from '../../../src/workspace/sharing/link-to-copy'
import { ShareFileDialog } from '../../../src/workspace/sharing/share-file-dialog'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const unasked = () => Promise.reject(new Error('Nobody asks for it here.'))

/** The calls that a test does not expect. */
const noCalls = {
  listMembers: unasked,
  assignRole: unasked,
  removeMember: unasked,
  listInvitations: unasked,
  inviteMember: unasked,
  resendInvitation: unasked,
  revokeInvitation: unasked,
  acceptInvitation: unasked,
  listShares: unasked,
  shareFile: unasked,
  revokeShare: unasked,
}

const sharingOf = (...names: string[]) =>
  machinesOver({
    sharing: async () => ({
      ...noCalls,
      listInvitations: async () => [],
      listMembers: async () =>
        names.map((name, index) => ({
          id: name,
          name,
          email: `${name}@example.com`,
          role: 'user' as const,
          isCreator: index === 0,
        })),
    }),
  })

test('the creator of a project cannot be removed from it', async () => {
  renderWorkspace(
    <ProjectMembers project={{ id: 'p1', name: 'Pump' }} mayManage mayAssign={false} />,
    sharingOf('Uma', 'Ada'),
  )
  expect(await screen.findByRole('button', { name: 'Remove Ada' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove Uma' })).not.toBeInTheDocument()
  expect(screen.getByText('Created the project and cannot be removed.')).toBeVisible()
})

test('a user who may not invite sees the members and whom to ask', async () => {
  renderWorkspace(
    <ProjectMembers project={{ id: 'p1', name: 'Pump' }} mayManage={false} mayAssign={false} />,
    sharingOf('Uma', 'Ada'),
  )
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  expect(
    screen.getByText('Only people with the project manager, organization admin or system admin role can add members.'),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add member' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
})

test('an e-mail address that was not sent is kept when the user leaves the tab, for its project only', async () => {
  const show = (id: string) =>
    renderWorkspace(<ProjectMembers project={{ id, name: 'Pump' }} mayManage mayAssign />, sharingOf('Uma'))
  const field = () => screen.findByLabelText('E-mail address of the person to add')
  const user = show('p1')
  await user.type(await field(), 'ada@example.com')
  cleanup()
  show('p1')
  expect(await field()).toHaveValue('ada@example.com')
  cleanup()
  show('p2')
  expect(await field()).toHaveValue('')
})

test('a new link can be copied even if the list of links cannot be loaded afterwards', async () => {
  let isDown = false
  const url = 'https://site.example/share/token'
  const user = renderWorkspace(
    <ShareFileDialog file={{ id: 'f1', name: 'board.kicad_pcb' }} isGone={false} onClose={vi.fn()} />,
    machinesOver({
      sharing: async () => ({
        ...noCalls,
        listShares: async () => (isDown ? Promise.reject(new Error('The server is being restarted.')) : []),
        shareFile: async () => {
          isDown = true
          return { id: 's1', url, expires_at: '2026-01-08T12:00:00Z' }
        },
      }),
    }),
  )
  await screen.findByText('This file has no share links.')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The server is being restarted.')
  expect(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(url)
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(url)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await user.click(screen.getByRole('button', { name: 'Copied' }))
  expect(await screen.findByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(screen.getByText(/^Your browser could not copy the link\./)).toBeVisible()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(field).toHaveFocus()
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(url)
})

test('without a clipboard, as in a browser that does not trust the site, a new link is selected', async () => {
  const url = 'https://site.example/workspace/invitation#token'
  const user = renderWorkspace(
    <LinkToCopy url={url} label="Invitation link" text="Copy the link now." />,
    machinesOver({}),
  )
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText(/^Your browser could not copy the link\./)).toBeVisible()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Invitation link' })
  expect(field).toHaveFocus()
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(url)
})
