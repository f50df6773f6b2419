// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { fileSharesMachine, type ShareEntry } from '../../../machines/workspace/file-shares.machine'
import { ShareFileDialog } from '../../../src/workspace/share-file-dialog'
import { renderWorkspace } from '../../views/workspace/render-workspace'
import { failure, type Surface } from '../surface'
import { testSurface } from '../walk'

const entry: ShareEntry = {
  ...{ id: 's1', created_at: '2026-01-01T12:00:00Z', created_by_name: 'Uma Serrano' },
  ...{ expires_at: '2026-01-08T12:00:00Z', has_password: true },
}
const link = { id: 's1', url: 'https://site.example/share/token', expires_at: entry.expires_at }

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const password = () => screen.getByLabelText('Password (optional)')

type Snapshot = Parameters<Surface<typeof fileSharesMachine>['states']['listed']>[1]

function expectLinks({ context }: Snapshot) {
  expect(screen.getByLabelText('Expires after')).toHaveValue(String(context.days))
  expect(password()).toHaveValue(context.password)
  if (context.refusal) expect(screen.getByRole('alert')).toHaveTextContent(context.refusal)
  else expect(screen.queryByRole('alert')).toBeNull()
  if (context.made) expect(screen.getByLabelText('Link')).toHaveValue(context.made.url)
  else expect(screen.queryByLabelText('Link')).toBeNull()
  const list = screen.queryByRole('list', { name: 'Links to this file' })
  expect(list ? within(list).getAllByRole('listitem') : []).toHaveLength(context.shares.length)
  if (list) expect(list).toHaveTextContent('by Uma Serrano, expires on Jan 8, 2026, with a password')
}

const shareLinks: Surface<typeof fileSharesMachine> = {
  situations: { 'a file with one link': { input: { fileId: 'f1' } } },
  events: {
    'shares.reload': [{}],
    'days.chosen': [{ days: 30 }],
    'password.typed': [{ password: 'short' }, { password: 'correct horse' }],
    'link.requested': [{}],
    'link.revoked': (snapshot) => snapshot.context.shares.map(({ id }) => ({ id })),
  },
  done: { loadShares: [[entry]], makeShare: [link], revokeShare: [undefined] },
  failed: {
    loadShares: [failure('The server is being restarted.')],
    makeShare: [failure('A private project has no share links. Make it public first.')],
    revokeShare: [failure('The file has no such link. It may have ended already.')],
  },
  mount: ({ machine }) => {
    renderWorkspace(<ShareFileDialog file={{ id: 'f1', name: 'board.kicad_pcb' }} onClose={vi.fn()} />, {
      fileShares: machine,
    } as never)
  },
  states: {
    loading: () => {
      expect(screen.getByRole('dialog', { name: 'Share board.kicad_pcb' })).toBeVisible()
    },
    failed: (_, { context }) => {
      expect(screen.getByRole('alert')).toHaveTextContent(context.failure ?? 'a failure')
      expect(button('Retry')).toBeEnabled()
    },
    listed: (_, snapshot) => {
      expectLinks(snapshot)
      expect(button('Make link')).toBeEnabled()
    },
    making: (_, snapshot) => {
      expectLinks(snapshot)
      expect(button('Making...')).toBeDisabled()
    },
    revoking: (_, snapshot) => {
      expectLinks(snapshot)
      expect(button('Make link')).toBeDisabled()
    },
  },
  perform: {
    'shares.reload': async (_, { user }) => user.click(button('Retry')),
    'days.chosen': async (event, { user }) =>
      user.selectOptions(screen.getByLabelText('Expires after'), String(event.days)),
    'password.typed': async (event, { user }) => {
      await user.clear(password())
      await user.click(password())
      await user.paste(event.password)
    },
    'link.requested': async (_, { user }) => user.click(button('Make link')),
    'link.revoked': async (_, { user }) => user.click(button(/^Revoke the link/)),
  },
}

testSurface('Share links', fileSharesMachine, shareLinks)
