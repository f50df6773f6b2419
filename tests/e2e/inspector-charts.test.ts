import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SaxesParser } from 'saxes'

import { expectAccessible } from './axe'
import { expect } from './fixtures'
import { test } from './inspected'

const chart = (page: Page) => page.getByRole('region', { name: 'Chart' })
const state = (page: Page, id: string) => page.locator(`.stage .chart [data-state="${id}"]`)

/** The key of an arrow, as in the model-based tests. */
const toProbing = 'session.checking | xstate.done.actor.0.session.checking | 2'

async function open(page: Page, address: string) {
  await page.goto(`/inspector/${address}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The height of the smallest label on the screen. */
const smallestLabel = (page: Page) =>
  page.locator('.stage .chart text:not(.sign)').evaluateAll((texts) =>
    Math.min(
      ...texts.map((text) => {
        const scale = (text as SVGTextElement).getScreenCTM()?.a ?? 0
        return Number.parseFloat(getComputedStyle(text).fontSize) * scale
      }),
    ),
  )

test('labels of the largest machine have at least 11 pixels at first', async ({ page }) => {
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '#/simulationRequest')
    await expect.poll(() => smallestLabel(page)).toBeGreaterThanOrEqual(11)
    await expect(state(page, 'simulationRequest.files.loadingProjects')).toBeInViewport({ ratio: 1 })
  }
})

test('an arrow with the pointer or the focus on it is isolated', async ({ page }) => {
  await open(page, '#/session')
  const arrow = chart(page).getByRole('button', { name: 'checkSession done [mayProbe]', exact: true })
  const dimmed = (id: string) => state(page, id).getAttribute('data-dim')
  await arrow.focus()
  await expect(state(page, 'session.failed')).toHaveAttribute('data-dim', '')
  expect([
    await arrow.getAttribute('data-dim'),
    await dimmed('session.checking'),
    await dimmed('session.probing'),
  ]).toEqual([null, null, null])
  await arrow.blur()
  await expect(page.locator('.stage [data-dim]')).toHaveCount(0)
  await arrow.locator('text').first().hover()
  await expect(state(page, 'session.failed')).toHaveAttribute('data-dim', '')
})

test('a collapsed state hides its inside, keeps its arrows, and is part of the address', async ({ page }) => {
  await open(page, '#/session')
  const title = chart(page).getByRole('button', { name: 'authenticated', exact: true })
  await title.press('Enter')
  await expect(chart(page).getByText('13 states inside')).toBeAttached()
  await expect(state(page, 'session.authenticated.token.fresh')).toHaveCount(0)
  await expect(title).toHaveAttribute('aria-expanded', 'false')
  await expect(title).toBeFocused()
  await expect(
    chart(page).getByRole('button', { name: 'refreshToken failed / forgetSession', exact: true }),
  ).toBeAttached()
  await page.reload()
  await expect(chart(page).getByText('13 states inside')).toBeAttached()
  await title.press('Enter')
  await expect(state(page, 'session.authenticated.token.fresh')).toBeAttached()
})

test('a link to a state in a collapsed one shows the collapsed state', async ({ page }) => {
  await open(page, '#/session?folded=session.authenticated&state=session.authenticated.token.fresh')
  await expect(state(page, 'session.authenticated')).toBeInViewport({ ratio: 1 })
})

test('a link opens a chart at an arrow, and the browser goes back and forward', async ({ page }) => {
  await open(page, `#/session?${new URLSearchParams({ arrow: toProbing }).toString()}`)
  const selected = page.getByRole('region', { name: 'Selected' })
  await expect(selected.getByRole('heading')).toHaveText('checkSession done [mayProbe]')
  await expect(selected).toContainText(/machines\/session\/session\.machine\.ts:\d+/)
  await state(page, 'session.refused').getByRole('button').click()
  await expect(selected.getByRole('heading')).toHaveText('refused')
  await page.goBack()
  await expect(selected.getByRole('heading')).toHaveText('checkSession done [mayProbe]')
  await page.goForward()
  await expect(selected.getByRole('heading')).toHaveText('refused')
  await expect(page).toHaveURL(/#\/session\?state=session\.refused$/)
  await page.getByRole('button', { name: 'Coverage' }).click()
  await selected.getByRole('link', { name: 'Clear selection' }).click()
  await expect(selected).toBeHidden()
  await expect(page).toHaveURL(/#\/session\?view=coverage$/)
})

test('the search finds states, guards, actions and lines in all charts by keyboard', async ({ page }) => {
  await open(page, '')
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Find in all charts' })
  await expect(field).toBeFocused()
  const heading = page.getByRole('region', { name: 'Selected' }).getByRole('heading')
  for (const [text, name] of [
    ['startingLogin', 'startingLogin'],
    ['isFirstExpiry', 'finishLogin failed [isFirstExpiry] / rememberRefusal'],
    ['countFailedRefresh', 'authenticated.token.renewing.waiting'],
  ] as const) {
    await field.fill(text)
    await expect(page.getByRole('option').first()).toContainText(text)
    await field.press('Enter')
    await expect(heading).toHaveText(name)
    await expect(field).toHaveValue('')
  }
  const source = await readFile('machines/session/session.machine.ts', 'utf8')
  const line = source.split('\n').findIndex((text) => /^ {4}anonymous: \{/.test(text)) + 1
  await field.fill(`session.machine.ts:${line}`)
  await field.press('Enter')
  await expect(heading).toHaveText('anonymous')
  await field.fill('no such thing')
  await expect(page.getByText('Nothing in any chart matches “no such thing”.')).toBeVisible()
})

test('a chart is saved as SVG, PNG, Mermaid and JSON', async ({ page }) => {
  await open(page, '#/simulationRequest')
  const saved = async (kind: string) => {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: `Export ${kind}` }).click()
    const download = await saving
    return [download.suggestedFilename(), await readFile(await download.path())] as const
  }
  const [svgName, svg] = await saved('SVG')
  expect(svgName).toBe('simulationRequest.svg')
  // The parser throws if the file is not well-formed.
  let states = 0
  const parser = new SaxesParser()
  parser.on('opentag', ({ attributes }) => {
    if ('data-state' in attributes) states += 1
  })
  parser.write(svg.toString()).close()
  expect(states).toBe(await page.locator('.stage .chart [data-state]').count())
  expect((await saved('PNG'))[1].subarray(1, 4).toString()).toBe('PNG')
  expect((await saved('Mermaid'))[1].toString()).toMatch(/^stateDiagram-v2\n/)
  const [, json] = await saved('JSON')
  const definition = JSON.parse(json.toString()) as { states: Record<string, object> }
  expect(Object.keys(definition.states)).toContain('summary')
  expect(json.toString()).toContain('event.step !== 2')
  expect(json.toString()).not.toMatch(/"type": "(?:inline|condition|)"/)
})

for (const theme of ['light', 'dark']) {
  test(`a chart with a selection and search results has no accessibility violations, ${theme}`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
    await open(page, '#/session?state=session.authenticated')
    await expectAccessible(page, 'selection')
    await page.getByRole('combobox', { name: 'Find in all charts' }).fill('refresh')
    await page.getByRole('option').first().waitFor()
    await expectAccessible(page, 'search')
  })
}
