// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'

import { uploadFileMachine } from '../../../machines/transfers/upload-file.machine'
import { uploadMachine } from '../../../machines/transfers/upload.machine'
import type { Services } from '../../../src/app/services'
import { Header } from '../../../src/routes/workspace/header'
import type { Viewer } from '../../../src/session/current-user'
import { transfersOf } from '../../../src/workspace/transfers/running-transfers'
import { renderPage } from '../site/render-page'

const ada: Viewer = { status: 'signed-in', fullname: 'Ada Lovelace', email: 'ada@example.com', initials: 'AL' }

async function open(at = '/workspace', viewer: Viewer = ada) {
  const openTool = vi.fn()
  const api = {}
  const names = { s2spice: { name: 's2spice' }, inductance: { name: 'inductance' }, impedance: { name: 'impedance' } }
  const services = { api, tools: { open: openTool }, config: { tools: names } } as unknown as Services
  const onLogout = vi.fn()
  const router = await renderPage(
    <Header
      viewer={viewer}
      accountUrl="https://id.example/account"
      onLogout={onLogout}
      loginUrl="/workspace"
      slot={null}
      services={services}
    />,
    at,
  )
  return { router, api, openTool, onLogout, user: userEvent.setup() }
}

test('the logo leads home, and the site menu to the sections of the public pages', async () => {
  const { user } = await open()
  expect(screen.getByRole('link', { name: 'Viastack, home' })).toHaveAttribute('href', '/')
  expect(screen.queryByRole('navigation', { name: 'Site' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Site menu' }))
  const links = within(screen.getByRole('navigation', { name: 'Site' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Services', '/#id_services'],
    ['Tools', '/#id_tools'],
    ['Company', '/#id_about'],
    ['Contact us', '/#id_contact'],
  ])
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Site menu' })).toHaveFocus()
})

test('the cloud tools open from a menu, by mouse and keyboard', async () => {
  const { openTool, user } = await open()
  const tools = screen.getByRole('button', { name: 'Tools' })
  expect(screen.queryByRole('list', { name: 'Tools' })).not.toBeInTheDocument()
  await user.click(tools)
  const names = within(screen.getByRole('list', { name: 'Tools' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(names).toEqual([
    'S2SPice ToolYou stay signed in',
    'Inductance calculatorA university laboratory’s page',
    'PCB Trace Impedance CalculatorA university laboratory’s page',
  ])
  await user.keyboard('{Escape}')
  expect(tools).toHaveFocus()
  expect(screen.queryByRole('list', { name: 'Tools' })).not.toBeInTheDocument()
  await user.keyboard('{Enter}{Tab}{Tab}{Enter}')
  expect(openTool).toHaveBeenCalledExactlyOnceWith('inductance', 'inductance')
  expect(tools).toHaveFocus()
})

test('a link leads to the page of the requests', async () => {
  await open()
  const link = screen.getByRole('link', { name: 'Simulation requests' })
  expect(link).toHaveAttribute('href', '/workspace/requests')
})

test('away from the list, the search leads to it', async () => {
  const { router, user } = await open('/privacy')
  await user.click(screen.getByRole('button', { name: 'Search projects' }))
  expect(router.state.location.pathname).toBe('/workspace')
  expect(router.state.location.state).toMatchObject({ isSearching: true })
  expect(screen.queryByRole('button', { name: 'Search projects' })).not.toBeInTheDocument()
})

test('the profile has the name, the account, the theme, the shortcuts and the logout', async () => {
  const { onLogout, user, router } = await open()
  await user.click(screen.getByRole('button', { name: 'Profile of Ada Lovelace' }))
  expect(screen.getByText('ada@example.com')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Use dark theme' }))
  expect(document.documentElement).toHaveClass('dark')
  await user.click(await screen.findByRole('button', { name: 'Use light theme' }))
  expect(document.documentElement).not.toHaveClass('dark')
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  expect(onLogout).toHaveBeenCalledOnce()
  // Hidden on phones; jsdom ignores the media query that shows it.
  await user.click(screen.getByRole('link', { name: 'Keyboard shortcuts', hidden: true }))
  expect(router.state.location.search).toEqual({ dialog: 'shortcuts' })
})

test('uploads are shown while they run, with a link to their project', async () => {
  const { api } = await open()
  expect(screen.queryByRole('link', { name: /Uploading/ })).not.toBeInTheDocument()
  let finish = () => {}
  const uploads = createActor(
    uploadMachine.provide({
      actors: {
        uploadFile: uploadFileMachine.provide({
          actors: {
            sendFile: fromCallback(({ sendBack }) => {
              sendBack({ type: 'upload.progressed', sent: 250, at: 0 })
              finish = () => sendBack({ type: 'upload.finished', kept: [], gone: [], note: null })
            }),
          },
        }),
      },
    }),
    { input: { interrupted: [] } },
  ).start()
  uploads.send({ type: 'project.listed', projectId: 'p1', files: [], leftBytes: Infinity })
  const file = { id: 'u1', name: 'board.kicad_pcb', size: 1000, modified: 0 }
  uploads.send({ type: 'files.chosen', projectId: 'p1', files: [file], unreadable: [] })
  act(() => void transfersOf(api, () => ({ uploads, downloads: undefined as never })))
  const link = await screen.findByRole('link', { name: 'Uploading 1 file, 25% done' })
  expect(link).toHaveAttribute('href', '/workspace/projects/p1/files')
  act(() => finish())
  expect(link).not.toBeInTheDocument()
})
