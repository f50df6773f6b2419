import type { Page, Route } from '@playwright/test'
import { unroute } from '../../support/routes'

/** A project name that no other test uses. */
export const nameOf = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`

export const filesOf = (page: Page, name: string) => page.getByRole('region', { name: `Files of ${name}` })

export const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Chooses an action in the menu of a project's card. */
export async function chooseAction(page: Page, action: 'Edit' | 'Members of' | 'Delete', name: string) {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: `${action} ${name}`, exact: true }).click()
}

/** Makes calls for projects with this method respond with `answer`; `undo` restores the normal responses. */
export async function breakCalls(page: Page, method: string, answer: (route: Route) => Promise<void>) {
  const address = /\/api\/v1\/projects(\/[\da-f-]+)?(\?.*)?$/
  const take = (route: Route) => (route.request().method() === method ? answer(route) : route.fallback())
  await page.route(address, take)
  return { undo: () => unroute(page, address, take) }
}

/** Responds with a problem document (RFC 9457). */
export const refuse = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', json: { status, title: 'Refused', message } })

/** Delays calls until `go` is called. */
export function held() {
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  return { go: () => go(), opened: gate, answer: (route: Route) => gate.then(() => route.fallback()) }
}

/** Opens the form for a new project and fills it in. */
export async function fillNew(page: Page, name: string, notes = '') {
  await page.getByRole('button', { name: 'Create New Project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Project name').fill(name)
  await dialog.getByLabel('Notes (optional)').fill(notes)
  return dialog
}
