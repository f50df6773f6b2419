import type { Page } from '@playwright/test'

import { expectAccessibleInBothThemes } from '../axe'
import { expect, test as base } from '../fixtures'

/** Tests that change the news have a stack of their own. */
const test = base.extend<object, { changesNews: true }>({
  changesNews: [async ({}, use) => use(true), { scope: 'worker', auto: true }],
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** The titles on the home page before any script runs, and those in the news feed. */
async function sentTo(plain: Page) {
  await plain.goto('/')
  const news = await plain.locator('#id_news h3').allTextContents()
  const papers = await plain.locator('#id_publications h3').allTextContents()
  const data = (await plain.locator('script[type="application/ld+json"]').textContent()) ?? ''
  const graph = (JSON.parse(data) as { '@graph': { '@type': string; headline?: string }[] })['@graph']
  const headlines = graph.flatMap((node) => (node['@type'] === 'NewsArticle' ? [node.headline] : []))
  const feed = await (await plain.request.get('/news.xml')).text()
  const titles = [...feed.matchAll(/<item>\s*<title>(.*?)<\/title>/g)].map(([, title]) => title)
  return { news, papers, headlines, titles }
}

/** Whether the page can be scrolled sideways at the smallest width. */
async function overflowsWhenNarrow(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  if (size) await page.setViewportSize(size)
  return overflows
}

test('staff publish news, and visitors see it without a new build, until it is unpublished', async ({
  page,
  browser,
  signIn,
}) => {
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const desk = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const built = await sentTo(plain)
  expect(built.news[0]).toBe('Global SIPI University 2025')
  await signIn('staff', { on: desk })
  const section = desk.getByRole('region', { name: 'News', exact: true })
  const form = desk.getByRole('region', { name: /^(Add|Edit) news$/ })

  await test.step('a member of the staff writes news, and finds it again after a reload', async () => {
    await desk.getByRole('link', { name: 'Staff queue' }).click()
    const part = desk.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'News' })
    await part.click()
    await expect(part).toHaveAttribute('aria-current', 'page')
    await expect(section.getByRole('heading', { level: 3 })).toHaveCount(4)
    await expectAccessibleInBothThemes(desk, 'the news and publications')
    expect(await overflowsWhenNarrow(desk)).toBe(false)
    await section.getByRole('button', { name: 'Add news' }).click()
    await form.getByRole('textbox', { name: /^Title/ }).fill('Open day & fixtures')
    await form.getByRole('textbox', { name: /^Date/ }).fill('next spring')
    await form.getByRole('button', { name: 'Preview' }).click()
    await expect(form).toContainText('Enter a date that ends with a day, a month and a year, such as 21 August 2025.')
    await expect(form).toContainText('Enter the text in HTML.')
    await expect(form.getByRole('textbox', { name: /^Date/ })).toBeFocused()
    await expectAccessibleInBothThemes(desk, 'a form with mistakes')
    expect(await overflowsWhenNarrow(desk)).toBe(false)
    await form.getByRole('textbox', { name: /^Date/ }).fill('2-3 May 2026')
    await form
      .getByRole('textbox', { name: /^Text in HTML/ })
      .fill('<p>Come and <strong>see</strong>.</p><img src="x" onerror="alert(1)"><script>alert(2)</script>')
    await form.getByRole('radio', { name: 'Buffer curves' }).check()
    await desk.reload()
    await expect(form.getByRole('textbox', { name: /^Title/ })).toHaveValue('Open day & fixtures')
    await expect(form.getByRole('radio', { name: 'Buffer curves' })).toBeChecked()
  })

  await test.step('the preview shows what the home page will show, without what is not allowed', async () => {
    await form.getByRole('button', { name: 'Preview' }).click()
    const card = form.getByRole('article', { name: 'Open day & fixtures' })
    await expect(card.getByText('Come and see.')).toBeVisible()
    await expect(card.locator('p > strong')).toHaveText('see')
    await expect(card.locator('img')).toHaveAttribute('src', '/news/ibis-summit.svg')
    await expect(form.getByRole('note')).toContainText('The text was changed')
    await expectAccessibleInBothThemes(desk, 'the preview')
    expect(await overflowsWhenNarrow(desk)).toBe(false)
  })

  await test.step('a draft is not public', async () => {
    await form.getByRole('button', { name: 'Save as a draft' }).click()
    await expect(section.getByText('Saved, but not published.')).toBeVisible()
    await expect(section.getByRole('heading', { name: 'News', exact: true })).toBeFocused()
    expect(await sentTo(plain)).toEqual(built)
  })

  await test.step('the home page, its structured data and the feed have what is published, before any script runs', async () => {
    await section.getByRole('button', { name: 'Publish Open day & fixtures' }).click()
    await expect(section.getByText('Saved and published.')).toBeVisible()
    const { news, headlines, titles, papers } = await sentTo(plain)
    expect(news).toEqual(['Open day & fixtures', ...built.news])
    expect(headlines).toEqual(news)
    expect(titles.slice(0, 2)).toEqual(['Open day &amp; fixtures', 'Global SIPI University 2025'])
    expect(papers).toEqual(built.papers)
    await expect(plain.locator('#id_news')).toContainText('Come and see.')
  })

  await test.step('a visitor’s page takes the news over unchanged, and pages through it', async () => {
    await page.goto('/#id_news')
    const board = page.getByRole('region', { name: 'Where to meet us' })
    await expect(board.getByRole('heading', { level: 3, name: 'Open day & fixtures' })).toBeVisible()
    await expect(board.getByRole('status')).toHaveText('1 of 2')
    await board.getByRole('button', { name: 'Next page' }).click()
    await expect(board.getByRole('status')).toHaveText('2 of 2')
    await expect(board.getByRole('heading', { level: 3, name: 'DesignCon 2025', exact: true })).toBeVisible()
    // After a navigation within the site, the page loads the news.
    await page.getByRole('contentinfo').getByRole('link', { name: /terms/i }).first().click()
    await expect(page).toHaveURL(/\/terms/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'News' }).click()
    await expect(page.getByRole('heading', { level: 3, name: 'Open day & fixtures' })).toBeVisible()
  })

  await test.step('a colleague’s change is shown and not overwritten unseen', async () => {
    const other = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await signIn('staff', { on: other })
    await other.goto('/staff/news')
    await other.getByRole('button', { name: 'Edit Open day & fixtures' }).click()
    await section.getByRole('button', { name: 'Edit Open day & fixtures' }).click()
    for (const [at, title] of [
      [other, 'Open week'],
      [desk, 'Open month'],
    ] as const) {
      await at.getByRole('textbox', { name: /^Title/ }).fill(title)
      await at.getByRole('button', { name: 'Preview' }).click()
      await at.getByRole('button', { name: 'Publish the changes' }).click()
      if (at === other) await expect(at.getByText('Saved and published.')).toBeVisible()
    }
    await expect(form.getByRole('alert')).toContainText('has changed this entry in the meantime')
    await expect(form.getByRole('note')).toContainText('Open week')
    await expect(form.getByRole('textbox', { name: /^Title/ })).toHaveValue('Open month')
    await expectAccessibleInBothThemes(desk, 'a form with a conflict')
    await form.getByRole('button', { name: 'Preview' }).click()
    await form.getByRole('button', { name: 'Publish the changes' }).click()
    await expect(section.getByText('Saved and published.')).toBeVisible()
    expect((await sentTo(plain)).news[0]).toBe('Open month')
  })

  await test.step('what is unpublished disappears, and can then be deleted', async () => {
    await section.getByRole('button', { name: 'Unpublish Open month' }).click()
    await expect(section.getByText('Saved, but not published.')).toBeVisible()
    expect(await sentTo(plain)).toEqual(built)
    await section.getByRole('button', { name: 'Delete Open month' }).click()
    await expectAccessibleInBothThemes(desk, 'the question before a deletion')
    await section.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(section.getByText('Deleted.')).toBeVisible()
    await expect(section.getByRole('heading', { level: 3 })).toHaveCount(4)
  })
})

test('staff put a publication in its place, and visitors see it there', async ({ page, browser, signIn }) => {
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const built = await sentTo(plain)
  await signIn('staff')
  await page.goto('/staff/news')
  const section = page.getByRole('region', { name: 'Publications', exact: true })
  await section.getByRole('button', { name: 'Add a publication' }).click()
  const form = page.getByRole('region', { name: 'Add a publication' })
  await form.getByRole('textbox', { name: /^Title/ }).fill('Loss & Delay')
  await form.getByRole('textbox', { name: /^Authors/ }).fill('A. Author, B. Author')
  await form.getByRole('textbox', { name: /^Conference/ }).fill('Conf, 2026')
  await form.getByRole('textbox', { name: /^Link/ }).fill('example.com')
  await form.getByRole('textbox', { name: /^Place/ }).fill('2')
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form).toContainText('Enter a web address that starts with https://.')
  await form.getByRole('textbox', { name: /^Link/ }).fill('https://example.com/paper')
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByRole('link', { name: 'Loss & Delay' })).toHaveAttribute('href', 'https://example.com/paper')
  await expectAccessibleInBothThemes(page, 'the preview of a publication')
  await form.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(section.getByText('Saved and published.')).toBeVisible()
  expect((await sentTo(plain)).papers).toEqual([built.papers[0], 'Loss & Delay', ...built.papers.slice(1)])

  await page.goto('/#id_publications')
  const list = page.getByRole('region', { name: 'Selected reading in the field' })
  await list.getByRole('button', { name: 'Authors and conference of Loss & Delay' }).click()
  await expect(list.getByText('A. Author, B. Author')).toBeVisible()
})
