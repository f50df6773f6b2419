import type { Page } from '@playwright/test'

/**
 * Resolves when the provider has ended the session and has sent the page back to the home page. Call it before the
 * logout. The header shows Login at once, while the session and its data still exist.
 */
export const backFromLogout = (page: Page) =>
  page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame() && new URL(frame.url()).pathname === '/')
