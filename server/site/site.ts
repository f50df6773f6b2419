import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { ConfigError, type ServerConfig } from '../config'
import type { PriceTable } from '../../machines/wizard/rows/interfaces'
import type { SiteNews } from '../../machines/site/site-news'
import { latestPart } from './latest-content'
import { showsNews, withNews } from './listed-news'
import { showsPrices, withPrices } from './listed-prices'
import { loadSiteText, type SendText } from './site-texts'

const shell = 'workspace.html'
const silentCheckPage = 'silent-check-sso.html'

/** The prerendered files by URL path. /home is the same page as /. */
const pages: Record<string, string> = {
  '/': 'index.html',
  '/home': 'index.html',
  '/price': 'price.html',
  '/privacy': 'privacy.html',
  '/terms': 'terms.html',
  '/sample-report': 'sample-report.html',
  '/workspace': shell,
  '/staff': shell,
}

/**
 * Serves the built site: pages, files, runtime configuration and their security headers. Pages are prerendered files.
 * The workspace, the staff pages and the login callback share one shell that is rendered in the browser. All paths
 * below /api belong to the API, even unknown ones. Files are sent in their .br or .gz variant if the browser accepts
 * it. Pages and the feed contain the prices, news and publications that `loadPrices` and `loadNews` return.
 *
 * `clientDir/csp.json` contains the hashes of the styles inlined in each page, of the script inlined in all pages, and
 * of the script of the silent check: `{ "/privacy": ["sha256-…"], "scripts": ["sha256-…"] }`. Throws a ConfigError if
 * the issuer is not the URL of a realm.
 */
export async function registerSite(
  app: FastifyInstance,
  o: {
    clientDir: string
    config: ServerConfig
    loadPrices: () => Promise<PriceTable>
    loadNews: () => Promise<SiteNews>
  },
): Promise<void> {
  const { clientDir, config } = o
  const { publicUrl, isTrial } = config
  const parts = [
    latestPart({ isIn: showsPrices, load: o.loadPrices, insert: withPrices }),
    latestPart({ isIn: showsNews, load: o.loadNews, insert: (text, news) => withNews(text, news, publicUrl) }),
  ]
  const hashes = v.parse(inlinedHashes, readJson(path.join(clientDir, 'csp.json')))
  const runtimeConfig = runtimeConfigFor(
    config,
    v.parse(v.looseObject({}), readJson(path.join(clientDir, 'config.json'))),
  )
  const policies = policiesFor(config)
  const isInspected = runtimeConfig['inspect'] === true
  const notFoundPage = existsSync(path.join(clientDir, '404.html')) ? '404.html' : shell

  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    // This is called only for files that exist, so that a 404 is not cached for a year.
    setHeaders: (reply, file) => {
      if (reply.hasHeader('cache-control')) return
      reply.header('cache-control', cacheControlOf(path.relative(clientDir, file)))
    },
  })

  const secure = (reply: FastifyReply, policy: string) =>
    reply.headers({
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': permissions,
      'referrer-policy': reply.getHeader('referrer-policy') ?? 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      ...(config.publicUrl.startsWith('https://') && { 'strict-transport-security': 'max-age=31536000' }),
    })
  const links = preconnects(config)
  const securePage = (reply: FastifyReply, file: string) => {
    const page = file === 'index.html' ? '/' : `/${path.basename(file, '.html')}`
    if (links) reply.header('link', links)
    return secure(reply, policies.page({ styles: hashes[page] ?? [], scripts: hashes['scripts'] ?? [] }))
  }

  const texts = new Map<string, SendText>()
  const load = async (file: string, type: string) => {
    const send = await loadSiteText({ clientDir, file, type, publicUrl, isTrial, parts })
    if (send) texts.set(file, send)
  }
  const pageFiles = [...new Set([...Object.values(pages), notFoundPage])]
  await Promise.all([
    ...pageFiles.map((file) => load(file, 'text/html; charset=utf-8')),
    load('robots.txt', 'text/plain; charset=utf-8'),
    load('sitemap.xml', 'application/xml; charset=utf-8'),
    load('news.xml', 'application/rss+xml; charset=utf-8'),
  ])
  const sendPage = (request: FastifyRequest, reply: FastifyReply, file: string) =>
    texts.get(file)?.(request, securePage(reply, file)) ?? securePage(reply, file).sendFile(file)

  for (const [address, file] of Object.entries(pages)) {
    app.get(address, (request, reply) => sendPage(request, reply, file))
  }
  app.get('/workspace/*', (request, reply) => sendPage(request, reply, shell))
  app.get('/staff/*', (request, reply) => sendPage(request, reply, shell))

  // The URL may contain an authorization code, so the response must not be cached, and the URL must not be sent as a
  // referrer.
  app.get('/login', (request, reply) =>
    sendPage(request, reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }), shell),
  )

  // With a stricter opener policy, a login in a tool's window would lose the reference to its opener.
  app.get('/silent-check-sso.html', (_request, reply) =>
    secure(reply, policies.silentCheck({ scripts: hashes['/silent-check-sso.html'] ?? [] }))
      .header('cross-origin-opener-policy', 'unsafe-none')
      .sendFile(silentCheckPage),
  )

  app.get('/config.json', (_request, reply) =>
    secure(reply, policies.file).header('cache-control', 'no-cache').send(runtimeConfig),
  )

  if (isInspected) {
    app.get('/inspector/', (_request, reply) =>
      secure(reply, policies.inspector).header('cache-control', 'no-cache').sendFile('inspector/index.html'),
    )
  }

  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    // Check the decoded path, because `sendFile` gets it decoded, too: %69nspector/ is inspector/.
    const address = `/${request.params['*']}`
    if (address === '/api' || address.startsWith('/api/')) {
      reply.callNotFound()
      return reply
    }

    const bare = address.replace(/\/+$/, '')
    if (bare !== address && (bare in pages || bare === '/login')) {
      const [, query] = request.url.split('?', 2)
      return reply.redirect(query === undefined ? bare : `${bare}?${query}`, 308)
    }

    const extension = path.posix.extname(address)
    const isHidden = !isInspected && address.startsWith('/inspector/')
    if (extension === '' || extension === '.html' || isHidden) {
      return sendPage(request, reply.code(404), notFoundPage)
    }
    const text = texts.get(address.slice(1))
    if (text) return text(request, secure(reply, policies.file))
    secure(reply, policies.file)
    // Other sites show these pictures in link previews.
    if (address.startsWith('/previews/')) reply.header('cross-origin-resource-policy', 'cross-origin')
    return reply.sendFile(request.params['*'])
  })
}

/**
 * Returns the links with which a page connects to the identity provider while its scripts load; null if the provider
 * has the same origin as the site. The frame of the silent check and the provider's metadata each need their own
 * connection, since only the frame sends cookies.
 */
function preconnects({ oidc, publicUrl }: ServerConfig): string | null {
  const { origin } = new URL(oidc.issuer)
  if (origin === new URL(publicUrl).origin) return null
  return `<${origin}>; rel=preconnect, <${origin}>; rel=preconnect; crossorigin`
}

const inlinedHashes = v.record(v.string(), v.array(v.pipe(v.string(), v.regex(/^sha256-[\w+/]+=*$/))))

/** Returns the file's JSON; an empty object if the file does not exist. */
const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/**
 * Hashed files never change; pages and entry scripts are revalidated; images may be cached for an hour. The page of the
 * silent check may be cached for an hour as well, since every page waits for it. An older copy still works after a
 * deployment: its script is inlined and only passes the page's URL on, and its policy is cached with it.
 */
function cacheControlOf(file: string): string {
  if (file.startsWith(`assets${path.sep}`)) return 'public, max-age=31536000, immutable'
  if (file.startsWith(silentCheckPage)) return 'public, max-age=3600'
  return /\.(html|js|json|css)(\.br|\.gz)?$/.test(file) ? 'no-cache' : 'public, max-age=3600'
}

/** Returns the built config.json with the provider, tools and URLs of this server. */
function runtimeConfigFor(config: ServerConfig, base: Record<string, unknown>): Record<string, unknown> {
  const [, url, realm] = /^(.+)\/realms\/([^/]+)$/.exec(config.oidc.issuer) ?? []
  if (!url || !realm) {
    throw new ConfigError('OIDC_ISSUER must end in /realms/ and the realm’s name.')
  }
  const tools = v.parse(v.fallback(v.looseObject({}), {}), base['tools'])
  const s2spice = v.parse(v.fallback(v.looseObject({}), {}), tools['s2spice'])
  return {
    ...base,
    auth: {
      provider: {
        url,
        realm: decodeURIComponent(realm),
        clientId: config.oidc.clientId,
        authorizationEndpoint: `${config.oidc.issuer}/protocol/openid-connect/auth`,
      },
    },
    ...(config.apiPublicUrl !== config.publicUrl && {
      api: { base: `${config.apiPublicUrl}/api`, v1: `${config.apiPublicUrl}/api/v1` },
    }),
    ...(config.uploadPartMb !== null && { uploadPartMb: config.uploadPartMb }),
    loginUrl: config.loginUrl,
    ...(config.isTrial && { trial: true }),
    tools: { ...tools, s2spice: { ...s2spice, serverApi: config.s2spice.apiUrl } },
  }
}

const permissions = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Hash of the empty string: emotion inserts empty style elements and fills them through the CSSOM. */
const emptyStyle = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

function policiesFor(config: ServerConfig) {
  const provider = new URL(config.oidc.issuer).origin
  const tools = new Set([new URL(config.s2spice.serverUrl).origin, new URL(config.s2spice.apiUrl).origin])
  const api = config.apiPublicUrl === config.publicUrl ? [] : [config.apiPublicUrl]
  const common = { 'default-src': `'none'`, 'base-uri': `'none'`, 'object-src': `'none'` }
  const policy = (directives: Record<string, string>) =>
    Object.entries({ ...common, ...directives })
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; ')

  return {
    /** Pages of the app, with the hashes of their inline styles and of the inline script that sets the theme. */
    page: ({ styles, scripts }: { styles: string[]; scripts: string[] }) =>
      policy({
        'script-src': [`'self'`, ...scripts.map((hash) => `'${hash}'`)].join(' '),
        'style-src': [`'self'`, ...[emptyStyle, ...styles].map((hash) => `'${hash}'`)].join(' '),
        'style-src-attr': `'unsafe-inline'`,
        'img-src': `'self' data: blob:`,
        'font-src': `'self'`,
        // Large media are streamed from signed URLs of the API.
        'media-src': [`'self' blob:`, ...api].join(' '),
        'manifest-src': `'self'`,
        'worker-src': `'self'`,
        'connect-src': [`'self'`, ...api, provider, ...tools].join(' '),
        'frame-src': `'self' blob: ${provider}`,
        'form-action': `'self' ${provider}`,
        'frame-ancestors': `'none'`,
        'require-trusted-types-for': `'script'`,
        'trusted-types': 'sanitize worker',
      }),
    /**
     * The only page that the app itself loads in a frame. It runs only its own script, which is inline in a production
     * build and a file in a development build.
     */
    silentCheck: ({ scripts }: { scripts: string[] }) =>
      policy({
        'script-src': scripts.map((hash) => `'${hash}'`).join(' ') || `'self'`,
        'form-action': `'none'`,
        'frame-ancestors': `'self'`,
        'require-trusted-types-for': `'script'`,
      }),
    /**
     * The visualizer, which runs its own script, loads its own charts, and connects to no other origin. A chart is
     * converted to PNG through an image that is loaded from memory.
     */
    inspector: policy({
      'script-src': `'self'`,
      'style-src': `'self' '${emptyStyle}'`,
      'img-src': `'self' blob:`,
      'font-src': `'self'`,
      'connect-src': `'self'`,
      'form-action': `'none'`,
      'frame-ancestors': `'none'`,
      'require-trusted-types-for': `'script'`,
      'trusted-types': `'none'`,
    }),
    /**
     * Other files. A worker uses the policy of its script, so scripts from this origin and connections to it are
     * allowed.
     */
    file: policy({
      'script-src': `'self'`,
      'connect-src': `'self'`,
      'form-action': `'none'`,
      'frame-ancestors': `'none'`,
    }),
  }
}
