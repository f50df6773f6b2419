import { createHash } from 'node:crypto'

import { covers } from '../../spec-coverage/covers'
import { expect, test } from '../fixtures'

/** The content of a page's meta elements, by name or property. */
function metaOf(html: string): Record<string, string> {
  const found = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, key = '', value = '']) => [key, value]))
}

/** The size of a PNG file, from its header. */
function sizeOf(png: Buffer) {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

test('each public page names a picture of its own, of the right size and at an absolute URL', async ({ stack }) => {
  covers('decisions-link-pictures')
  const { publicUrl } = stack.config
  const sitemap = await (await fetch(`${publicUrl}/sitemap.xml`)).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  const expected = ['/', '/price', '/privacy', '/terms', '/sample-report'].map((path) => publicUrl + path)
  expect([...pages].sort()).toEqual(expected.sort())

  const pictures = new Map<string, string>()
  for (const address of pages) {
    const meta = metaOf(await (await fetch(address)).text())
    expect(meta, address).toMatchObject({
      'og:type': 'website',
      'og:url': address,
      'og:title': expect.stringMatching(/Viastack/),
      'og:description': meta['description'],
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringMatching(/^Viastack: “.+”, beside an? .+/),
      'twitter:card': 'summary_large_image',
    })
    const picture = meta['og:image'] ?? ''
    expect(picture.startsWith(`${publicUrl}/`), picture).toBe(true)
    const response = await fetch(picture)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    // Other sites show the picture.
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const png = Buffer.from(await response.arrayBuffer())
    expect(sizeOf(png)).toEqual([1200, 630])
    expect(png.length).toBeLessThan(200 * 1024)
    pictures.set(createHash('sha256').update(png).digest('hex'), picture)
  }
  expect(new Set(pictures.values()).size).toBe(pages.length)
  expect(pictures.size).toBe(pages.length)
})

test('pages that should not be found have no picture', async ({ stack }) => {
  for (const address of ['/no-such-page', '/workspace']) {
    const meta = metaOf(await (await fetch(stack.config.publicUrl + address)).text())
    expect([meta['robots'], meta['og:image']], address).toEqual(['noindex', undefined])
  }
})
