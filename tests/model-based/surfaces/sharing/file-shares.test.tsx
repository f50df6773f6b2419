// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { fileSharesMachine, type ShareEntry } from '../../../../machines/sharing/file-shares.machine'
import { ShareFileDialog } from '../../../../src/workspace/sharing/share-file-dialog'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

type Snapshot = SnapshotFrom<typeof fileSharesMachine>

const entry: ShareEntry = {
  id: 's1',
  created_at: '2026-01-01T12:00:00Z',
  created_by_name: 'Uma Serrano',
  expires_at: '2026-01-08T12:00:00Z',
  has_password: true,
}
const link = { id: 's1', url: 'https://site.example/share/token', expires_at: entry.expires_at }

const onClose = vi.fn()
const button = (name: string) => screen.getByRole('button', { name })
const form = {
  days: () => screen.getByRole('combobox', { name: 'Expires after' }),
  password: () => screen.getByLabelText('Password (optional)'),
}
const revoke = () => screen.queryByRole('button', { name: 'Revoke the link that expires on Jan 8, 2026' })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

function expectFrame() {
  expect(screen.getByRole('dialog', { name: 'Share board.kicad_pcb' })).toBeVisible()
  expect(
    screen.getByText(
      'Anyone with the link (and its password, if set) can download the file until the link expires or is revoked.',
    ),
  ).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
}

/** Checks the options of a new link. They cannot be changed while the link is being created. */
function expectForm({ context }: Snapshot, doing: 'nothing' | 'something' | 'making') {
  expect(
    within(form.days())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([...['1 day', '7 days', '30 days', '90 days']])
  expect(form.days()).toHaveValue(String(context.days))
  expect(form.days()).toHaveProperty('disabled', doing === 'making')
  expect(form.password()).toHaveValue(context.password)
  expect(form.password()).toHaveProperty('readOnly', doing === 'making')
  expect(button(doing === 'making' ? 'Creating...' : 'Create link')).toHaveProperty('disabled', doing !== 'nothing')
}

/** The URL is visible from the creation of the link until the dialog is closed or the link is revoked. */
function expectCreatedLink({ context: { created } }: Snapshot) {
  const section = screen.queryByRole('region', { name: 'New link' })
  if (!created) {
    expect(section).toBeNull()
    return
  }
  expect(section).toHaveTextContent('Copy the link now. For your security, it is not stored and cannot be shown again.')
  expect(screen.getByRole('textbox', { name: 'Link' })).toHaveValue('https://site.example/share/token')
  expect(screen.getByRole('textbox', { name: 'Link' })).toHaveAttribute('readonly')
  expect(button('Copy link')).toBeEnabled()
}

function expectList({ context: { shares } }: Snapshot, mayRevoke: boolean) {
  const list = screen.queryByRole('list', { name: 'Links to this file' })
  if (shares.length === 0) {
    expect(list).toBeNull()
    expect(screen.getByRole('status')).toHaveTextContent(
      mayRevoke ? 'This file has no share links.' : 'Loading links...',
    )
    return
  }
  expect(
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Created on Jan 1, 2026 by Uma Serrano, expires on Jan 8, 2026, with a passwordRevoke'])
  expect(revoke()).toHaveProperty('disabled', !mayRevoke)
  expect(screen.queryByRole('status')).toBeNull()
}

const shareLinks: Surface<typeof fileSharesMachine> = {
  situations: { 'a file with one link': { input: { fileId: 'f1' } } },
  events: {
    'shares.reload': [{}],
    'days.chosen': [{ days: 30 }],
    'password.typed': [{ password: 'short' }, { password: 'correct horse' }],
    'link.requested': [{}],
    'link.revoked': ({ context }) => context.shares.map(({ id }) => ({ id })),
  },
  done: { loadShares: [[entry]], makeShare: [link], revokeShare: [undefined] },
  failed: {
    loadShares: [failure('The server is being restarted.')],
    makeShare: [failure('A private project cannot have share links. Clear “Private project” first, then try again.')],
    revokeShare: [failure('This file has no such share link. It may already have been revoked.')],
  },
  mount: ({ machine }) => {
    onClose.mockClear()
    renderWorkspace(<ShareFileDialog file={{ id: 'f1', name: 'board.kicad_pcb' }} isGone={false} onClose={onClose} />, {
      ...machinesOver({}),
      fileShares: machine,
    })
  },
  states: {
    loading: (_, snapshot) => {
      const { context } = snapshot
      expectFrame()
      expectCreatedLink(snapshot)
      if (context.failure === null) {
        expectForm(snapshot, 'something')
        expectList(snapshot, false)
        expect(alerts()).toEqual(context.refusal === null ? [] : [context.refusal])
        return
      }
      // The error stays visible until the retry has finished.
      expect(isUsable(within(screen.getByRole('alert')).getByRole('button'))).toBe(false)
      expect(screen.queryByRole('list')).toBeNull()
    },
    failed: (_, snapshot) => {
      expectFrame()
      expectCreatedLink(snapshot)
      expect(alerts()).toEqual(['The server is being restarted.Retry'])
      expect(button('Retry')).toBeEnabled()
      expect(screen.queryByRole('list')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull()
    },
    listed: (_, snapshot) => {
      const { refusal } = snapshot.context
      expectFrame()
      expectForm(snapshot, 'nothing')
      expectCreatedLink(snapshot)
      expectList(snapshot, true)
      expect(alerts()).toEqual(refusal === null ? [] : [refusal])
    },
    making: (_, snapshot) => {
      expectFrame()
      expectForm(snapshot, 'making')
      expectCreatedLink(snapshot)
      expectList(snapshot, false)
      expect(alerts()).toEqual([])
    },
    revoking: (_, snapshot) => {
      expectFrame()
      expectForm(snapshot, 'something')
      expectCreatedLink(snapshot)
      expectList(snapshot, false)
      expect(alerts()).toEqual([])
    },
  },
  perform: {
    'shares.reload': async (_, { user }) => user.click(button('Retry')),
    'days.chosen': async (event, { user }) => user.selectOptions(form.days(), String(event.days)),
    'password.typed': async (event, { user }) => {
      await user.clear(form.password())
      await user.click(form.password())
      await user.paste(event.password)
    },
    'link.requested': async (_, { user, snapshot }) => {
      const { password } = snapshot().context
      await user.click(button('Create link'))
      if (password === 'short') expect(alerts()).toEqual(['A password needs at least 6 characters.'])
    },
    'link.revoked': async (_, { user }) => user.click(revoke() ?? document.body),
  },
}

testSurface('Share links', fileSharesMachine, shareLinks)
