// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Viewer } from '../../../src/session/current-user'
import { SiteHeader } from '../../../src/site/shell/site-header'
import { covers } from '../../spec-coverage/covers'
import { renderPage } from './render-page'

const ada: Viewer = { status: 'signed-in', fullname: 'Ada Lovelace', email: 'ada@example.com', initials: 'AL' }

const open = async (viewer: Viewer, accountUrl: string | null = 'https://id.example/realms/pcb/account') => {
  const onLogout = vi.fn()
  const header = (
    <SiteHeader viewer={viewer} loginUrl="https://work.example/" accountUrl={accountUrl} onLogout={onLogout} />
  )
  const router = await renderPage(header)
  return { router, onLogout, user: userEvent.setup() }
}
// The user menu is loaded lazily. Load it before the first test.
beforeAll(async () => {
  await open(ada)
  cleanup()
})

/** Found by label, because jsdom ignores the media query that shows it. Browser tests check it on a wide screen. */
const mainMenu = () => within(screen.getByLabelText('Main'))

describe.each(['anonymous', 'unknown'] as const)('a visitor whose status is %s', (status) => {
  test('sees the menu and a link to the home page', async () => {
    covers('2-header-logo', '2-header-services', '2-header-tools', '2-header-company')
    await open({ status })
    expect(
      mainMenu()
        .getAllByRole('link', { hidden: true })
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Services', '/#id_services'],
      ['Tools', '/#id_tools'],
      ['Company', '/#id_about'],
    ])
    expect(screen.getByRole('link', { name: 'Viastack, home' })).toHaveAttribute('href', '/')
  })

  test('sees a Login link that opens the work site in a new tab', async () => {
    covers('2-header-login', '2-header-login-tab', '6-anonymous')
    await open({ status })
    const login = screen.getByRole('link', { name: 'Login' })
    expect(login).toHaveAttribute('href', 'https://work.example/')
    expect(login).toHaveAttribute('target', '_blank')
    expect(login).toHaveAttribute('rel', 'noopener')
    expect(screen.queryByRole('button', { name: /Profile/ })).not.toBeInTheDocument()
  })
})

describe('a signed-in user', () => {
  test('sees the Workspace link and an avatar with initials instead of Login', async () => {
    covers('1-signed-in-menu', '2-header-workspace')
    await open(ada)
    expect(mainMenu().getByText('Workspace')).toHaveAttribute('href', '/workspace')
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Profile of Ada Lovelace' })).toHaveAttribute('data-initials', 'AL')
  })

  test('opens the card with name, e-mail, the account page in a new tab, and Log out', async () => {
    covers('2-profile-card', '2-edit-profile', '2-edit-profile-tab', '2-log-out', '6-authenticated')
    const { user, onLogout } = await open(ada)
    expect(screen.queryByText('ada@example.com')).not.toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Profile of Ada Lovelace' }))
    expect(screen.getByText('Ada Lovelace')).toBeVisible()
    expect(screen.getByText('ada@example.com')).toBeVisible()
    const edit = screen.getByText('Edit Profile')
    expect(edit).toHaveAttribute('href', 'https://id.example/realms/pcb/account')
    expect(edit).toHaveAttribute('target', '_blank')
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    expect(onLogout).toHaveBeenCalledOnce()
  })

  test('finds the export and the deletion of their data below Log out', async () => {
    const { user } = await open(ada)
    await user.click(screen.getByRole('button', { name: 'Profile of Ada Lovelace' }))
    const logOut = screen.getByRole('button', { name: 'Log out' })
    for (const [name, dialog] of [
      ['Export my data', 'export-data'],
      ['Delete my data', 'delete-data'],
    ] as const) {
      // Hidden on phones, where both are in the privacy policy. jsdom ignores the media query that shows them.
      const link = screen.getByText(name)
      expect(link).toHaveAttribute('href', `/workspace?dialog=${dialog}`)
      expect(logOut.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    }
  })

  test('closes the card with Esc, which returns the focus, and by leaving it', async () => {
    const { user } = await open(ada)
    const avatar = screen.getByRole('button', { name: 'Profile of Ada Lovelace' })
    await user.click(avatar)
    screen.getByRole('button', { name: 'Log out' }).focus()
    await user.keyboard('{Escape}')
    expect(avatar).toHaveAttribute('aria-expanded', 'false')
    expect(avatar).toHaveFocus()

    await user.keyboard('{Enter}')
    expect(avatar).toHaveAttribute('aria-expanded', 'true')
    await user.click(document.body)
    expect(avatar).toHaveAttribute('aria-expanded', 'false')
  })

  test('sees no Edit Profile link if no provider is configured', async () => {
    const { user } = await open(ada, null)
    await user.click(screen.getByRole('button', { name: 'Profile of Ada Lovelace' }))
    expect(screen.queryByText('Edit Profile')).not.toBeInTheDocument()
  })
})

describe('the mobile menu', () => {
  beforeEach(() => void vi.stubGlobal('innerWidth', 390))

  const toggle = (name: string) => screen.getByRole('button', { name })

  test('prevents page scrolling while open, and closes with its button and Esc', async () => {
    const { user } = await open(ada)
    const panel = document.getElementById(toggle('Open menu').getAttribute('aria-controls') ?? '')
    expect(panel).not.toBeVisible()
    await user.click(toggle('Open menu'))
    expect(panel).not.toHaveAttribute('hidden')
    expect(document.documentElement.style.overflow).toBe('hidden')

    await user.click(toggle('Close menu'))
    expect(panel).toHaveAttribute('hidden')
    expect(document.documentElement.style.overflow).toBe('')

    await user.click(toggle('Open menu'))
    await user.keyboard('{Escape}')
    expect(panel).toHaveAttribute('hidden')
    expect(toggle('Open menu')).toHaveFocus()
  })

  test('traps the focus between its button and its last link', async () => {
    const { user } = await open(ada)
    await user.click(toggle('Open menu'))
    await user.tab({ shift: true })
    const links = within(screen.getByRole('navigation', { name: 'Mobile' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Services', 'Tools', 'Company', 'Workspace', 'Contact us'])
    expect(links.at(-1)).toHaveFocus()
    await user.tab()
    expect(toggle('Close menu')).toHaveFocus()
    await user.tab()
    expect(links[0]).toHaveFocus()
  })

  test('closes when the screen becomes wide, and page scrolling works again', async () => {
    const { user } = await open(ada)
    await user.click(toggle('Open menu'))
    vi.stubGlobal('innerWidth', 1024)
    act(() => void window.dispatchEvent(new Event('resize')))
    expect(toggle('Open menu')).toHaveAttribute('aria-expanded', 'false')
    expect(document.documentElement.style.overflow).toBe('')
  })

  test('navigates to an anchor and closes', async () => {
    const { user, router } = await open({ status: 'anonymous' })
    await user.click(toggle('Open menu'))
    const mobile = within(screen.getByRole('navigation', { name: 'Mobile' }))
    expect(mobile.queryByText('Workspace')).not.toBeInTheDocument()
    await user.click(mobile.getByRole('link', { name: 'Contact us' }))
    expect(router.state.location.hash).toBe('id_contact')
    expect(document.documentElement.style.overflow).toBe('')
  })
})
