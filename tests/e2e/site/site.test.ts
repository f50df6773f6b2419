import { type Page } from '@playwright/test'

import { news } from '../../../src/content/news'
import { publications } from '../../../src/content/publications'
import { covers } from '../../spec-coverage/covers'
import { expectAccessible, expectAccessibleIn } from '../axe'
import { expect, test } from '../fixtures'
import { hold } from '../../support/routes'
import { stopClock, waitForCode } from '../../support/stopped-time'
import { asNewVisitor } from '../visitors'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Opens the page, and waits until the overlay is gone and, on the home page, the news counter is filled in. */
async function open(page: Page, address = '/') {
  await waitForCode(page)
  await page.goto(address)
  await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
  if (address.startsWith('/#') || address === '/' || address === '/home') {
    await expect(section(page, 'Where to meet us').getByRole('status')).toHaveText(/^1 of \d$/)
  }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/**
 * Scrolls first and then clicks, like a user. A click in the same frame as the scroll would be faster than any user.
 */
async function followInFooter(page: Page, name: string) {
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await expect(footer).toBeInViewport()
  await footer.getByRole('link', { name }).click()
}

for (const [device, width] of [
  ['phone', 390],
  ['desktop', 1440],
] as const) {
  test(`the picture of the workspace on the home page has the theme of the page, on a ${device}`, async ({ page }) => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(...(/workspace[^/]*\.webp$/.exec(request.url()) ?? [])))
    const file = { phone: 'workspace-phone', desktop: 'workspace' }[device]
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    await open(page)
    expect(loaded).toEqual([])
    const picture = page.getByRole('img', { name: /^The board of a project in the workspace/ })
    await picture.scrollIntoViewIfNeeded()
    const drawn = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)
    await expect.poll(drawn).toBe(width === 390 ? 780 : 1280)
    expect(loaded).toEqual([`${file}-dark.webp`])
    await expect(picture).toHaveCount(1)

    await page.getByRole('button', { name: 'Use light theme' }).click()
    await expect.poll(drawn).toBe(width === 390 ? 780 : 1280)
    expect(loaded).toEqual([`${file}-dark.webp`, `${file}-light.webp`])
  })
}

test('the home page shows the specified text', async ({ page }) => {
  covers('1-ai-ml', '2-route-root', '2-header-contact', '2-hero-headline', '2-about-founder')
  await open(page)
  await expect(page).toHaveTitle('Viastack: PCB design, SI/PI simulation and prototypes')
  await expect(page.getByRole('heading', { level: 1, name: /^Empowering hardware success/ })).toBeVisible()

  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link')).toHaveText(['Services', 'Tools', 'Company'])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Contact us' })).toBeVisible()
  for (const login of await page.getByRole('link', { name: 'Login' }).all()) {
    await expect(login).toHaveAttribute('target', '_blank')
    await expect(login).toHaveAttribute('href', /\/workspace$/)
  }
  await expect(section(page, 'PCB innovations with AI/ML services')).toBeVisible()
  const about = section(page, 'Engineers for the boards that are hard to get right')
  await expect(about).toContainText('founder and CEO')
  await expect(about).toContainText('Silicon Valley')
  await expect(section(page, 'A trusted partner of leading companies worldwide').getByRole('listitem')).toHaveCount(6)

  const anchors = ['services', 'tools', 'about', 'contact', 'news', 'publications', 'partners']
  for (const name of [...anchors, 's2spice', 'inductance', 'impedance']) {
    await expect(page.locator(`#id_${name}`)).toHaveCount(1)
  }
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('© 2025')
  await expect(footer.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('target', '_blank')
})

test('/home shows the same page, with / as its canonical URL', async ({ page, stack }) => {
  covers('2-route-home', 'decisions-home-canonical')
  await open(page, '/home')
  await expect(page.getByRole('heading', { level: 1, name: /^Empowering hardware success/ })).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${stack.config.publicUrl}/`)
})

test('news: one per page up to 768 px, two up to 991 px, three above', async ({ page }) => {
  covers('9-news-768', '9-news-991', '9-news-above')
  await page.setViewportSize({ width: 768, height: 900 })
  await open(page)
  const board = section(page, 'Where to meet us')
  for (const [width, cards, pages] of [
    [768, 1, 4],
    [991, 2, 2],
    [992, 3, 2],
  ] as const) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await expect(board.getByRole('article')).toHaveCount(cards)
      await expect(board.getByRole('status')).toHaveText(`1 of ${pages}`)
      await board.getByRole('button', { name: 'Next page' }).click()
      await expect(board.getByRole('status')).toHaveText(`2 of ${pages}`)
      await expect(board.getByRole('heading', { level: 3, name: news[cards]?.title ?? '', exact: true })).toBeVisible()
      await page.setViewportSize({ width: width - 10, height: 900 })
      await expect(board.getByRole('status')).toHaveText(/^1 of/)
    })
  }
})

test('a news card offers more only if its content overflows, and collapsing scrolls it to the top', async ({
  page,
}) => {
  covers('2-news-more', '2-news-less', '2-news-collapse-top')
  await page.setViewportSize({ width: 1200, height: 900 })
  await open(page)
  const board = section(page, 'Where to meet us')
  const [first, , third] = await board.getByRole('article').all()
  if (!first || !third) throw new Error('There are three cards.')
  await expect(third.getByRole('heading')).toHaveText('IBIS Summit at DesignCon 2025')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '20px'))
  // The button appears once the visitor has reached the news.
  await board.scrollIntoViewIfNeeded()
  await first.getByRole('button', { name: 'More...' }).click()
  const text = first.getByRole('region', { name: 'Global SIPI University 2025' })
  await expect(text).toHaveCSS('overflow-y', 'auto')
  await text.evaluate((element) => element.scrollTo({ top: 40 }))
  await first.getByRole('button', { name: 'Less' }).click()
  await expect(first.getByRole('button', { name: 'More...' })).toBeVisible()
  await expect(first.locator('[data-news-content]')).toHaveJSProperty('scrollTop', 0)

  await page.setViewportSize({ width: 768, height: 900 })
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await board.getByRole('button', { name: 'Next page' }).click()
  await board.getByRole('button', { name: 'Next page' }).click()
  await expect(board.getByRole('article').getByRole('heading')).toHaveText('IBIS Summit at DesignCon 2025')
  await expect(board.getByRole('button', { name: 'More...' })).toHaveCount(0)
})

test('input from before hydration is kept', async ({ page, context }) => {
  await asNewVisitor(context)
  const go = await hold(page, /\/assets\/home-sections-.*\.js$/)
  await open(page, '/#id_contact')
  const contact = section(page, 'Tell us about your board')
  await contact.getByLabel('Name').fill('Ada')
  await contact.getByLabel('Message').fill('Eight layers, one DDR4 interface.')
  await contact.getByRole('checkbox').check()
  go()
  await contact.getByLabel('Email').fill('ada@example.com')
  await contact.getByRole('button', { name: 'Send message' }).click()
  await expect(contact.getByText('Your message has been sent successfully!')).toBeVisible()
})

test('beyond the limit on messages, the form shows the server’s error', async ({ page, context, request }) => {
  covers('7-contact-message', '8-contact-server')
  const headers = await asNewVisitor(context)
  const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
  await expect
    .poll(async () => (await request.post('/api/v1/contact', { data: message, headers })).status(), { intervals: [10] })
    .toBe(429)
  await open(page, '/#id_contact')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Vance')
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Message' }).fill('One more')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('alert')).toContainText(/Too many requests\. Please try again in \d+ seconds\./)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('One more')
})

test('a toast of the site appears at the top right and disappears after 5 seconds', async ({ page }) => {
  covers('9-toast-site-time', '9-toast-site-place', 'decisions-toasts-site')
  await open(page, '/#id_contact')
  await page.clock.install()
  await stopClock(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  const toast = page.getByText('Please fill in all fields and accept the terms')
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  expect(box?.y).toBeLessThan(200)
  expect(box?.x).toBeGreaterThan(720)
  await page.clock.runFor(4_500)
  await expect(toast).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(toast).toBeHidden()
})

test('the menu of a phone prevents page scrolling, traps the focus, and closes', async ({ page }) => {
  covers('2-mobile-toggle', '2-mobile-close', '4-mobile-menu', '4-mobile-menu-lock')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Mobile' })
  await expect(menu.getByRole('link')).toHaveText(['Services', 'Tools', 'Company', 'Contact us'])
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
  for (let n = 0; n < 7; n += 1) {
    await page.keyboard.press('Tab')
    const inside = await page.evaluate(
      () => document.activeElement?.closest('nav[aria-label=Mobile], button[aria-expanded=true]') !== null,
    )
    expect(inside).toBe(true)
  }
  await expectAccessible(page, 'menu')
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden')

  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Tools' }).click()
  await expect(menu).toBeHidden()
  await expect(section(page, 'Online tools for everyday questions')).toBeInViewport()
})

test('a navigation scrolls to the anchor, the saved position, or the top', async ({ page }) => {
  covers('2-scroll-anchor', '2-scroll-saved', '2-scroll-top')
  await open(page)
  await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'News' }).click()
  await expect(page).toHaveURL(/#id_news$/)
  await expect(section(page, 'Where to meet us').getByRole('heading', { level: 2 })).toBeInViewport()

  await followInFooter(page, 'Privacy policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page).toHaveTitle('Privacy policy · Viastack')

  await page.goBack()
  await expect(page.getByRole('contentinfo')).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Contact us' }).click()
  await expect(section(page, 'Tell us about your board').getByRole('heading', { level: 2 })).toBeInViewport()
})

test('the page works after a link to an anchor was followed while its code was loading', async ({ page }) => {
  const go = await hold(page, /\/assets\/home-screen-.*\.js$/)
  await waitForCode(page)
  await page.goto('/')
  await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
  const requested = page.waitForRequest(/\/assets\/home-screen-.*\.js$/)
  const news = page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'News' })
  await news.hover()
  await requested
  await news.click()
  await expect(page).toHaveURL(/#id_news$/)
  go()

  await followInFooter(page, 'Privacy policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL(/#id_news$/)
  await expect(page.getByRole('contentinfo')).toBeInViewport()
})

test('the scroll position at an anchor from the address bar is restored', async ({ page }) => {
  await open(page)
  await page.evaluate(() => {
    location.hash = 'id_news'
  })
  await expect(section(page, 'Where to meet us').getByRole('heading', { level: 2 })).toBeInViewport()
  await followInFooter(page, 'Privacy policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeInViewport()
  await page.goBack()
  await expect(page.getByRole('contentinfo')).toBeInViewport()
})

test('leaving the home page before hydration ends and coming back restores the scroll position', async ({ page }) => {
  const go = await hold(page, /\/assets\/home-sections-.*\.js$/)
  await open(page)
  await followInFooter(page, 'Privacy policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  go()
  await expect(section(page, 'Where to meet us')).toBeAttached()
  await expect(page.getByRole('contentinfo')).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000)
})

test('another path renders the routed view again; an anchor keeps it with its input', async ({ page }) => {
  covers('2-view-per-path')
  await open(page, '/#id_contact')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Ada Vance')
  const view = await page.getByRole('main').evaluateHandle((element) => element)
  const isShown = () => view.evaluate((element) => element.isConnected)
  await page.getByRole('banner').getByRole('link', { name: 'Tools' }).click()
  await expect(page).toHaveURL(/#id_tools$/)
  expect(await isShown()).toBe(true)
  await expect(name).toHaveValue('Ada Vance')

  await page.getByRole('link', { name: 'Privacy policy' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/privacy/i)
  expect(await isShown()).toBe(false)
})

test('scrolling is smooth unless reduced motion is requested', async ({ browser, page, stack }) => {
  const behavior = async (on: Page) => {
    await on.addInitScript(() => {
      const scroll = Element.prototype.scrollIntoView
      Element.prototype.scrollIntoView = function (options) {
        document.documentElement.dataset['scrolling'] = typeof options === 'object' ? options.behavior : 'none'
        scroll.call(this, options)
      }
    })
    await open(on, `${stack.config.publicUrl}/terms`)
    await on.getByRole('banner').getByRole('link', { name: 'Contact us' }).click()
    await expect(on.locator('html')).toHaveAttribute('data-scrolling', /./)
    return on.locator('html').getAttribute('data-scrolling')
  }
  expect(await behavior(page)).toBe('auto')
  const moving = await browser.newContext({ reducedMotion: 'no-preference' })
  expect(await behavior(await moving.newPage())).toBe('smooth')
  await moving.close()
})

test('a wrong URL shows an error page', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1, name: 'There is no page at this address' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Empowering/ })).toBeVisible()
})

test('the selected theme is kept; light is the default', async ({ page }) => {
  covers('9-theme-default')
  await open(page, '/privacy')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible()
})

test('the text of the legal pages is not loaded a second time as a script', async ({ page }) => {
  covers('2-route-privacy', '2-route-terms')
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  for (const [address, title, sections] of [
    ['/privacy', 'Privacy policy', 15],
    ['/terms', 'TERMS OF SERVICE', 29],
  ] as const) {
    scripts.length = 0
    await open(page, address)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveCount(sections)
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click()
    await expect(page.getByRole('article').getByRole('heading', { level: 2 }).last()).toBeInViewport()
    await page.waitForLoadState('networkidle')
    expect(scripts.filter((url) => /privacy|terms|legal/.test(url))).toEqual([])
  }
  await page.getByRole('article').getByRole('link', { name: 'Read the privacy policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
  await expect(page.getByText('Last updated June 29, 2024')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click()
  await expect(page.getByText('Last updated June 30, 2024')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all text can be read', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('Loading...')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: /^Empowering/ })).toBeVisible()
    await expect(page.getByText(publications[9]?.conference ?? '')).toBeVisible()
    for (const { title, date } of news) {
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
      await expect(page.getByText(date, { exact: true })).toBeVisible()
    }
    await expect(page.getByRole('button', { name: 'Explore more' })).toBeHidden()
    await page.goto('/price')
    await expect(page.getByRole('row', { name: /^MIPI-D/ })).toContainText('$2,000')
    await expect(page.getByText('within 10 business days of payment').first()).toBeVisible()
    await expect(page.getByText('In US dollars; sales tax or VAT is added where required.')).toBeVisible()
    await expect(page.getByText(/^A report with figures, limits and a verdict for each/)).toBeVisible()
    await page.goto('/terms')
    await expect(page.getByText('All purchases are non-refundable.')).toBeVisible()
  })

  test('no button is shown that would do nothing', async ({ page }) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const address of ['/', '/price', '/privacy', '/terms', '/sample-report']) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const names = await page.locator('button:not([type=submit]):visible').allTextContents()
        expect(names, `${address} at ${width} px`).toEqual([])
      }
    }
  })
})

test('axe finds no violations in the states of the home page', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Explore more' }).click()
  await section(page, 'Where to meet us').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'More...' }).first().click()
  for (const theme of ['dark', 'light'] as const) {
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Please fill in all fields and accept the terms').last()).toBeVisible()
    await expectAccessibleIn(page, theme, 'expanded, with a toast')
  }
})

/** Returns the focused element and whether a ring or a shadow marks it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) return null
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(activeElement)
    const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    return { what: activeElement.outerHTML.slice(0, 120), isMarked }
  })

test('every tab stop on the home page is visible', async ({ page }) => {
  await open(page)
  const stops = await page.locator('a:visible, button:visible, input:visible, textarea:visible').count()
  const names = new Set<string>()
  for (let n = 0; n < stops + 5; n += 1) {
    await page.keyboard.press('Tab')
    const focus = await focused(page)
    if (!focus) break
    names.add(focus.what)
    await expect.poll(async () => (await focused(page))?.isMarked, focus.what).toBe(true)
  }
  expect(names.size).toBeGreaterThan(40)
})
