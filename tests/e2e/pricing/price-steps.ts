import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

import { sample } from '../../formats/sample-files'
import { expect, type Session } from '../fixtures'

export const choice = (page: Page) => page.getByRole('complementary', { name: 'Your selection' })

/**
 * From now on, records everything through which a board could leave the browser. Ignores only GET requests without a
 * body: those for blob: and data: URLs, and those to the site or the provider that have no search parameters except
 * those of the session check or the sample.
 */
export function sentBy(page: Page, { config }: Pick<Session['stack'], 'config'>) {
  const sent: string[] = []
  page.on('websocket', (socket) => sent.push(`WebSocket ${socket.url()}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isSample = ['', '?board=sample', '?board=sample&show=board'].includes(url.search)
    const isOfSite = url.origin === config.publicUrl && isSample
    const isOfProvider = request.url().startsWith(`${config.oidc.issuer}/`)
    const isCheck = isOfProvider && (url.search === '' || url.searchParams.get('prompt') === 'none')
    const isRead = request.method() === 'GET' && request.postData() === null
    if (!isRead || !(isOfSite || isCheck || ['blob:', 'data:'].includes(url.protocol))) {
      sent.push(`${request.method()} ${request.url()}`)
    }
  })
  return sent
}

/** Drops a file on the drop zone, as the browser reports it to the page. */
export async function drop(page: Page, name: string, content: string | Uint8Array) {
  const bytes = Buffer.from(content).toString('base64')
  const dataTransfer = await page.evaluateHandle(
    ([file, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], file))
      return transfer
    },
    [name, bytes] as const,
  )
  await page.locator('[data-board-zone]').dispatchEvent('drop', { dataTransfer })
}

/** Drags a file over the drop zone, without dropping it. */
export async function drag(page: Page) {
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([''], 'camera.kicad_pcb'))
    return transfer
  })
  for (const type of ['dragenter', 'dragover'])
    await page.locator('[data-board-zone]').dispatchEvent(type, { dataTransfer })
}

/** Waits until the prices of a board are shown, and the page's heading has the focus. */
export async function expectPriced(page: Page, name: string, found: RegExp) {
  await expect(page.getByRole('heading', { name: `Simulation price for ${name}` })).toBeFocused()
  const offers = page.getByRole('region', { name: 'Found on your board' })
  await expect(offers.getByRole('heading', { level: 2 })).toHaveText(found)
}

/** The number of boards in the browser's own storage. */
export const keptBoards = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('kept-board')
        // Without a database, this would create an empty one.
        opening.onupgradeneeded = () => {
          opening.transaction?.abort()
          resolve(0)
        }
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const [store] = database.objectStoreNames
          if (store === undefined) throw new Error('The database has no store.')
          const counting = database.transaction(store).objectStore(store).count()
          counting.onsuccess = () => resolve(counting.result)
          database.close()
        }
      }),
  )

/** Our small ODB++ job as an archive, with a supply and its ground. */
export function odbArchive() {
  // Replacements of the same length keep the offsets in the archive valid.
  const changes = [
    ['NET CLK_P', 'NET +3.3V'],
    // The second pin of U1, which is not connected, becomes a pin of GND.
    ['TOP 1 6 5 0 N 0 0 2', 'TOP 1 6 5 0 N 2 0 2'],
  ] as const
  const job = changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The job does not contain ${from}.`)
      return text.replace(from, to)
    },
    Buffer.from(sample('odb.tar')).toString('latin1'),
  )
  return gzipSync(Buffer.from(job, 'latin1'))
}
