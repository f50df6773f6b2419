import { everything, logins } from './fault-proxy'
import { avatar, expect, fillLoginForm, loginForm, loginLink, notice, overlay, test, workspace } from './fixtures'

test('31 plain http beyond localhost: an error message instead of a blank page', async ({ page, world, watched }) => {
  const { port } = new URL(world.site)
  const site = `http://site.test:${port}`
  await page.goto(`${site}/privacy`)
  await expect(overlay(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)

  await page.goto(`${site}/login`)
  await expect(overlay(page)).toBeHidden()
  await expect(notice(page)).toContainText(/HTTPS/)
  await page.goto(`${site}/workspace`)
  await expect(page.getByRole('main').getByRole('heading').or(notice(page)).first()).toBeVisible()
  expect(world.proxy.count(everything)).toBe(0)
  expect(watched.errors).toEqual([])
})

test('32 storage blocked or full: no crash', async ({ browser, world }) => {
  const kinds = {
    full: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    },
    blocked: () => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
      }
    },
  }
  for (const [name, script] of Object.entries(kinds)) {
    const context = await browser.newContext()
    const errors: string[] = []
    context.on('weberror', (error) => errors.push(String(error.error())))
    const page = await context.newPage()
    page.on('dialog', (dialog) => dialog.accept())
    await page.addInitScript(script)
    await page.goto(world.site)
    await expect(overlay(page), name).toBeHidden()
    await expect(loginLink(page), name).toBeVisible()
    await page.goto(`${world.site}/terms`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    // Either the workspace is reached or an error is shown; there is no redirect loop.
    await world.proxy.reset()
    await page.goto(`${world.site}/workspace`)
    await expect(loginForm(page).or(notice(page)).first()).toBeVisible()
    if (await loginForm(page).isVisible()) {
      await fillLoginForm(page, world)
      await expect(workspace(page).or(notice(page)).or(avatar(page)).first()).toBeVisible()
    }
    expect(world.proxy.count(logins), name).toBeLessThanOrEqual(2)
    expect(errors, name).toEqual([])
    await context.close()
  }
})
