/** The comparison of revisions and the activity of a project, without a mouse. */
import { readFile } from 'node:fs/promises'

import { sampleBoard } from '../../../server/sample/board'
import { upload } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { expect, test } from '../fixtures'
import { enter, tabTo } from '../tab-to'
import { filesOf, nameOf } from './project-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const board = 'camera.kicad_pcb'

test('two revisions are compared with the keyboard alone: differences, slider and layers', async ({
  page,
  stack,
  signIn,
}) => {
  const name = nameOf('Compared by keyboard')
  const api = await apiOf(stack, 'user')
  const { id } = await api.makeProject(name)
  const who = { ...api, username: 'user' }
  const [first] = await upload(who, id, { [board]: sampleBoard() })
  const wider = sampleBoard().replace(/\(width [\d.]+\)(?= \(layer "F\.Cu"\))/, '(width 0.45)')
  await upload(who, id, { [board]: wider }, { replaces: first?.id ?? '' })
  await signIn('user', { at: `/workspace/projects/${id}/files` })

  await enter(page, filesOf(page, name).getByRole('button', { name: board, exact: true }))
  const preview = page.getByRole('dialog', { name: board, exact: true })
  await expect(preview).toBeFocused()
  await enter(page, preview.getByRole('button', { name: '2 revisions', exact: true }))
  const revisions = page.getByRole('dialog', { name: `Revisions of ${board}` })
  await enter(page, revisions.getByRole('button', { name: 'Compare the current revision with the previous one' }))

  const comparison = page.getByRole('dialog', { name: `Comparison of ${board}` })
  await expect(comparison).toBeFocused()
  const picture = comparison.getByRole('img', { name: 'Both boards' })
  await expect(picture).toHaveAttribute('data-drawn', '')

  const slider = comparison.getByRole('slider', { name: 'Earlier to later board' })
  await tabTo(page, slider)
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', '0% earlier, 100% later')
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', '5% earlier, 95% later')

  await enter(page, comparison.getByText('Layers', { exact: true }))
  const layers = comparison.getByRole('group', { name: 'Copper layers' })
  await enter(page, layers.getByRole('button', { name: 'Only B.Cu' }))
  await expect(layers.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(page).toHaveURL(/hide-F\.Cu/)
  const top = layers.getByRole('checkbox', { name: 'F.Cu' })
  await tabTo(page, top, 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(layers.getByRole('checkbox', { checked: true })).toHaveCount(2)

  const list = comparison.getByRole('region', { name: 'List of differences' })
  const search = list.getByRole('searchbox', { name: 'Find net or component' })
  await tabTo(page, search)
  await page.keyboard.type('no such net')
  await expect(list.getByRole('status')).toHaveText('No difference matches the search.')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  const difference = list.getByRole('region', { name: 'Nets changed' }).getByRole('button').first()
  await enter(page, difference)
  await expect(difference).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/entry-Nets/)

  // Escape leads back to the file, and from there to its row.
  await page.keyboard.press('Escape')
  await expect(comparison).toBeHidden()
  await expect(preview).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(filesOf(page, name).getByRole('button', { name: board, exact: true })).toBeFocused()
})

test('the activity is filtered, and exported by an administrator, with the keyboard alone', async ({
  page,
  stack,
  signIn,
}) => {
  const name = nameOf('Activity by keyboard')
  const api = await apiOf(stack, 'orgadmin')
  const { id } = await api.makeProject(name)
  await upload({ ...api, username: 'orgadmin' }, id, { 'notes.txt': 'The first line.' })
  await signIn('orgadmin', { at: `/workspace/projects/${id}` })
  await enter(
    page,
    page.getByRole('navigation', { name: 'Project', exact: true }).getByRole('link', { name: 'Activity' }),
  )

  const activity = page.getByRole('region', { name: `Activity in ${name}` })
  const entries = activity.getByRole('listitem')
  await expect(entries).toHaveCount(2)
  const kind = activity.getByRole('combobox', { name: 'Activity type' })
  await tabTo(page, kind)
  await page.keyboard.type('File up')
  await expect(kind).toHaveValue('file uploaded')
  await expect(page).toHaveURL(/kind=file(\+|%20)uploaded/)
  await expect(entries).toHaveCount(1)
  await expect(entries).toContainText('uploaded notes.txt')

  const person = activity.getByRole('combobox', { name: 'Person' })
  await tabTo(page, person)
  await page.keyboard.press('ArrowDown')
  await expect(person).toHaveValue(api.id)
  await expect(entries).toHaveCount(1)

  const saved = page.waitForEvent('download')
  const save = activity.getByRole('button', { name: 'Download as CSV' })
  await enter(page, save)
  const download = await saved
  await expect(save).toBeFocused()
  expect(download.suggestedFilename()).toBe(`${name}-activity.csv`)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(3)

  // When the button that clears the filter disappears, the focus moves to the filter.
  await tabTo(page, kind, 'Shift+Tab')
  await page.keyboard.type('Member joined')
  await expect(activity.getByText('No activity matches the filter.')).toBeVisible()
  await enter(page, activity.getByRole('button', { name: 'Clear filter' }))
  await expect(kind).toBeFocused()
  await expect(kind).toHaveValue('')
  await expect(entries).toHaveCount(2)

  await enter(page, entries.getByRole('link', { name: 'notes.txt' }))
  await expect(page.getByRole('dialog', { name: 'notes.txt' })).toBeFocused()
})

test('on a phone, the open tab is in view', async ({ page, stack, signIn }) => {
  const api = await apiOf(stack, 'user')
  const { id } = await api.makeProject(nameOf('Tabs on a phone'))
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('user', { at: `/workspace/projects/${id}/activity` })
  const tabs = page.getByRole('navigation', { name: 'Project', exact: true })
  await expect(tabs.getByRole('link', { name: 'Activity' })).toBeInViewport({ ratio: 1 })
  await tabs.getByRole('link', { name: 'Overview' }).press('Enter')
  await expect(tabs.getByRole('link', { name: 'Overview' })).toBeInViewport({ ratio: 1 })
})
