import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { ConfigError, type ServerConfig } from '../config'
import { loadSiteText, type SendText } from './site-texts'

const shell = 'workspace.html'

/** Address → prerendered file. /home is the same page as /. */
const pages: Record<string, string> = {
  '/': 'index.html',
  '/home': 'index.html',
  '/privacy': 'privacy.html',
  '/terms': 'terms.html',
  '/workspace': shell,
}

/**
 * The built site: its pages, files, runtime configuration and the headers that guard them. Pages are prerendered files;
 * the workspace and the way back from the provider share one shell that the browser fills. Everything below /api stays
 * the API's, also what it does not know. Files stand beside their .br and .gz twins and are sent as the browser accepts.
 *
 * `clientDir/csp.json` names the styles inlined in each page, and the script inlined in all of them:
 * `{ "/privacy": ["sha256-…"], "scripts": ["sha256-…"] }`.
 * Throws a ConfigError when the issuer is no realm's address.
 */
export async function registerSite(
  app: FastifyInstance,
  o: { clientDir: string; config: ServerConfig },
): Promise<void> {
  const { clientDir, config } = o
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
    // Asked only for a file that is there: a 404 must not be kept for a year.
    setHeaders: (reply, file) => {
      if (reply.hasHeader('cache-control')) return
      reply.header('cache-control', cachingOf(path.relative(clientDir, file)))
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
  const guardPage = (reply: FastifyReply, file: string) => {
    const page = file === 'index.html' ? '/' : `/${path.basename(file, '.html')}`
    return secure(reply, policies.page({ styles: hashes[page] ?? [], scripts: hashes['scripts'] ?? [] }))
  }

  const texts = new Map<string, SendText>()
  const load = async (file: string, type: string) => {
    const send = await loadSiteText({ clientDir, file, type, publicUrl: config.publicUrl })
    if (send) texts.set(file, send)
  }
  const pageFiles = [...new Set([...Object.values(pages), notFoundPage])]
  await Promise.all([
    ...pageFiles.map((file) => load(file, 'text/html; charset=utf-8')),
    load('robots.txt', 'text/plain; charset=utf-8'),
    load('sitemap.xml', 'application/xml; charset=utf-8'),
  ])
  const sendPage = (request: FastifyRequest, reply: FastifyReply, file: string) =>
    texts.get(file)?.(request, guardPage(reply, file)) ?? guardPage(reply, file).sendFile(file)

  for (const [address, file] of Object.entries(pages)) {
    app.get(address, (request, reply) => sendPage(request, reply, file))
  }
  app.get('/workspace/*', (request, reply) => sendPage(request, reply, shell))

  // The address may carry a code, so it is neither kept nor told to anyone.
  app.get('/login', (request, reply) =>
    sendPage(request, reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }), shell),
  )

  // With an opener policy, a login in a tool's window would lose the page that opened it.
  app.get('/silent-check-sso.html', (_request, reply) =>
    secure(reply, policies.silentCheck)
      .header('cross-origin-opener-policy', 'unsafe-none')
      .sendFile('silent-check-sso.html'),
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
    const [address = '/', query] = request.url.split('?', 2)
    if (address === '/api' || address.startsWith('/api/')) {
      reply.callNotFound()
      return reply
    }

    const bare = address.replace(/\/+$/, '')
    if (bare !== address && (bare in pages || bare === '/login')) {
      return reply.redirect(query === undefined ? bare : `${bare}?${query}`, 308)
    }

    const extension = path.posix.extname(address)
    const isHidden = !isInspected && address.startsWith('/inspector/')
    if (extension === '' || extension === '.html' || isHidden) {
      return sendPage(request, reply.code(404), notFoundPage)
    }
    const text = texts.get(address.slice(1))
    if (text) return text(request, secure(reply, policies.file))
    return secure(reply, policies.file).sendFile(request.params['*'])
  })
}

const inlinedHashes = v.record(v.string(), v.array(v.pipe(v.string(), v.regex(/^sha256-[\w+/]+=*$/))))

/** The file's JSON; an empty object when there is no such file. */
const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/** Hashed files never change; pages and what starts the app are asked for anew; pictures may be an hour old. */
function cachingOf(file: string): string {
  if (file.startsWith(`assets${path.sep}`)) return 'public, max-age=31536000, immutable'
  return /\.(html|js|json|css)(\.br|\.gz)?$/.test(file) ? 'no-cache' : 'public, max-age=3600'
}

/** What a static host's config.json says, with this server's own provider, tools and addresses in it. */
function runtimeConfigFor(config: ServerConfig, base: Record<string, unknown>): Record<string, unknown> {
  const [, url, realm] = /^(.+)\/realms\/([^/]+)$/.exec(config.oidc.issuer) ?? []
  if (!url || !realm) {
    throw new ConfigError(`OIDC_ISSUER must end in /realms/ and the realm's name (it is "${config.oidc.issuer}").`)
  }
  const tools = v.parse(v.fallback(v.looseObject({}), {}), base['tools'])
  const s2spice = v.parse(v.fallback(v.looseObject({}), {}), tools['s2spice'])
  return {
    ...base,
    auth: { provider: { url, realm: decodeURIComponent(realm), clientId: config.oidc.clientId } },
    loginUrl: config.loginUrl,
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

/** Of the empty string: emotion inserts empty style elements and fills them through the style sheet's own interface. */
const emptyStyle = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

function policiesFor(config: ServerConfig) {
  const provider = new URL(config.oidc.issuer).origin
  const tools = new Set([new URL(config.s2spice.serverUrl).origin, new URL(config.s2spice.apiUrl).origin])
  const common = { 'default-src': `'none'`, 'base-uri': `'none'`, 'object-src': `'none'` }
  const policy = (directives: Record<string, string>) =>
    Object.entries({ ...common, ...directives })
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; ')

  return {
    /** A page of the app, with the hashes of what stands in its file: styles, and the script that sets the theme. */
    page: ({ styles, scripts }: { styles: string[]; scripts: string[] }) =>
      policy({
        'script-src': [`'self'`, ...scripts.map((hash) => `'${hash}'`)].join(' '),
        'style-src': [`'self'`, ...[emptyStyle, ...styles].map((hash) => `'${hash}'`)].join(' '),
        'style-src-attr': `'unsafe-inline'`,
        'img-src': `'self' data: blob:`,
        'font-src': `'self'`,
        // Media too large to be held in the page are streamed from the API's signed addresses.
        'media-src': "'self' blob:",
        'manifest-src': `'self'`,
        'worker-src': `'self'`,
        'connect-src': [`'self'`, provider, ...tools].join(' '),
        'frame-src': `'self' blob: ${provider}`,
        'form-action': `'self' ${provider}`,
        'frame-ancestors': `'none'`,
        'require-trusted-types-for': `'script'`,
        'trusted-types': 'sanitize dompurify worker',
      }),
    /** The one page that the app puts into a frame of its own. */
    silentCheck: policy({
      'script-src': `'self'`,
      'form-action': `'none'`,
      'frame-ancestors': `'self'`,
      'require-trusted-types-for': `'script'`,
    }),
    /** The visualizer: a page that runs its own script, reads its own charts, and speaks to nobody else. */
    inspector: policy({
      'script-src': `'self'`,
      'style-src': `'self' '${emptyStyle}'`,
      'img-src': `'self'`,
      'font-src': `'self'`,
      'connect-src': `'self'`,
      'form-action': `'none'`,
      'frame-ancestors': `'none'`,
      'require-trusted-types-for': `'script'`,
      'trusted-types': `'none'`,
    }),
    /** Files. A worker lives under the policy of its own script, so scripts and connections to us stay open. */
    file: policy({
      'script-src': `'self'`,
      'connect-src': `'self'`,
      'form-action': `'none'`,
      'frame-ancestors': `'none'`,
    }),
  }
}
