import path from 'node:path'
import type { Page } from '@playwright/test'

import { sampleBoard } from '../../../server/sample/board'
import { boardFile, hasRealFile, hasZstd, realFile } from '../../formats/sample-files'
import { covers } from '../../spec-coverage/covers'
import { type MailServer, startMailServer } from '../../support/services/mail-server'
import { startTestStack, type TestStack } from '../../support/stack'
import { chooseFiles } from '../../support/choose-files'
import { countInput } from '../counted-input'
import { expect, test } from '../fixtures'
import { wizardOn } from '../wizard/request-steps'
import { choice, expectPriced, keptBoards, odbArchive, sentBy } from './price-steps'

test.describe.configure({ mode: 'parallel' })

type Choice = { rows: RegExp[]; total: string }

/** A board, what is found on it, and two choices of rows with prices from the specification: one row, and several. */
type Board = { name: string; content: () => string | Uint8Array; found: RegExp; one: Choice; several: Choice }

const ownBoards: Board[] = [
  {
    name: 'camera.kicad_pcb',
    content: sampleBoard,
    found: /^Found on your board: 1 MIPI D-PHY interface, 1 PCIe interface, \d supply rails?$/,
    one: { rows: [/^MIPI D-PHY .*, \$2,000$/], total: '$2,000' },
    several: { rows: [/^MIPI D-PHY .*, \$2,000$/, /^PCIe.*, \$3,000$/, /, \$1,000$/], total: '$6,000' },
  },
  {
    name: 'dimm.xml',
    content: () => boardFile('jedec-dimm.xml'),
    found: /^Found on your board: 1 DDR byte lane, 5 supply rails$/,
    one: { rows: [/^VDD\b.*, \$1,000$/], total: '$1,000' },
    several: { rows: [/^VDD\b.*, \$1,000$/, /^VTT\b.*, \$1,000$/], total: '$2,000' },
  },
  {
    name: 'regulator.tgz',
    content: odbArchive,
    found: /^Found on your board: 1 supply rail$/,
    one: { rows: [/^\+3\.3V.*, \$1,000$/], total: '$1,000' },
    several: { rows: [/^\+3\.3V.*, \$1,000$/], total: '$1,000' },
  },
]

/** Third-party boards. What is on them was determined by hand (tests/formats/boards). */
const realBoards = [
  {
    file: 'layout/ov5640-dual-camera-board.kicad_pcb',
    name: 'ov5640.kicad_pcb',
    found: /^Found on your board: 2 MIPI D-PHY interfaces, /,
    one: { rows: [/^MIPI D-PHY CSI1.*, \$2,000$/], total: '$2,000' },
    several: {
      rows: [/^MIPI D-PHY CSI1.*, \$2,000$/, /^MIPI D-PHY CSI3.*, \$2,000$/, /^\+3V3.*, \$1,000$/],
      total: '$5,000',
    },
  },
  {
    file: 'layout/interposer.kicad_pcb',
    name: 'interposer.kicad_pcb',
    found: /^Found on your board: 1 PCIe interface, 1 supply rail$/,
    one: { rows: [/^PCIe.*, \$3,000$/], total: '$3,000' },
    several: { rows: [/^PCIe.*, \$3,000$/, /^\+3V3.*, \$1,000$/], total: '$4,000' },
  },
  {
    file: 'layout/DM0002-ipc2581c.xml.zst',
    name: 'DM0002.xml',
    found: /^Found on your board: 1 USB 2 interface, 4 supply rails$/,
    one: { rows: [/^VDD_3V3.*, \$1,000$/], total: '$1,000' },
    several: { rows: [/^VDD_3V3.*, \$1,000$/, /^VBUS_5V0.*, \$1,000$/], total: '$2,000' },
  },
].map((board) => ({ ...board, content: () => realFile(board.file) }))

const missing = 'no folder in SAMPLES_DIR contains this board, or zstd is missing'
const hasFile = (file: string) => hasRealFile(file) && (hasZstd || !file.endsWith('.zst'))

/** Goes from the home page to the payment page with a board. `identify` gets past the sign-in page. */
async function order(
  page: Page,
  stack: TestStack,
  { name, content, found }: Board,
  { rows, total }: Choice,
  identify: (page: Page) => Promise<void>,
) {
  const buffer = Buffer.from(content())
  const input = await countInput(page.context())
  const sent = sentBy(page, stack)
  await page.goto(stack.config.publicUrl)

  await page.getByRole('link', { name: 'See prices' }).first().click()
  await expect(
    page.getByRole('heading', { name: 'The simulation price for your board, before you sign in' }),
  ).toBeVisible()
  const file = { name, mimeType: 'application/octet-stream', buffer }
  await chooseFiles(page, () => page.getByLabel('Choose a file').click(), file)
  await expectPriced(page, name, found)
  const priced = rows.map((row) => page.getByRole('checkbox', { name: row }).first())
  for (const row of priced) await expect(row).toBeVisible()
  // The click in the system's dialog is the third one.
  await expect.poll(() => input.clicks).toEqual(['See prices', 'Choose a file'])
  input.clicks.length = 0

  for (const row of priced) await row.click()
  await expect(choice(page)).toContainText(total)
  expect(sent).toEqual([])
  await expect(choice(page).getByText('The report usually arrives within 10 business days of payment.')).toBeVisible()
  await choice(page).getByRole('button', { name: 'Continue to order' }).click()
  await page.getByLabel('Username').waitFor()
  // Up to here, only the sign-in page was requested.
  expect(sent.filter((call) => !call.startsWith(`GET ${stack.config.oidc.issuer}/`))).toEqual([])
  await identify(page)

  const wizard = wizardOn(page)
  await expect(wizard.getByText(`Total ${total}`)).toBeVisible()
  await expect(page).toHaveURL(/step=4/)
  // The pre-flight check may find something on a small board, which does not prevent the payment.
  const preflight = wizard.getByRole('region', { name: 'Pre-flight' })
  await expect(preflight).toContainText(/: (no problems found|(one item|\d+ items) to check before you pay)/)
  await wizard.getByRole('button', { name: 'Payment' }).click()
  await expect(page.getByRole('button', { name: `Pay ${total}` })).toBeVisible()
  await expect.poll(() => input.clicks.at(-1)).toBe('Payment')
  expect(input.clicks.length).toBeLessThanOrEqual(8)
  // Nothing is typed on the site: no net, no name.
  const provider = new URL(stack.config.oidc.issuer).origin
  expect([...input.typed].filter((field) => !field.startsWith(`${provider} `))).toEqual([])

  // The kept data was erased, so the URL leads nowhere.
  await page.goto(`${stack.config.publicUrl}/workspace/board`)
  await expect(page.getByRole('heading', { name: 'No board is kept in this browser' })).toBeVisible()
  expect(await keptBoards(page)).toBe(0)
  return input
}

/** Types into the focused field and the ones after it, moving on with Tab. */
async function type(page: Page, texts: string[]) {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}

const addressFor = (board: string) => `${board.toLowerCase()}@example.org`

/** Creates an account. On the form, the first field has the focus, so only the two boxes and the button are clicked. */
async function createAccount(page: Page, board: string) {
  await page.getByRole('link', { name: 'Create account' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await type(page, ['Ana', 'Brandt', addressFor(board), 'microstrip on top'])
  await page.getByLabel('I accept the terms of service and the privacy policy.').click()
  await page.getByLabel('I am 18 or older.').click()
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Waits for the code in the e-mail to an address. */
async function codeIn({ mails }: MailServer, board: string) {
  const find = () => /^(\d{4} \d{4})\r?$/m.exec(mails.find((text) => text.includes(`To: ${addressFor(board)}`)) ?? '')
  await expect.poll(find).not.toBeNull()
  return find()?.[1] ?? ''
}

async function signIn(page: Page, { accounts }: TestStack) {
  const account = accounts.find(({ username }) => username === 'user')
  if (!account) throw new Error('There is no account user.')
  await expect(page.getByLabel('Username')).toBeFocused()
  await type(page, [account.username, account.password])
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test.describe('a visitor without an account gets from the home page to a price, and to the payment page', () => {
  for (const board of ownBoards) {
    test(board.name, async ({ page, stack }) => {
      covers('decisions-price-public', 'decisions-price-local', 'decisions-price-on', 'decisions-price-clicks')
      await page.goto('/price')
      await expect(page.getByRole('rowheader', { name: 'MIPI-D' })).toBeVisible()
      await order(page, stack, board, board.one, () => createAccount(page, board.name))
    })
  }

  for (const board of realBoards) {
    test(`${board.name}, if a folder in SAMPLES_DIR contains it`, async ({ page, stack }) => {
      test.skip(!hasFile(board.file), missing)
      await order(page, stack, board, board.one, () => createAccount(page, board.name))
    })
  }

  test('with an e-mail address that has to be confirmed', async ({ page }) => {
    const mail = await startMailServer()
    const env = { SMTP_URL: mail.smtpUrl, CONTACT_EMAIL: 'desk@example.com' }
    const stack = await startTestStack({ clientDir: path.resolve('dist/client'), env })
    const [board] = ownBoards
    if (!board) throw new Error('There are boards.')
    await order(page, stack, board, board.one, async () => {
      await createAccount(page, board.name)
      await expect(page.getByLabel('Code from the e-mail')).toBeFocused()
      await page.keyboard.type(await codeIn(mail, board.name))
      await page.getByRole('button', { name: 'Confirm and continue' }).click()
    })
    await stack.stop()
    mail.stop()
  })
})

test.describe('a person with an account, who is not signed in, gets to the payment page with several rows', () => {
  for (const board of ownBoards) {
    test(board.name, async ({ page, stack }) => {
      await order(page, stack, board, board.several, () => signIn(page, stack))
    })
  }

  for (const board of realBoards) {
    test(`${board.name}, if a folder in SAMPLES_DIR contains it`, async ({ page, stack }) => {
      test.skip(!hasFile(board.file), missing)
      await order(page, stack, board, board.several, () => signIn(page, stack))
    })
  }
})
