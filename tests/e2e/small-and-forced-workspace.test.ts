import type { Locator, Page } from '@playwright/test'

import { apiOf } from '../support/projects'
import { motionOver } from './axe'
import { expect, test } from './fixtures'
import { smallTargets } from './targets'
import { screens, showEach } from './workspace-scenes'

test.use({ contextOptions: { reducedMotion: 'reduce' }, hasTouch: true, viewport: { width: 390, height: 844 } })
test.setTimeout(180_000)

/** Soft assertions, so that a test reports all faulty screens. Poll, because a page may render again after a resize. */
const softly = expect.configure({ soft: true })

/** Switches a page that was opened on a touch screen to a mouse and to a window of this size. */
async function resizeWithMouse(page: Page, width: number, height: number) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await page.setViewportSize({ width, height })
  await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(false)
  await motionOver(page)
}

/** Returns the scroll containers, including the page itself, whose content is wider than they are. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[data-scroller]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => `${element.outerHTML.slice(0, 90)} ${element.scrollWidth} > ${element.clientWidth}`),
  )

/** Returns the controls of the open dialog, or of the page, that cannot be scrolled into view and clicked. */
const unreachable = (page: Page) =>
  page.evaluate(async () => {
    const around = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body
    // Controls that skip a part of the page are only visible while they have the focus.
    const isSkip = (element: Element) => element.matches('[href="#main"]') || element.textContent === 'Skip the board'
    const controls = [...around.querySelectorAll<HTMLElement>('a, button, input, select, textarea')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !isSkip(element),
    )
    const lost: string[] = []
    for (const control of controls) {
      if (!control.isConnected) continue
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      // Use the first line box: the center of a wrapped link's bounding box can lie outside the link.
      const [line = control.getBoundingClientRect()] = control.getClientRects()
      const { left, top, width, height } = line
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!hit || !(control.contains(hit) || hit.closest('label')?.contains(control))) {
        lost.push(`${control.outerHTML.slice(0, 90)} at ${left}, ${top}`)
      }
    }
    return lost
  })

/** Returns the buttons, fields and dialogs that neither have a visible boundary nor are in a part that frames them. */
const edgeless = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (width: string, style: string, color: string) =>
      width !== '0px' && style !== 'none' && !/, 0\)$/.test(color)
    const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')]
    const around = dialogs.at(-1) ?? document
    return [
      ...dialogs,
      ...around.querySelectorAll<HTMLElement>('button, select, textarea, input:not([type=checkbox], [type=range])'),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const edge = (one: Element) => {
          const { borderTopColor, borderTopStyle, borderTopWidth, outlineColor, outlineStyle, outlineWidth } =
            getComputedStyle(one)
          return (
            isSeen(borderTopWidth, borderTopStyle, borderTopColor) || isSeen(outlineWidth, outlineStyle, outlineColor)
          )
        }
        const framed = element.closest('.nets, .card, header, nav, footer, [role=feed] .name')
        return !edge(element) && !framed
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })

const groundOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor)
const groundsOf = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))

/** The styles of the edges of all steps. In forced colors, they alone show the progress. */
const stepEdges = (page: Page) =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .evaluateAll((steps) => steps.map((step) => getComputedStyle(step).borderTopStyle))

/** By screen, checks of other elements that must be distinguishable from their surroundings in forced colors. */
const inForcedColors: Record<string, (page: Page) => Promise<void>> = {
  'files-chosen': async (page) => {
    const [inputs, reports] = ['Inputs', 'Reports'].map((name) => page.getByRole('button', { name, exact: true }))
    expect(await groundOf(inputs!)).not.toBe(await groundOf(reports!))
    const chosen = page
      .locator('[role=row]')
      .filter({ has: page.getByRole('checkbox', { checked: true }) })
      .last()
    await expect(chosen).not.toHaveCSS('outline-style', 'none')

    const share = page.getByRole('button', { name: 'Share selected file' })
    await page.getByRole('button', { name: 'Download selected files' }).focus()
    const rest = await share.evaluate((one) => getComputedStyle(one).outlineWidth)
    await page.keyboard.press('Tab')
    await expect(share).toBeFocused()
    await expect(share).toHaveCSS('outline-style', 'solid')
    await expect(share).not.toHaveCSS('outline-width', rest)
  },
  'projects-list': async (page) => {
    const meter = page.getByRole('meter').first()
    await expect(meter).not.toHaveCSS('border-top-width', '0px')
    await expect(meter).toHaveCSS('background-image', /gradient/)
  },
  'request-1-files': async (page) => {
    expect(await stepEdges(page)).toEqual(['double', 'dotted', 'dotted', 'dotted'])
  },
  'request-4-summary': async (page) => {
    expect(await stepEdges(page)).toEqual(['solid', 'solid', 'solid', 'double'])
  },
  'files-taken': async (page) => {
    const track = page.getByRole('progressbar').first()
    await expect(track).not.toHaveCSS('border-top-width', '0px')
    expect(await groundOf(track.locator('> *'))).not.toBe(await groundOf(track))
  },
  'previews-board-net': async (page) => {
    // When the window becomes wide, the preview moves from on top of the list to beside it.
    const layers = page.getByRole('group', { name: 'Copper layers' }).locator('label > span')
    await expect(layers).toHaveCount(4)
    const swatches = await groundsOf(layers)
    expect(new Set(swatches).size).toBe(4)
  },
  'previews-network-mixed': async (page) => {
    const plot = page.getByRole('img', { name: /^Magnitude/ })
    await expect(plot).toHaveCSS('forced-color-adjust', 'none')
    expect(await groundOf(plot)).not.toBe('rgba(0, 0, 0, 0)')
    const lines = await groundsOf(page.getByRole('list', { name: 'Values at the cursor' }).locator('[aria-hidden]'))
    expect(new Set(lines).size).toBe(lines.length)
  },
}

for (const [person, names] of screens) {
  test(`controls are large enough for touch, can be reached at 320 x 256 px, and have a visible boundary in forced colors: ${names.join(', ')}`, async ({
    context,
    stack,
    signIn,
  }) => {
    await signIn(person)
    await showEach(names, { context, stack }, async (page, name) => {
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
      await softly.poll(() => smallTargets(page), `${name} by touch`).toEqual([])

      await resizeWithMouse(page, 320, 256)
      await softly.poll(() => sideways(page), `${name} at 320 x 256 px`).toEqual([])
      await softly.poll(() => unreachable(page), `${name} at 320 x 256 px`).toEqual([])

      await page.setViewportSize({ width: 1440, height: 900 })
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
      await motionOver(page)
      await softly.poll(() => edgeless(page), `${name} in forced colors`).toEqual([])
      await inForcedColors[name]?.(page)
    })
  })
}

test('the header of the workspace scrolls away at 320 x 256 px', async ({ page, stack, signIn }) => {
  const api = await apiOf(stack, 'user')
  await api.makeProject('Below the header')
  await page.setViewportSize({ width: 320, height: 256 })
  await signIn('user')
  await page.getByRole('article').last().focus()
  await expect(page.getByRole('banner')).not.toBeInViewport()
})
