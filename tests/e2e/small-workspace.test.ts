import type { Page } from '@playwright/test'

import { expect, test } from './fixtures'
import { smallTargets } from './targets'
import { screens, showEach } from './workspace-scenes'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(180_000)

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  for (const [person, names] of screens) {
    test(`every control is at least 44 px high and wide: ${names.join(', ')}`, async ({ context, stack, signIn }) => {
      await signIn(person)
      await showEach(names, { context, stack }, async (page, name) => {
        expect.soft(await smallTargets(page), name).toEqual([])
      })
    })
  }
})

/** Returns the controls of the open dialog, or of the page, that cannot be scrolled into view and clicked. */
const unreachable = (page: Page) =>
  page.evaluate(async () => {
    const around = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body
    const controls = [...around.querySelectorAll<HTMLElement>('a, button, input, select, textarea')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('[href="#main"]'),
    )
    const lost: string[] = []
    for (const control of controls) {
      if (!control.isConnected) continue
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!hit || !(control.contains(hit) || hit.closest('label')?.contains(control))) {
        lost.push(`${control.outerHTML.slice(0, 90)} at ${left}, ${top}`)
      }
    }
    return lost
  })

const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[data-scroller]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => `${element.outerHTML.slice(0, 90)} ${element.scrollWidth} > ${element.clientWidth}`),
  )

test.describe('at 320 x 256 px', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  for (const [person, names] of screens) {
    test(`every control can be reached, and nothing overflows horizontally: ${names.join(', ')}`, async ({
      context,
      stack,
      signIn,
    }) => {
      await signIn(person)
      await showEach(names, { context, stack }, async (page, name) => {
        expect.soft(await sideways(page), name).toEqual([])
        expect.soft(await unreachable(page), name).toEqual([])
      })
    })
  }

  test('the header of the workspace scrolls away', async ({ page, signIn }) => {
    await signIn('user')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).focus()
    await expect(page.getByRole('banner')).not.toBeInViewport()
  })
})
