/** A new user's path through a project: board, revision, comparison, comment, second person, undo. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { type Account, demoAccounts } from '../../../server/identity/accounts'
import { expected } from '../../api/caller'
import { type MailServer, startMailServer } from '../../support/services/mail-server'
import { apiOf } from '../../support/projects'
import { startTestStack, type TestStack } from '../../support/stack'
import { drop, toProjects } from '../files/file-steps'
import { expect, test as base } from '../fixtures'
import { cardOf, filesOf, fillNew } from './project-steps'

const name = 'ov5640-dual-camera-board.kicad_pcb'

/** The third-party board, if a folder in SAMPLES_DIR contains it. Several folders are separated like those in PATH. */
const board = (process.env['SAMPLES_DIR'] ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'layout', name))
  .find((file) => existsSync(file))

/** An account without projects. */
const newcomer: Account = {
  sub: '6f1c2f0e-3a55-4c1b-9d0c-0b7d5f3a1eff',
  username: 'newcomer',
  password: 'first-board',
  firstName: 'Nora',
  lastName: 'Okafor',
  email: 'newcomer@example.com',
  roles: ['user'],
}

/** A separate stack, which sends e-mail to a real mail server. */
const test = base.extend<object, { mail: MailServer; stack: TestStack }>({
  mail: [
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      mail.stop()
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ mail }, use) => {
      const env = { SMTP_URL: mail.smtpUrl, CONTACT_EMAIL: 'desk@example.com' }
      const accounts = [...demoAccounts, newcomer]
      const stack = await startTestStack({ clientDir: path.resolve('dist/client'), env, accounts })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const nets = ['/CSI3_CLK_N', '/CSI3_D1_P', '/CSI3_D2_N']

/** The board with a wider first track for each of the nets. */
const withWiderTracks = (text: string) =>
  nets.reduce((changed, net) => {
    const id = new RegExp(`\\(net (\\d+) "${net}"\\)`).exec(text)?.[1] ?? ''
    const track = new RegExp(`(\\(segment [^\\n]*\\(width )[\\d.]+(\\)[^\\n]*\\(net ${id}\\))`)
    if (id === '' || !track.test(changed)) throw new Error(`${net} has no track.`)
    return changed.replace(track, '$10.31$2')
  }, text)

test('a new user and a manager work on a board together (needs SAMPLES_DIR)', async ({
  page,
  browser,
  stack,
  mail,
  signIn,
}, info) => {
  test.skip(board === undefined, 'no folder in SAMPLES_DIR contains the board')
  test.setTimeout(180_000)
  const project = 'Dual camera'
  const files = filesOf(page, project)

  await test.step('the sample project is opened, and then a new project is created', async () => {
    await signIn('newcomer')
    await page.getByRole('button', { name: 'Open the sample project' }).click()
    await expect(page.locator('canvas[data-drawn]')).toBeVisible()
    await toProjects(page)
    const dialog = await fillNew(page, project)
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expect(files.getByText(/^No inputs yet/)).toBeVisible()
  })
  const projectId = /projects\/([^/]+)/.exec(page.url())?.[1] ?? ''

  await test.step('the board is dropped, and its picture is on the card', async () => {
    const drawn = page.waitForResponse(
      (response) => response.url().endsWith('/thumbnail') && response.request().method() === 'PUT',
    )
    await drop(page, files, [board ?? ''])
    await expect(files.getByRole('status', { name: 'New layout' })).toContainText(/Layout recognized: \d+ nets/)
    expect((await drawn).status()).toBe(204)
    await toProjects(page)
    await expect(cardOf(page, project).locator('img')).toBeVisible()
    await cardOf(page, project).getByRole('button', { name: 'Manage files' }).click()
  })

  await test.step('a second revision is compared: exactly the three changed nets differ', async () => {
    const revised = info.outputPath(name)
    writeFileSync(revised, withWiderTracks(readFileSync(board ?? '', 'utf8')))
    await files.getByLabel('Files to upload').setInputFiles(revised)
    await files.getByRole('button', { name: `New revision ${name}` }).click()
    await expect(files.getByText(/^\d uploaded/)).toBeVisible()
    await files.getByRole('button', { name, exact: true }).click()
    await page.getByRole('button', { name: '2 revisions', exact: true }).click()
    await page.getByRole('button', { name: 'Compare the current revision with the previous one' }).click()
    const differences = page.getByRole('region', { name: 'List of differences' }).getByRole('button')
    await expect(differences).toHaveText(nets.map((net) => new RegExp(`^${net}.*tracks \\+1 −1`)))
  })

  await test.step('the manager joins', async () => {
    const { email } = await managerOf(stack)
    const admin = await apiOf(stack, 'orgadmin')
    const json = { project_id: projectId, email, role: 'project_manager' }
    expected(await admin.call('POST', '/v1/users/assign-role', { json }), 200)
  })
  const context = await browser.newContext({ baseURL: stack.config.publicUrl, reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  await signIn('manager', { on: theirs })
  await expect(cardOf(theirs, project)).toBeVisible()

  const fileId = /file=([^&]+)/.exec(page.url())?.[1] ?? ''
  const comments = page.getByRole('region', { name: `Comments on ${name}` })
  await test.step('a comment at one of the nets mentions the manager', async () => {
    await page.goto(
      `/workspace/projects/${projectId}/files?file=${fileId}&view=net-${encodeURIComponent('/CSI3_D1_P')}`,
    )
    await page.getByRole('button', { name: 'Comments', exact: true }).click()
    await expect(comments.getByRole('checkbox', { name: 'At Net /CSI3_D1_P' })).toBeChecked()
    await comments.getByRole('textbox', { name: 'New comment' }).fill('Is this wide enough? @Mara')
    await comments.getByRole('button', { name: '@Mara Lindqvist' }).click()
    await comments.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(comments.getByRole('button', { name: 'Show Net /CSI3_D1_P' })).toBeVisible()
  })

  const answer = theirs.getByRole('region', { name: `Comments on ${name}` })
  await test.step('the manager sees it live, as new, and by e-mail, answers and resolves it', async () => {
    await expect(cardOf(theirs, project).getByText('New', { exact: true })).toBeVisible()
    const bell = theirs.getByRole('button', { name: /^Notifications, \d unread/ })
    // The number is a small mark that does not cover the bell.
    const count = await bell.getByText(/^\d$/).boundingBox()
    expect(count?.height).toBe(16)
    await bell.click()
    const notice = `mentioned you in a comment on ${name}`
    const unfolded = () => mail.mails.map((one) => one.replace(/=\r\n|\r\n(?= )/g, ''))
    await expect
      .poll(() => unfolded().some((one) => one.includes('To: manager@example.com') && one.includes(notice)))
      .toBe(true)
    await theirs.getByText(notice).click()
    // New content is shown immediately.
    await expect(answer.getByText('Is this wide enough?')).toBeVisible()
    await answer.getByRole('button', { name: 'Reply' }).click()
    await answer.getByRole('textbox', { name: 'Your reply' }).fill('Yes, 0.31 mm is fine.')
    await answer.getByRole('button', { name: 'Save' }).click()
    await expect(answer.getByText('Yes, 0.31 mm is fine.')).toBeVisible()
    await answer.getByRole('button', { name: 'Resolve' }).click()
    await expect(comments.getByText('Yes, 0.31 mm is fine.')).toBeVisible()
    await expect(comments.getByText(/^Resolved by Mara Lindqvist/)).toBeVisible()
    await toProjects(theirs)
    await expect(cardOf(theirs, project)).toBeVisible()
    await expect(cardOf(theirs, project).getByText('New', { exact: true })).toBeHidden()
  })

  await test.step('the file is deleted, and the deletion undone', async () => {
    await page.goto(`/workspace/projects/${projectId}/files`)
    await files.getByRole('button', { name: `Delete ${name}` }).click()
    await page
      .getByRole('dialog', { name: 'Delete file' })
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expect(files.getByText(/^No inputs yet/)).toBeVisible()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(files.getByRole('button', { name, exact: true })).toBeVisible()
  })
  await context.close()
})

/** The account of the manager, who has signed in before. */
async function managerOf(stack: TestStack) {
  await apiOf(stack, 'manager')
  const found = stack.accounts.find(({ username }) => username === 'manager')
  if (!found) throw new Error('There is no account manager.')
  return found
}
