import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { PriceTable } from '../../../machines/wizard/rows/interfaces'
import { ConfigError, readConfig, type ServerConfig } from '../../../server/config'
import type { SiteNews } from '../../../machines/site/site-news'
import { followLatest } from '../../../server/site/latest-content'
import { registerSite } from '../../../server/site/site'
import { covers } from '../../spec-coverage/covers'

const files: Record<string, string> = {
  'index.html': '<!doctype html><title>Home</title>',
  'price.html':
    '<!doctype html><title>Price</title><p>From <span data-lowest-price="">$1,000</span></p><table>' +
    '<tbody data-price-rows="si"><tr><th scope="rowgroup">Signal</th></tr>' +
    '<tr data-price-row=""><th scope="row">MIPI-D</th><td>A</td><td>$2,000</td></tr>' +
    '<tr data-price-row=""><th scope="row">PCIE-Gen5</th><td>B</td><td>$3,000</td></tr></tbody>' +
    '<tbody data-price-rows="pi"><tr><th scope="rowgroup">Power</th></tr>' +
    '<tr data-price-row=""><th scope="row">PowerDC</th><td>C</td><td>$1,000</td></tr></tbody></table>' +
    '<p>The report arrives <span data-turnaround="">within 10 business days of payment</span>.</p>',
  'privacy.html': '<!doctype html><title>Privacy</title>',
  'terms.html': '<!doctype html><title>Terms</title><aside id="trial-notice" aria-label="Trial" hidden>Trial</aside>',
  'workspace.html': '<!doctype html><title>Shell</title>',
  'silent-check-sso.html': '<!doctype html><title>Silent check</title>',
  'theme.js': 'document',
  'robots.txt': 'Sitemap: https://site.invalid/sitemap.xml',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'inspector/index.html': '<!doctype html><title>Visualizer</title>',
  'inspector/sheets.json': '[]',
  'assets/app-3f2a.js': `console.log('${'trace '.repeat(200)}')`,
  'csp.json': JSON.stringify({
    '/': ['sha256-AAAA'],
    '/privacy': ['sha256-BBBB'],
    '/workspace': ['sha256-CCCC'],
    '/silent-check-sso.html': ['sha256-EEEE'],
    scripts: ['sha256-DDDD'],
  }),
  'config.json': JSON.stringify({
    auth: { provider: { url: 'https://old.example', realm: 'old', clientId: 'old' } },
    api: { base: '/api', v1: '/api/v1' },
    tools: { s2spice: { name: 'S2SPice Tool', serverApi: 'https://old.example' }, impedance: { name: 'Z', url: null } },
  }),
}

let folder: string
const opened: FastifyInstance[] = []

const initial: PriceTable = {
  si: [
    { name: 'MIPI-D', unit_price: 2000, text: 'A' },
    { name: 'PCIE-Gen5', unit_price: 3000, text: 'B' },
  ],
  pi: [{ name: 'PowerDC', unit_price: 1000, text: 'C' }],
  turnaround_days: 10,
}
/** The prices in the database. Each test that changes them restores them. */
let loadPrices = async () => initial
/** The news in the database, which the fixture does not show. */
const loadNews = async (): Promise<SiteNews> => ({ news: [], publications: [] })

/** Serves the fixture together with a small API and returns the origin. */
async function serve(env: Record<string, string> = {}, config: ServerConfig = readConfig(env)): Promise<string> {
  const app = fastify()
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ title: 'The API knows no such call.' }))
  app.get('/api/v1/prices', () => ({ prices: [] }))
  await registerSite(app, { clientDir: folder, config, loadPrices: () => loadPrices(), loadNews })
  opened.push(app)
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const sources = (response: Response, directive: string) => {
  const policy = response.headers.get('content-security-policy') ?? ''
  return policy
    .split('; ')
    .find((part) => part.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1)
}

/**
 * Requests a path with exactly these headers and returns the status. fetch would normalize the path and add headers.
 */
const rawStatus = (origin: string, address: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(origin, { path: address, headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end()
  })

/** Spellings of the same address: with encoded characters or a fragment, or as a complete URL (RFC 9112, 3.2.2). */
const spellingsOf = (address: string) => {
  const encoded = (char: string) => `%${char.charCodeAt(0).toString(16)}`
  return [
    address,
    address.replace(/[a-z]/, encoded),
    address.replace(/[a-z]$/, encoded),
    address.replace('.', encoded),
    `/${address.slice(1).replace('/', encoded)}`,
    `/${[...address.slice(1)].map(encoded).join('')}`,
    `${address}#.js`,
    `http://site.example${address}`,
  ]
}

let site: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'site-'))
  for (const name of ['assets', 'inspector']) await mkdir(path.join(folder, name))
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  for (const name of ['assets/app-3f2a.js', 'index.html', 'theme.js']) {
    await writeFile(path.join(folder, `${name}.br`), brotliCompressSync(files[name] ?? ''))
    await writeFile(path.join(folder, `${name}.gz`), gzipSync(files[name] ?? ''))
  }
  site = await serve()
})

afterAll(async () => {
  await Promise.all(opened.map((app) => app.close()))
  await rm(folder, { recursive: true })
})

describe('pages', () => {
  test.each([
    ['/', 'Home'],
    ['/home', 'Home'],
    ['/privacy', 'Privacy'],
    ['/terms?from=footer', 'Terms'],
    ['/workspace', 'Shell'],
    ['/workspace/projects/7?folder=reports', 'Shell'],
    ['/login?code=1&state=2', 'Shell'],
  ])('%s returns the page "%s", as HTML that browsers revalidate', async (address, title) => {
    const response = await fetch(site + address)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe(address.startsWith('/login') ? 'no-store' : 'no-cache')
    expect(await response.text()).toContain(`<title>${title}</title>`)
  })

  test('an unchanged page returns 304', async () => {
    const etag = (await fetch(`${site}/privacy`)).headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect(await rawStatus(site, '/privacy', { 'if-none-match': etag })).toBe(304)
  })

  test('a trailing slash redirects to the page, with its query', async () => {
    const response = await fetch(`${site}/terms/?from=mail`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '/terms?from=mail'])
  })

  test.each(['/nowhere', '/privacy/deeper', '/index.html', '/workspaces'])(
    '%s returns a page with the status 404',
    async (address) => {
      const response = await fetch(site + address)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await response.text()).toContain('<title>Shell</title>')
    },
  )

  test('a prerendered 404 page takes precedence over the shell', async () => {
    await writeFile(path.join(folder, '404.html'), '<!doctype html><title>Not found</title>')
    const other = await serve()
    const response = await fetch(`${other}/nowhere`)
    await rm(path.join(folder, '404.html'))
    expect([response.status, await response.text()]).toEqual([404, '<!doctype html><title>Not found</title>'])
  })

  test('the API returns its own responses, even for unknown calls', async () => {
    expect(await (await fetch(`${site}/api/v1/prices`)).json()).toEqual({ prices: [] })
    for (const address of ['/api', '/api/v1/nothing', '/api/file.zip']) {
      const response = await fetch(site + address)
      expect([response.status, await response.json()]).toEqual([404, { title: 'The API knows no such call.' }])
    }
  })
})

describe('files', () => {
  test('hashed files are cached forever, pictures for an hour, and scripts with a fixed name are revalidated', async () => {
    const caching = async (address: string, encoding = 'identity') => {
      const response = await fetch(site + address, { headers: { 'accept-encoding': encoding } })
      return response.headers.get('cache-control')
    }
    expect(await caching('/assets/app-3f2a.js')).toBe('public, max-age=31536000, immutable')
    expect(await caching('/favicon.svg')).toBe('public, max-age=3600')
    for (const encoding of ['identity', 'gzip', 'br']) expect(await caching('/theme.js', encoding)).toBe('no-cache')
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('a browser that accepts %s gets the encoding %s and the same content', async (accept, encoding) => {
    for (const [address, name] of [
      ['/assets/app-3f2a.js', 'assets/app-3f2a.js'],
      ['/', 'index.html'],
    ] as const) {
      const response = await fetch(site + address, { headers: { 'accept-encoding': accept } })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
      expect(await response.text()).toBe(files[name])
    }
  })

  test.each(['/workspace.html', '/inspector/sheets.json', '/inspector/index.html'])(
    '%s is not a file of the site, however it is spelled',
    async (address) => {
      for (const spelling of spellingsOf(address)) expect(await rawStatus(site, spelling), spelling).toBe(404)
    },
  )

  test('an encoded address has the rules of the address that it means', async () => {
    expect(await (await fetch(`${site}/%61pi/v1/nothing`)).json()).toEqual({ title: 'The API knows no such call.' })
    const { publicUrl } = readConfig({})
    expect(await (await fetch(`${site}/%72obots.txt`)).text()).toBe(`Sitemap: ${publicUrl}/sitemap.xml`)
  })

  test('a missing file returns a 404 that is not cached', async () => {
    const response = await fetch(`${site}/assets/gone-1.js`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, null])
  })

  test.each([
    '/../package.json',
    '/assets/../../package.json',
    '/..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
  ])('%s does not leave the folder', async (address) => {
    expect(await rawStatus(site, address)).toBeGreaterThanOrEqual(400)
  })
})

describe('the visualizer', () => {
  test('is not available unless config.json enables it', async () => {
    for (const address of ['/inspector/', '/inspector/index.html', '/inspector/sheets.json']) {
      expect((await fetch(site + address)).status, address).toBe(404)
    }
    expect(await (await fetch(`${site}/config.json`)).json()).not.toHaveProperty('inspect')
  })

  test('has its own policy, which forbids other origins and inline scripts', async () => {
    const given = files['config.json'] ?? ''
    await writeFile(path.join(folder, 'config.json'), JSON.stringify({ ...JSON.parse(given), inspect: true }))
    const other = await serve()
    await writeFile(path.join(folder, 'config.json'), given)
    const page = await fetch(`${other}/inspector/`)
    expect([page.status, await page.text()]).toEqual([200, files['inspector/index.html']])
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect((await fetch(`${other}/inspector/sheets.json`)).status).toBe(200)
    expect(await (await fetch(`${other}/config.json`)).json()).toMatchObject({ inspect: true })
    expect(page.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
      "img-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
  })
})

describe('the Content-Security-Policy of a page', () => {
  test('allows only scripts from the site and the inlined one, under Trusted Types', async () => {
    const response = await fetch(`${site}/terms`)
    expect(sources(response, 'default-src')).toEqual(["'none'"])
    expect(sources(response, 'script-src')).toEqual(["'self'", "'sha256-DDDD'"])
    expect(sources(response, 'base-uri')).toEqual(["'none'"])
    expect(sources(response, 'object-src')).toEqual(["'none'"])
    expect(sources(response, 'require-trusted-types-for')).toEqual(["'script'"])
    expect(sources(response, 'trusted-types')).toEqual(['sanitize', 'worker'])
  })

  test('lists the styles inlined in that page, and the empty one', async () => {
    const empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    const stylesOf = async (address: string) => sources(await fetch(site + address), 'style-src')
    expect(await stylesOf('/')).toEqual(["'self'", empty, "'sha256-AAAA'"])
    expect(await stylesOf('/home')).toEqual(["'self'", empty, "'sha256-AAAA'"])
    expect(await stylesOf('/privacy')).toEqual(["'self'", empty, "'sha256-BBBB'"])
    expect(await stylesOf('/login')).toEqual(["'self'", empty, "'sha256-CCCC'"])
    expect(await stylesOf('/terms')).toEqual(["'self'", empty])
  })

  test('allows connections only to the provider and the tool servers', async () => {
    const own = await serve({
      OIDC_ISSUER: 'https://id.example/auth/realms/boards',
      S2SPICE_SERVER_URL: 'https://spice.example/app/',
      S2SPICE_API_URL: 'https://api.spice.example',
    })
    const response = await fetch(own)
    expect(sources(response, 'connect-src')).toEqual([
      "'self'",
      'https://id.example',
      'https://spice.example',
      'https://api.spice.example',
    ])
    expect(sources(response, 'frame-src')).toEqual(["'self'", 'blob:', 'https://id.example'])
    expect(sources(response, 'form-action')).toEqual(["'self'", 'https://id.example'])
  })

  test('allows connections to an API on another host, and media from it', async () => {
    const response = await fetch(await serve({ API_PUBLIC_URL: 'https://api.boards.example' }))
    expect(sources(response, 'connect-src')?.slice(0, 2)).toEqual(["'self'", 'https://api.boards.example'])
    expect(sources(response, 'media-src')).toEqual(["'self'", 'blob:', 'https://api.boards.example'])
  })

  test('forbids framing except for the silent check, which is allowed nothing else', async () => {
    for (const address of [
      '/',
      '/workspace',
      '/login',
      '/nowhere',
      '/theme.js',
      '/config.json',
      '/assets/app-3f2a.js',
    ]) {
      expect(sources(await fetch(site + address), 'frame-ancestors'), address).toEqual(["'none'"])
    }
    const check = await fetch(`${site}/silent-check-sso.html`)
    expect(sources(check, 'frame-ancestors')).toEqual(["'self'"])
    expect(sources(check, 'script-src')).toEqual(["'sha256-EEEE'"])
    expect(sources(check, 'connect-src')).toBeUndefined()
    expect(check.headers.get('cache-control')).toBe('public, max-age=3600')
  })
})

test('a missing page of the silent check is not cached, so that it works once it is there', async () => {
  const without = await mkdtemp(path.join(tmpdir(), 'site-without-check-'))
  try {
    await writeFile(path.join(without, 'workspace.html'), '')
    const app = fastify()
    opened.push(app)
    await registerSite(app, { clientDir: without, config: readConfig({}), loadPrices, loadNews })
    const response = await app.inject('/silent-check-sso.html')
    expect(response.statusCode).toBe(404)
    expect(response.headers['cache-control']).toBeUndefined()
  } finally {
    await rm(without, { recursive: true })
  }
})

describe('a page with prices', () => {
  afterEach(() => {
    loadPrices = async () => initial
  })

  /** The page as text, without the markup around its parts. */
  const read = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${site}/price`, { headers })
    const html = await response.text()
    const text = html.replaceAll(/<\/(?:th|td|tr|p|title)>/g, ' ').replaceAll(/<[^>]+>/g, '')
    return { html, text: text.replaceAll(/ +/g, ' ').trim(), etag: response.headers.get('etag') ?? '' }
  }
  const before =
    'Price From $1,000 Signal MIPI-D A $2,000 PCIE-Gen5 B $3,000 Power PowerDC C $1,000 The report arrives within 10 business days of payment.'

  test('is sent as it was built while the prices are those of the build', async () => {
    expect((await read()).html).toBe(files['price.html'])
  })

  test('contains the current prices and the current turnaround, with new and without removed rows, as text', async () => {
    covers('decisions-price-version-public')
    const old = await read()
    expect(old.text).toBe(before)
    const usb = { name: 'USB4', unit_price: 4000, text: '<b>Eyes</b> & loss' }
    loadPrices = async () => ({ ...initial, si: [usb], pi: [{ name: 'PowerDC', unit_price: 800 }], turnaround_days: 8 })
    const current = await read()
    expect(current.text).toBe(
      'Price From $800 Signal USB4 &lt;b&gt;Eyes&lt;/b&gt; &amp; loss $4,000 Power PowerDC A report with the voltage drop and current density from the source to each load. $800 The report arrives within 8 business days of payment.',
    )
    expect(current.etag).not.toBe(old.etag)
    expect(await rawStatus(site, '/price', { 'if-none-match': old.etag })).toBe(200)
    expect(await rawStatus(site, '/price', { 'if-none-match': current.etag })).toBe(304)
  })

  test('keeps the last known prices while the database fails or does not answer', async () => {
    loadPrices = async () => ({ ...initial, turnaround_days: 9 })
    expect((await read()).text).toContain('within 9 business days')
    loadPrices = () => Promise.reject(new Error('down'))
    expect((await read()).text).toContain('within 9 business days')
    let answer = (_: PriceTable) => {}
    loadPrices = () => new Promise((resolve) => (answer = resolve))
    expect((await read()).text).toContain('within 9 business days')
    answer({ ...initial, turnaround_days: 7 })
    loadPrices = async () => initial
    expect((await read()).text).toContain('within 10 business days')
  })

  test('asks the database once for pages that are requested at the same time', async () => {
    let calls = 0
    const known = followLatest(async () => {
      calls += 1
      return initial
    })
    expect(await Promise.all([known(), known(), known()])).toEqual([initial, initial, initial])
    expect(calls).toBe(1)
    await known()
    expect(calls).toBe(2)
  })
})

describe('the other headers', () => {
  test('restrict openers, types and referrers on every page and file', async () => {
    for (const address of ['/', '/workspace', '/nowhere', '/theme.js']) {
      const { headers } = await fetch(site + address)
      expect(headers.get('x-content-type-options'), address).toBe('nosniff')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
    }
  })

  test('the login page sends no referrer', async () => {
    const { headers } = await fetch(`${site}/login?code=1&state=2`)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('pages connect early to an identity provider on another origin', async () => {
    const linkOf = async (site: string, address: string) => (await fetch(site + address)).headers.get('link')
    const elsewhere = await serve({ OIDC_ISSUER: 'https://id.example/auth/realms/boards' })
    const early = '<https://id.example>; rel=preconnect, <https://id.example>; rel=preconnect; crossorigin'
    for (const address of ['/', '/workspace', '/login', '/nowhere']) {
      expect(await linkOf(elsewhere, address), address).toBe(early)
    }
    expect(await linkOf(elsewhere, '/theme.js')).toBeNull()
    const together = { PUBLIC_URL: 'https://boards.example', OIDC_ISSUER: 'https://boards.example/realms/boards' }
    expect(await linkOf(await serve(together), '/')).toBeNull()
  })

  test('HSTS is sent if the site uses https, and only then', async () => {
    expect((await fetch(site)).headers.get('strict-transport-security')).toBeNull()
    const secured = await serve({ PUBLIC_URL: 'https://boards.example' })
    expect((await fetch(secured)).headers.get('strict-transport-security')).toBe('max-age=31536000')
  })
})

test('only in a trial, pages show its notice, without a script', async () => {
  const notice = async (site: string) => (await (await fetch(`${site}/terms`)).text()).match(/<aside[^>]*>/)?.[0]
  expect(await notice(site)).toBe('<aside id="trial-notice" aria-label="Trial" hidden>')
  expect(await notice(await serve({ TRIAL: 'yes' }))).toBe('<aside id="trial-notice" aria-label="Trial">')
})

describe('/config.json', () => {
  test('contains the server’s provider, tool and login, and keeps the rest of the file', async () => {
    const own = await serve({
      PUBLIC_URL: 'https://boards.example',
      OIDC_ISSUER: 'https://id.example/auth/realms/boards',
      OIDC_CLIENT_ID: 'web',
      S2SPICE_SERVER_URL: 'https://spice.example/app/',
      S2SPICE_API_URL: 'https://api.spice.example',
    })
    const response = await fetch(`${own}/config.json`)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.json()).toEqual({
      auth: {
        provider: {
          url: 'https://id.example/auth',
          realm: 'boards',
          clientId: 'web',
          authorizationEndpoint: 'https://id.example/auth/realms/boards/protocol/openid-connect/auth',
        },
      },
      api: { base: '/api', v1: '/api/v1' },
      loginUrl: 'https://boards.example/workspace',
      tools: {
        s2spice: { name: 'S2SPice Tool', serverApi: 'https://api.spice.example' },
        impedance: { name: 'Z', url: null },
      },
    })
  })

  test('names an API on another host, a trial, and the size of upload requests', async () => {
    const own = await serve({ API_PUBLIC_URL: 'https://api.boards.example', TRIAL: 'yes', UPLOAD_PART_MB: '95' })
    expect(await (await fetch(`${own}/config.json`)).json()).toMatchObject({
      api: { base: 'https://api.boards.example/api', v1: 'https://api.boards.example/api/v1' },
      trial: true,
      uploadPartMb: 95,
    })
  })

  test('an issuer without a realm is rejected at startup, with an error that names the setting', async () => {
    await expect(serve({ OIDC_ISSUER: 'https://id.example' })).rejects.toThrow(ConfigError)
    await expect(serve({ OIDC_ISSUER: 'https://id.example' })).rejects.toThrow(/OIDC_ISSUER must end in \/realms\//)
  })
})
