/** The command menu, the notifications, and the page of a project with comments on a board that has two revisions. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

import { sampleBoard } from '../../server/sample/board'
import { upload } from '../../tests/api/caller'
import { apiOf } from '../../tests/support/projects'
import type { TestStack } from '../../tests/support/stack'

type Place = { projectId: string; fileId: string; commentId: string }
type PlaceScene = { name: string; signedIn: true; show: (page: Page, stack: TestStack) => Promise<unknown> }

const name = 'camera-link.kicad_pcb'

async function makePlace(stack: TestStack): Promise<Place> {
  const api = await apiOf(stack, 'user')
  const notes = 'Rev B widens the clock trace of the second camera.'
  const { id: projectId } = await api.makeProject(`Camera carrier ${randomUUID().slice(0, 6)}`, notes)
  const who = { ...api, username: 'user' }
  const [first] = await upload(who, projectId, { [name]: sampleBoard() })
  const wider = sampleBoard().replace(/\(width [\d.]+\)(?= \(layer "F\.Cu"\))/, '(width 0.45)')
  const [second] = await upload(who, projectId, { [name]: wider }, { replaces: first?.id ?? '' })
  if (!second) throw new Error('The board was not uploaded.')
  const commentId = randomUUID()
  for (const json of [
    { id: commentId, text: 'Is this pair matched?', anchor: { kind: 'net', net: 'CSI_D0_P' } },
    { id: randomUUID(), text: 'The fab asks for 0.2 mm here, see https://example.com/rules.' },
  ]) {
    await api.call('POST', `/v1/files/${second.id}/comments`, { json })
  }
  return { projectId, fileId: second.id, commentId }
}

const scene = (title: string, show: (page: Page, place: Place) => Promise<unknown>): PlaceScene => ({
  name: `place-${title}`,
  signedIn: true,
  show: async (page, stack) => show(page, await makePlace(stack)),
})

const openTab = (page: Page, { projectId }: Place, tab = '') => page.goto(`/workspace/projects/${projectId}${tab}`)

const openDialog = async (page: Page, dialog: string) => {
  await page.goto(`/workspace?dialog=${dialog}`)
  await page.getByRole('dialog').waitFor()
}

export const placeScenes: PlaceScene[] = [
  scene('overview', async (page, place) => {
    await openTab(page, place)
    await page.getByRole('list', { name: 'Newest files' }).getByRole('link').waitFor()
  }),
  scene('activity', async (page, place) => {
    await openTab(page, place, '/activity')
    await page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first().waitFor()
    await page.getByRole('combobox', { name: 'Person' }).waitFor()
  }),
  scene('comments', async (page, place) => {
    await openTab(page, place, `/files?file=${place.fileId}&comment=${place.commentId}`)
    await page.getByRole('list', { name: 'Comments' }).waitFor()
    await page.locator('canvas[data-drawn]').waitFor()
  }),
  scene('revisions', async (page, place) => {
    await openTab(page, place, `/files?file=${place.fileId}`)
    await page.getByRole('button', { name: /^\d+ revisions$/ }).click()
    await page.getByRole('list', { name: 'Revisions' }).waitFor()
  }),
  scene('comparison', async (page, place) => {
    await openTab(page, place, `/files?file=${place.fileId}&compare=previous`)
    await page.getByRole('region', { name: 'List of differences' }).waitFor()
    await page.getByRole('img', { name: 'Both boards' }).and(page.locator('[data-drawn]')).waitFor()
  }),
  scene('commands', (page) => openDialog(page, 'search')),
  scene('shortcuts', (page) => openDialog(page, 'shortcuts')),
  scene('notifications', async (page) => {
    await page.goto('/workspace')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByText(/^Loading notifications/).waitFor({ state: 'hidden' })
  }),
  scene('notification-settings', async (page) => {
    await openDialog(page, 'notifications')
    await page.getByRole('dialog').getByRole('combobox').first().waitFor()
  }),
]
