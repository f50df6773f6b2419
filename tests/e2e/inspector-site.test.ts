import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test as base, type Page } from '@playwright/test'

import type { Coverage } from '../../src/inspector/coverage-report'
import type { GalleryData } from '../../src/inspector/chart/sheets'
import { sourceHash } from '../mutants/source-hash'
import { expectAccessible } from './axe'
import { expect } from './fixtures'

const checked = 'xstate.done.actor.0.session.checking'
const found = { kind: 'session', session: { accessToken: 'accessToken', userId: '1' } }

/** A report in which the path to the logout failed at its second event. */
const coverage: Coverage = {
  session: {
    view: [`session.checking | ${checked} | 1`, `session.checking | ${checked} | 2`],
    browser: [],
    exceptions: {},
    at: '2026-11-27T08:00:00.000Z',
    outline: 'of an earlier version',
    failed: [
      {
        level: 'view',
        situation: 'usual',
        steps: ['checking', 'checkSession is done', 'authenticated', 'logout.requested'],
        failure: 'Error: the button is missing',
        replay: {
          input: { isProviderReturn: false, wasRefused: false, wasProbed: false },
          guards: {},
          events: [{ type: checked, output: found }, { type: 'logout.requested' }],
          transitions: ['session.authenticated | logout.requested | 1'],
        },
      },
    ],
  },
}

/** Results of mutation tests: one mutant of the logout survived. */
async function mutants() {
  const hash = sourceHash(await readFile('machines/session/session.machine.ts', 'utf8'))
  return [
    {
      name: 'session: authenticated logout.requested: target loggingOut swapped for opening',
      verdict: 'survived',
      hash,
    },
    { name: 'session: authenticated logout.noticed: action closeToolWindow removed', verdict: 'detected', hash },
  ]
}

/** An earlier version, in which a state, an action and an event had different names and a machine was missing. */
async function earlierVersion() {
  const data = JSON.parse(await readFile('dist/client/inspector/sheets.json', 'utf8')) as GalleryData
  const renamed = data.sheets.map((sheet) => {
    if (sheet.id === 'simulationRequest')
      return JSON.parse(JSON.stringify(sheet).replaceAll('project.begun', 'project.started')) as typeof sheet
    if (sheet.id !== 'session') return sheet
    const text = JSON.stringify(sheet).replaceAll('session.refused', 'session.rejected')
    const words = text.replaceAll('"key":"refused"', '"key":"rejected"')
    return JSON.parse(words.replaceAll('countFailedRefresh', 'countRefresh')) as typeof sheet
  })
  return { ...data, sheets: renamed.filter(({ id }) => id !== 'routeGuard') }
}

const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** The gallery as a static site in a folder of some host. */
const test = base.extend<object, { site: string }>({
  site: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'gallery-'))
      const [before, covered, tested] = ['before', 'coverage', 'mutants'].map((name) =>
        path.join(folder, `${name}.json`),
      ) as [string, string, string]
      await writeFile(before, JSON.stringify(await earlierVersion()))
      await writeFile(covered, JSON.stringify(coverage))
      await writeFile(tested, JSON.stringify(await mutants()))
      const out = path.join(folder, 'site')
      execFileSync(process.execPath, [
        ...['scripts/machines/site.mjs', out],
        ...['--against', before, '--coverage', covered, '--mutants', tested],
      ])
      const server = createServer((request, response) => {
        const name = (request.url ?? '').replace(/^\/some\/folder\//, '').replace(/\?.*$/, '') || 'index.html'
        readFile(path.join(out, name)).then(
          (body) => response.setHeader('content-type', types[name.split('.').at(-1) ?? ''] ?? 'text/plain').end(body),
          () => response.writeHead(404).end(),
        )
      })
      await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
      await use(`http://localhost:${(server.address() as AddressInfo).port}/some/folder/`)
      server.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const chart = (page: Page) => page.getByRole('region', { name: 'Chart' })
const active = (page: Page, id: string) => page.locator(`.stage .chart [data-state="${id}"][data-active]`)

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the static site loads from its folder only, and shows places without editor links', async ({ page, site }) => {
  const missing: string[] = []
  page.on('response', (response) => {
    if (!response.ok() || !response.url().startsWith(site)) missing.push(response.url())
  })
  await page.goto(`${site}#/session?state=session.checking`)
  const selected = page.getByRole('region', { name: 'Selected' })
  await expect(selected).toContainText(/machines\/session\/session\.machine\.ts:\d+/)
  await expect(selected.locator('a[href^="vscode:"]')).toHaveCount(0)
  await chart(page).getByRole('button', { name: 'authenticated', exact: true }).press('Enter')
  await expect(chart(page).getByText('13 states inside')).toBeAttached()
  expect(missing).toEqual([])
})

test('the chart shows what the tests covered, and repeats a failed path', async ({ page, site }) => {
  await page.goto(`${site}#/session`)
  await page.getByRole('button', { name: 'Coverage' }).click()
  const legend = page.getByRole('list', { name: 'Legend' })
  await expect(legend.getByRole('listitem')).toHaveText([
    '✓ 2 covered',
    /^○ \d+ not covered$/,
    /^– 0 not/,
    '✕ 1 failed',
  ])
  const failed = chart(page).getByRole('button', { name: 'logout.requested (failed)', exact: true })
  await expect(failed).toContainText('✕')
  // A transition without a target is shown as a line of text in its state.
  await expect(
    chart(page).getByRole('button', { name: 'token.renewed / takeSession (not covered)' }).first(),
  ).toHaveText(/^○ token\.renewed/)
  await expect(page.getByText('This machine has changed since it was tested on 2026-11-27.')).toBeVisible()
  await page.getByRole('button', { name: 'Play this path here' }).click()
  await expect(active(page, 'session.loggingOut')).toBeAttached()
  await expect(page.getByRole('complementary').getByRole('status')).toHaveText('loggingOut')
  await expectAccessible(page, 'coverage')
  await page.goto(`${site}#/session?view=coverage&folded=session.authenticated`)
  await expect(
    chart(page).getByRole('button', { name: /^authenticated \(transitions inside: \d+ not covered\)$/ }),
  ).toBeVisible()
  await expect(chart(page).getByText(/^○\d+ inside$/)).toBeVisible()
  await expectAccessible(page, 'coverage of a collapsed state')
})

test('the chart shows the transitions with mutants that survived', async ({ page, site }) => {
  await page.goto(`${site}#/session?view=mutants`)
  await expect(page.getByRole('list', { name: 'Legend' }).getByRole('listitem')).toHaveText([
    '✓ 1 all detected',
    /^○ \d+ without mutants$/,
    '– 0 known survivors',
    '✕ 1 survivors',
  ])
  const mutants = page.getByRole('region', { name: 'Mutants' })
  await expect(mutants).toContainText('1 of 2 mutants detected.')
  const survivor = mutants.getByRole('link', { name: /^authenticated logout\.requested/ })
  expect((await survivor.boundingBox())?.width, 'the text has the width of the panel').toBeGreaterThan(150)
  await survivor.click()
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('logout.requested')
  await expect(chart(page).getByRole('button', { name: 'logout.requested (survivors)' }).first()).toContainText('✕')
  // The line of an arrow often runs beside its label. The sign covers it with the chart's background.
  const background = await page.locator('.stage').evaluate((stage) => getComputedStyle(stage).backgroundColor)
  const sign = chart(page).locator('.edge .sign').first()
  await expect(sign).toHaveCSS('paint-order', /^stroke/)
  await expect(sign).toHaveCSS('stroke', background)
  await expectAccessible(page, 'mutants')
})

test('the gallery and the charts show the changes since an earlier version', async ({ page, site }) => {
  await page.goto(site)
  await page.getByRole('checkbox', { name: /^Only machines that have changed since/ }).check()
  await expect(page.getByRole('main').locator('.card h2')).toHaveText(['Session', 'Route guard', 'Simulation request'])
  await page.getByRole('link', { name: /^Chart of Session/ }).click()
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes.getByRole('listitem').filter({ hasText: 'State' })).toHaveText([
    'State authenticated.token.renewing.waiting changed: entry countRefresh → countFailedRefresh',
    'State refused added',
    'State rejected removed',
  ])
  await expect(page.locator('.stage [data-state="session.rejected"]')).toHaveAttribute('data-mark', 'removed')
  await expect(page.locator('.stage [data-state="session.refused"]')).toHaveAttribute('data-mark', 'added')
  await expectAccessible(page, 'changes')
})

test('a collapsed state in the chart of changes is marked if something inside has changed', async ({ page, site }) => {
  await page.goto(`${site}#/session?view=changes`)
  const legend = page.getByRole('list', { name: 'Legend' }).getByRole('listitem')
  const authenticated = page.locator('.stage .chart [data-state="session.authenticated"]')
  const expanded = chart(page).getByRole('button', { name: 'authenticated', exact: true })
  await expanded.waitFor()
  const counts = await legend.allTextContents()
  await expanded.press('Enter')
  const title = chart(page).getByRole('button', { name: 'authenticated (changed inside)' })
  await expect(title).toHaveAttribute('aria-expanded', 'false')
  await expect(title).toBeFocused()
  await expect(authenticated).toHaveAttribute('data-mark', 'changed')
  await expect(chart(page).getByText('13 states inside')).toBeAttached()
  await expect(page).toHaveURL(/folded=session\.authenticated/)
  await expect(legend).toHaveText(counts)
  await page.getByRole('button', { name: 'Expand all' }).click()
  await expect(expanded).toHaveAttribute('aria-expanded', 'true')
  await expect(authenticated).not.toHaveAttribute('data-mark')
  await expect(
    page.locator('.stage .chart [data-state="session.authenticated.token.renewing.waiting"]'),
  ).toHaveAttribute('data-mark', 'changed')
})

test('marked lines of a state in the chart of changes stay inside the state', async ({ page, site }) => {
  await page.goto(`${site}#/simulationRequest?view=changes`)
  const lines = page.locator('.stage .chart .node > text[data-mark]')
  await expect(lines.filter({ hasText: '+ project.begun [not hasProject] / fail' })).toBeAttached()
  const excess = await lines.evaluateAll((texts) =>
    (texts as SVGTextElement[]).flatMap((text) => {
      const outline = text.parentElement?.querySelector<SVGGraphicsElement>('[data-look="line"]')?.getBBox()
      const own = text.getBBox()
      return outline && own.x + own.width > outline.x + outline.width ? [text.textContent] : []
    }),
  )
  expect(excess).toEqual([])
})
