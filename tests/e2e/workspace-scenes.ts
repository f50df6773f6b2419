import type { BrowserContext, Page } from '@playwright/test'

import { fileScenes } from '../../scripts/screens/file-scenes'
import { placeScenes } from '../../scripts/screens/place-scenes'
import { previewScenes } from '../../scripts/screens/preview-scenes'
import { projectScenes } from '../../scripts/screens/project-scenes'
import { requestScenes } from '../../scripts/screens/request-scenes'
import { conversationScene, staffScenes } from '../../scripts/screens/staff-scenes'
import type { TestStack } from '../support/stack'
import { motionOver } from './axe'

type Scene = { name: string; show: (page: Page, stack: TestStack) => Promise<unknown> }

const scenes: Scene[] = [
  ...projectScenes,
  ...placeScenes,
  ...fileScenes,
  ...previewScenes,
  ...requestScenes,
  ...staffScenes,
  conversationScene,
]

/** Screens of a project's page, and of the commands, shortcuts and notifications that lead to its parts. */
export const placeScreens = [
  'place-overview',
  'place-activity',
  'place-comments',
  'place-revisions',
  'place-comparison',
  'place-commands',
  'place-shortcuts',
  'place-notifications',
  'place-notification-settings',
] as const

/** Screens of the staff. */
export const staffScreens = [
  'staff-queue',
  'staff-request',
  'staff-request-delivered',
  'staff-delivery',
  'staff-refund',
  'staff-storage-limit',
  'staff-customers',
  'staff-customer',
  'staff-messages',
  'staff-message',
  'staff-prices',
  'staff-accounting',
  'staff-activity',
  'staff-failed-jobs',
] as const

/**
 * Screens of the workspace, grouped by the user who sees them. The open notifications are left out, because they would
 * cover the page's controls. A screen with invented projects is the last one of its group, because the browser keeps
 * these projects for the next page.
 */
export const screens = [
  ['user', placeScreens.slice(0, 5)],
  ['user', ['place-commands', 'place-shortcuts', 'place-notification-settings']],
  ['manager', ['projects-list', 'projects-edit-elsewhere', 'projects-delete']],
  ['user', ['files-chosen', 'files-taken', 'files-upload-failed', 'files-delete', 'projects-unsaved']],
  [
    'user',
    ['previews-network-mixed', 'previews-board-net', 'previews-stackup', 'previews-pdf', 'previews-fabrication'],
  ],
  ['user', ['previews-table', 'previews-log', 'previews-ibis', 'previews-image', 'previews-share']],
  ['staff', staffScreens.slice(0, 6)],
  ['staff', staffScreens.slice(6)],
  [
    'user',
    [
      'requests-conversation',
      'requests-list',
      'requests-delivered',
      'requests-repeat',
      'request-1-files',
      'request-4-summary',
    ],
  ],
  ['orgadmin', ['previews-members']],
] as const

/** Opens each of the screens in a separate page with a signed-in user. */
export async function showEach(
  names: readonly string[],
  { context, stack }: { context: BrowserContext; stack: TestStack },
  look: (page: Page, name: string) => Promise<void>,
) {
  for (const name of names) {
    const scene = scenes.find((one) => one.name === name)
    if (!scene) throw new Error(`There is no scene ${name}.`)
    const page = await context.newPage()
    await scene.show(page, stack)
    await motionOver(page)
    await look(page, name)
    await page.close()
  }
}
