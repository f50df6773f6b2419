import type { BrowserContext, Locator, Page } from '@playwright/test'

import type { components } from '../../../openapi/generated/product'
import { sampleBoard } from '../../../server/sample/board'
import { expected, formOf } from '../../api/caller'
import { apiOf } from '../../support/projects'
import type { TestStack } from '../../support/stack'
import { expect, type Session } from '../fixtures'

type Schemas = components['schemas']

/** Creates a project with a board through the API. */
export async function boardProject(stack: TestStack, name: string, board = sampleBoard()) {
  const api = await apiOf(stack, 'user')
  const { id: uid } = expected(await api.call<Schemas['User']>('GET', '/v1/users/me'), 200)
  const project = await api.makeProject(name)
  const upload = async (files: Record<string, string>) =>
    expected(
      await api.call<Schemas['File'][]>('POST', `/v1/projects/${project.id}/files`, {
        form: formOf({ uid, uname: 'user' }, files),
      }),
      201,
    )
  const [layout] = await upload({ 'camera.kicad_pcb': board })
  return {
    project,
    api,
    layout,
    upload,
    /** Orders the AC analysis of one supply, for $1,000. */
    order: async () => {
      const rail = { power_net: '+3V3', ground_net: 'GND', target_impedance: '58.9 mOhm' }
      const pi = [{ type: 'PowerAC', ...rail, unit_price: 1000 }]
      const files = { layout_file_id: layout?.id, stackup_file_id: null, material_file_id: null }
      const json = { project_id: project.id, ...files, total: 1000, si: [], pi }
      return expected(await api.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
    },
    requests: async () =>
      expected(
        await api.call<Schemas['SimulationRequestPage']>('GET', `/v1/simulation-requests?project_id=${project.id}`),
        200,
      ).requests,
  }
}

type BoardProject = Awaited<ReturnType<typeof boardProject>>

export const wizardAddress = (projectId: string, step: number) => `/workspace/request?project=${projectId}&step=${step}`

export const wizardOn = (page: Page) => page.getByRole('dialog', { name: 'Request Simulation' })

/** Signs in, and opens the wizard at its summary, with one complete power integrity row. */
export async function toSummary(
  { page, signIn }: Pick<Session, 'page' | 'signIn'>,
  projectId: string,
): Promise<Locator> {
  const wizard = wizardOn(page)
  await signIn('user', { at: wizardAddress(projectId, 3) })
  // By keyboard, because the button moves once the board has been read, and a mouse click could miss it.
  await wizard.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
  await fillPower(wizard)
  await wizard.getByRole('button', { name: 'Next' }).click()
  await expect(wizard.getByRole('button', { name: 'Payment' })).toBeEnabled()
  return wizard
}

/** Completes the last power integrity row, as a DC analysis (PowerDC). */
export async function fillPower(wizard: Locator) {
  const row = wizard.getByRole('group', { name: /^Power integrity row/ }).last()
  await row.getByLabel('Type').selectOption('PowerDC')
  await row.getByRole('combobox', { name: 'Power net' }).fill('+3V3,')
  await row.getByRole('combobox', { name: 'Ground net' }).fill('GND,')
  await row.getByRole('combobox', { name: 'Ground net' }).press('Tab')
}

/** The text of the draft that the API has stored. */
export const savedDraft = async ({ api, project }: Pick<BoardProject, 'api' | 'project'>) =>
  JSON.stringify(
    expected(await api.call<Schemas['KeptRequestDraft']>('GET', `/v1/projects/${project.id}/request-draft`), 200).draft,
  )
/** Waits until the API's draft contains this text, the latest input. */
export const saved = (board: Pick<BoardProject, 'api' | 'project'>, text: string) =>
  expect.poll(() => savedDraft(board)).toContain(text)

/** Waits until the browser's storage contains this text, the latest input. */
export const kept = (context: BrowserContext, text: string) =>
  expect
    .poll(async () => JSON.stringify((await context.storageState()).origins.map(({ localStorage }) => localStorage)))
    .toContain(text)
