import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures'
import { screens, showEach } from './workspace-scenes'

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' }, colorScheme: 'dark' })
test.setTimeout(180_000)

/** Returns the buttons, fields and dialogs without a visible boundary. */
const edgeless = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (width: string, style: string, colour: string) =>
      width !== '0px' && style !== 'none' && !/, 0\)$/.test(colour)
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

for (const [person, names] of screens) {
  test(`dialogs, buttons and fields have a visible boundary: ${names.join(', ')}`, async ({
    context,
    stack,
    signIn,
  }) => {
    await signIn(person)
    await showEach(names, { context, stack }, async (page, name) => {
      expect.soft(await edgeless(page), name).toEqual([])
    })
  })
}

const groundOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor)

test('pressed toggles, swatches, plots, selected rows and progress bars differ from their background', async ({
  context,
  stack,
  signIn,
}) => {
  await signIn('user')
  await showEach(['files-chosen'], { context, stack }, async (page) => {
    const [inputs, reports] = ['Inputs', 'Reports'].map((name) => page.getByRole('button', { name, exact: true }))
    expect(await groundOf(inputs!)).not.toBe(await groundOf(reports!))
    const chosen = page
      .locator('[role=row]')
      .filter({ has: page.getByRole('checkbox', { checked: true }) })
      .last()
    await expect(chosen).not.toHaveCSS('outline-style', 'none')
  })
  await showEach(['files-taken'], { context, stack }, async (page) => {
    const track = page.getByRole('progressbar').first()
    await expect(track).not.toHaveCSS('border-top-width', '0px')
    expect(await groundOf(track.locator('> *'))).not.toBe(await groundOf(track))
  })
  await showEach(['previews-board-net'], { context, stack }, async (page) => {
    const swatches = page.getByRole('group', { name: 'Copper layers' }).locator('label > span')
    const colours = await swatches.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
    expect(colours).toHaveLength(4)
    expect(new Set(colours).size).toBe(4)
  })
  await showEach(['previews-network-mixed'], { context, stack }, async (page) => {
    const plot = page.getByRole('img', { name: /^Magnitude/ })
    await expect(plot).toHaveCSS('forced-color-adjust', 'none')
    expect(await groundOf(plot)).not.toBe('rgba(0, 0, 0, 0)')
    const lines = page.getByRole('list', { name: 'Values at the cursor' }).locator('[aria-hidden]')
    const colours = await lines.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
    expect(new Set(colours).size).toBe(colours.length)
  })
})

test('the focused control in a dialog has its own outline', async ({ context, stack, signIn }) => {
  await signIn('user')
  await showEach(['files-chosen'], { context, stack }, async (page) => {
    const share = page.getByRole('button', { name: 'Share selected file' })
    await page.getByRole('button', { name: 'Download selected files' }).focus()
    const rest = await share.evaluate((one) => getComputedStyle(one).outlineWidth)
    await page.keyboard.press('Tab')
    await expect(share).toBeFocused()
    await expect(share).toHaveCSS('outline-style', 'solid')
    await expect(share).not.toHaveCSS('outline-width', rest)
  })
})
