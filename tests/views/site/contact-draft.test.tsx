// @vitest-environment jsdom
import createCache from '@emotion/cache'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import { storeDraft } from '../../../src/session/drafts/drafts'
import { ContactForm } from '../../../src/site/home/contact-form'
import { SiteProvider } from '../../../src/site/home/site-services'
import { connectSite } from '../../../src/site/machines'
import { UiProvider } from '../../../src/ui/theme/provider'

const machines = connectSite({ sendContactMessage: async () => ({ id: '1' }) }, 'https://api.example/api/v1')

async function page() {
  const form = () => (
    <SiteProvider value={{ machines, notify: () => {} }}>
      <ContactForm />
    </SiteProvider>
  )
  const root = createRootRoute({ component: form })
  const routes = ['/', '/privacy', '/terms'].map((path) => createRoute({ getParentRoute: () => root, path }))
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  await router.load()
  return (
    <UiProvider cache={createCache({ key: 'css' })}>
      <RouterProvider router={router} />
    </UiProvider>
  )
}

test('what was typed before the form is hydrated takes precedence over the stored draft', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('scrollTo', () => {})
  storeDraft('contact', { name: 'Ada', email: 'old@example.com', message: 'An old message.' })
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(await page())
  const email = container.querySelector<HTMLInputElement>('[name=email]')
  if (!email) throw new Error('The form has no address.')
  email.value = 'new@example.com'
  const element = await page()
  await act(async () => {
    hydrateRoot(container, element, { onRecoverableError: () => {} })
  })
  expect(screen.getByRole('textbox', { name: /Email/ })).toHaveValue('new@example.com')
  expect(screen.getByRole('textbox', { name: /Name/ })).toHaveValue('Ada')
})
