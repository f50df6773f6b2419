// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { mobileMenuMachine } from '../../../../machines/site/mobile-menu.machine'
import { SiteHeader } from '../../../../src/site/shell/site-header'
import { renderPage } from '../../../views/site/render-page'
import type { Surface } from '../../surface'
import { testSurface } from '../../view-paths'

/** Provides the header with the machine under test. */
const wired = vi.hoisted(() => ({ siteMenu: undefined as never }))
vi.mock(import('../../../../src/site/shell/mobile-menu-actors'), async (original) => ({
  ...(await original()),
  get siteMenu() {
    return wired.siteMenu
  },
}))

const button = (name: 'Open menu' | 'Close menu') => screen.queryByRole('button', { name })
const menu = () => screen.queryByRole('navigation', { name: 'Mobile' })

const mobileMenu: Surface<typeof mobileMenuMachine> = {
  situations: { 'a visitor with a phone': {} },
  events: { 'menu.toggled': [{}], 'menu.closed': [{}], 'screen.widened': [{}], 'page.left': [{}] },
  done: { lockPage: null, followWidth: null, followHistory: null },
  failed: { lockPage: null, followWidth: null, followHistory: null },
  mount: async ({ machine }) => {
    wired.siteMenu = machine as never
    await renderPage(
      <SiteHeader viewer={{ status: 'anonymous' }} loginUrl="/workspace" accountUrl={null} onLogout={() => {}} />,
    )
  },
  states: {
    closed: () => {
      expect(button('Open menu')).toHaveAttribute('aria-expanded', 'false')
      expect(button('Close menu')).not.toBeInTheDocument()
      expect(menu()).not.toBeInTheDocument()
    },
    open: (_, { children }) => {
      expect(button('Close menu')).toHaveAttribute('aria-expanded', 'true')
      expect(button('Open menu')).not.toBeInTheDocument()
      const links = within(screen.getByRole('navigation', { name: 'Mobile' })).getAllByRole('link')
      expect(links.map(({ textContent }) => textContent)).toEqual(['Services', 'Tools', 'Company', 'Contact us'])
      // While the menu is open, three child actors run: they lock the page behind it, and follow the screen width and
      // the browser history.
      expect(Object.values(children).map((child) => child?.getSnapshot().status)).toEqual([
        'active',
        'active',
        'active',
      ])
    },
  },
  perform: {
    'menu.toggled': async (_, { user }) => user.click(screen.getByRole('button', { name: /^(Open|Close) menu$/ })),
    'menu.closed': async (_, { user }) => {
      await user.keyboard('{Escape}')
      expect(button('Open menu')).toHaveFocus()
    },
    'screen.widened': (event, { report }) => report('followWidth', event),
    'page.left': (event, { report }) => report('followHistory', event),
  },
}

testSurface('Mobile menu', mobileMenuMachine, mobileMenu)
