import type { components } from '../../../openapi/generated/product'
import { sampleBoard } from '../../../server/sample/board'
import { expected, upload } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import { expect, test as base } from '../fixtures'
import { boardProject, toSummary, wizardOn } from '../wizard/request-steps'

type Schemas = components['schemas']

/** Tests that change the prices have a stack of their own. */
const test = base.extend<object, { changesPrices: true }>({
  changesPrices: [async ({}, use) => use(true), { scope: 'worker', auto: true }],
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('staff change the prices, and an open request and the public pages follow', async ({
  page,
  browser,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'Open request')
  const wizard = await toSummary({ page, signIn }, project.id)
  await expect(wizard.getByText('Total $1,000')).toBeVisible()

  const desk = await (await browser.newContext()).newPage()
  await signIn('staff', { on: desk })

  await test.step('a member of the staff compares new prices before saving them', async () => {
    await desk.getByRole('link', { name: 'Staff queue' }).click()
    // The list of projects, which is still shown while the queue's code is loading, has a field "Search projects".
    await desk.getByRole('searchbox', { name: 'Search', exact: true }).fill('pdn')
    await expect(desk).toHaveURL(/\?q=pdn$/)
    const part = desk.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Prices' })
    await part.click()
    // The URL no longer contains the filter of the requests.
    await expect(desk).toHaveURL(/\/staff\/prices$/)
    await expect(part).toHaveAttribute('aria-current', 'page')
    await desk.getByRole('button', { name: 'Plan new prices' }).click()
    const row = desk.getByRole('group', { name: 'PowerDC' })
    await row.getByRole('textbox', { name: /^Price/ }).fill('1,250.50')
    await desk.getByRole('button', { name: 'Add an interface' }).click()
    await desk.getByRole('button', { name: 'Compare with previous prices' }).click()
    await expect(row).toContainText('Enter a whole number of dollars from 1 to 999,999.')
    // The focus is on the first field with a mistake.
    await expect(desk.getByRole('group', { name: 'New row' }).getByRole('textbox', { name: /^Name/ })).toBeFocused()
    await expectAccessible(desk, 'a form with mistakes')
    const added = desk.getByRole('group', { name: 'New row' })
    await added.getByRole('textbox', { name: /^Price/ }).fill('4000')
    await added.getByRole('textbox', { name: /^What/ }).fill('The eye of each lane.')
    await added.getByRole('textbox', { name: /^Name/ }).fill('USB4')
    await row.getByRole('textbox', { name: /^Price/ }).fill('1,250')
    await desk.getByLabel('Delivery time, in business days after payment').fill('8')
    await desk.getByRole('radio', { name: 'Immediately, when saved' }).check()
    await desk.getByRole('button', { name: 'Compare with previous prices' }).click()
    const form = desk.getByRole('region', { name: 'Plan new prices' })
    await expect(form).toContainText('PowerDC: $1,250 instead of $1,000')
    await expect(form).toContainText('USB4: new, $4,000')
    await expectAccessible(desk, 'prices that are compared')
    await desk.getByRole('button', { name: 'Change the prices now' }).press('Enter')
    const current = desk.getByRole('region', { name: 'Current prices' })
    await expect(current.getByRole('row', { name: /PowerDC/ })).toContainText('$1,250')
    await expect(current).toContainText('by Stella Okafor')
    await expect(desk.getByRole('heading', { name: 'Prices', exact: true })).toBeFocused()
    await expectAccessible(desk, 'the versions of the prices')
  })

  await test.step('the customer is notified without a reload, and pays the new price', async () => {
    await expect(wizard.getByText(/^The total was \$1,000 and is now \$1,250\./)).toBeVisible()
    await expect(wizard.getByRole('row', { name: /PowerDC/ })).toContainText('+3V3 with ground GND')
    await wizard.getByRole('button', { name: 'Payment' }).click()
    await expect(page.getByRole('button', { name: /^Pay \$1,250/ })).toBeVisible()
  })

  await test.step('the pages contain the new prices and delivery time before any script runs', async () => {
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await plain.goto('/price')
    await expect(plain.getByRole('row', { name: /PowerDC/ })).toContainText('$1,250')
    await expect(plain.getByRole('row', { name: /USB4/ })).toContainText('The eye of each lane.$4,000')
    await expect(plain.getByText('The report usually arrives within 8 business days of payment.')).toBeVisible()
    await plain.goto('/')
    await expect(plain.getByText(/within \d+ business days of payment/).first()).toBeVisible()
    const promised = await plain.getByText(/within \d+ business days of payment/).allTextContents()
    expect(promised.filter((text) => !text.includes('within 8 business days'))).toEqual([])
  })

  await test.step('a visitor sees the new prices, and the page does not move', async () => {
    const visitor = await (await browser.newContext()).newPage()
    await visitor.addInitScript(() => {
      let moved = 0
      const count = (entries: PerformanceEntryList) => {
        for (const entry of entries) moved += (entry as PerformanceEntry & { value: number }).value
      }
      const observer = new PerformanceObserver((list) => count(list.getEntries()))
      observer.observe({ type: 'layout-shift', buffered: true })
      Object.assign(window, {
        movedSoFar: () => {
          count(observer.takeRecords())
          return moved
        },
      })
    })
    const moved = () =>
      visitor.evaluate(async () => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        return (window as unknown as { movedSoFar: () => number }).movedSoFar()
      })
    await visitor.goto('/price')
    await expect(visitor.getByRole('row', { name: /PowerDC/ })).toContainText('$1,250')
    await expect(visitor.getByRole('row', { name: /USB4/ })).toContainText('The eye of each lane.$4,000')
    expect(await moved()).toBeLessThan(0.01)
    // Proves that the measurement notices a page that moves.
    await visitor.evaluate(() => {
      const block = document.createElement('div')
      block.style.height = '300px'
      document.body.prepend(block)
    })
    await expect.poll(moved).toBeGreaterThan(0.01)
  })
})

test('a request is repeated on a newer revision of its board, after what has changed was shown', async ({
  page,
  stack,
  signIn,
}) => {
  const { project, api, layout, order } = await boardProject(stack, 'Repeated carrier')
  const { id, url } = await order()
  await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
  const [revised] = await upload(
    { ...api, username: 'user' },
    project.id,
    { 'camera.kicad_pcb': sampleBoard().replaceAll('+3V3', '+3V3A') },
    { replaces: layout?.id ?? '' },
  )
  const staff = await apiOf(stack, 'staff')
  const { current, revision } = expected(await staff.call<Schemas['PriceVersionPage']>('GET', '/v1/staff/prices'), 200)
  const json = {
    ...{ valid_from: null, revision, si: current.si, turnaround_days: current.turnaround_days },
    pi: current.pi.map((one) => (one.name === 'PowerAC' ? { ...one, unit_price: 1400 } : one)),
  }
  expected(await staff.call('PUT', `/v1/staff/prices/${crypto.randomUUID()}`, { json }), 200)

  await signIn('user')
  await page.goto(`/workspace/requests/${id}`)
  await page.getByRole('button', { name: 'Repeat request' }).click()
  const question = page.getByRole('region', { name: 'Before you repeat this request' })
  await expect(question).toContainText('The layout file camera.kicad_pcb has changed since then.')
  await expect(question).toContainText('The total was $1,000 and is now $1,400 at today’s prices.')
  await expectAccessible(page, 'the question before a request is repeated')
  await question.getByRole('button', { name: 'Continue' }).click()

  const wizard = wizardOn(page)
  await expect(wizard.getByText('Total $1,400')).toBeVisible()
  await expect(wizard.getByText(/^This is a copy of your request from/)).toBeVisible()
  await expect(wizard.getByLabel('Layout file')).toHaveValue(revised?.id ?? '')
})
