// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { ShareFileDialog } from '../../../src/workspace/share-file-dialog'
import { machinesOver, renderWorkspace } from './render-workspace'

const unasked = () => Promise.reject(new Error('Nobody asks for it here.'))

test('a link that was made can be copied also when the list of links cannot be loaded after it', async () => {
  let isDown = false
  const url = 'https://site.example/share/token'
  const user = renderWorkspace(
    <ShareFileDialog file={{ id: 'f1', name: 'board.kicad_pcb' }} onClose={vi.fn()} />,
    machinesOver({
      sharing: async () => ({
        ...{ listMembers: unasked, assignRole: unasked, removeMember: unasked, revokeShare: unasked },
        listShares: async () => (isDown ? Promise.reject(new Error('The server is being restarted.')) : []),
        shareFile: async () => {
          isDown = true
          return { id: 's1', url, expires_at: '2026-01-08T12:00:00Z' }
        },
      }),
    }),
  )
  await screen.findByText('No link leads to this file.')
  await user.click(screen.getByRole('button', { name: 'Make link' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The server is being restarted.')
  expect(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(url)
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(url)
})
