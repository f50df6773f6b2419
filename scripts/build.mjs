// Builds everything that is needed to start, into dist/: client files, prerendered public pages, the server and an
// empty database.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

import { buildServer } from './build-server.mjs'
import { pageSettings, writeSheets } from './machines/page.mjs'
import { openPainter } from './pictures.mjs'
import { stampBuild } from './prepare.mjs'
import { unsafeNews } from './unsafe-news.mjs'

const client = path.resolve('dist/client')

const pages = {
  '/': 'index.html',
  '/price': 'price.html',
  '/privacy': 'privacy.html',
  '/terms': 'terms.html',
  '/sample-report': 'sample-report.html',
  '/404': '404.html',
}
const shell = 'workspace.html'

/**
 * The code that shows the result of the session check. The entry script starts this check while the code is still
 * loading.
 */
const firstModules = ['session']
/**
 * The code of the workspace and of the other pages that are not prerendered, which mostly lead to the workspace:
 * tokens, the API client, the project list, and the user's profile. These pages load it during the session check;
 * prerendered pages load it only when they need it.
 */
const shellModules = ['src/session/provider/oidc-calls.ts', 'api', 'src/page.tsx', 'src/routes/workspace/screen.tsx']

/**
 * The code that hydrates a prerendered page. It is fetched once the page is open and runs once a visitor interacts with
 * the page.
 */
const laterModules = (address) => [
  'src/page.tsx',
  'system',
  'src/site/shell/site-footer.tsx',
  ...(address === '/' ? ['src/routes/home-screen.tsx'] : []),
  ...(address === '/price' ? ['src/routes/price/price-screen.tsx'] : []),
  ...(address === '/sample-report' ? ['src/routes/sample-report/sample-report-screen.tsx'] : []),
]

/** Scripts that must run before the first paint or before any other script loads. */
const inlined = ['theme.js', 'before-app.js']
/** The page to which the identity provider redirects the silent check. Its script is inlined to save a request. */
const silentCheck = { page: 'silent-check-sso.html', script: 'silent-check-sso.js' }

/** The site's URL. The server replaces the placeholder with its own URL; for a static host, set PUBLIC_URL. */
const origin = (process.env.PUBLIC_URL ?? 'https://site.invalid').replace(/\/+$/, '')

await build({ logLevel: 'warn' })
await build({ logLevel: 'warn', build: { ssr: 'src/prerender.tsx' } })
await build({
  ...pageSettings,
  logLevel: 'warn',
  build: { outDir: path.join(client, 'inspector'), manifest: false },
})
await writeSheets(path.join(client, 'inspector/sheets.json'))
await prerender()
await compress()
await buildServer()
run('dist/server/database-seed.js', 'dist/database-seed.tar')
await stampBuild('site')

/**
 * Writes the public pages with their pictures, the app shell, and the CSP hashes of their inline styles and scripts.
 */
async function prerender() {
  const { news, newsFeed, plainHtmlRules, renderPage, renderShell, webManifest } = await import(
    pathToFileURL(path.resolve('dist/prerender/prerender.js')).href
  )
  const unsafe = unsafeNews(news, plainHtmlRules)
  if (unsafe.length > 0) throw new Error(`src/content/news.ts: the HTML of ${unsafe.join(', ')} is not safe.`)
  const written = await readFile(path.join(client, 'index.html'), 'utf8')
  const config = JSON.parse(await readFile(path.join(client, 'config.json'), 'utf8'))
  const manifest = JSON.parse(await readFile(path.join(client, '.vite/manifest.json'), 'utf8'))
  // Inline the icon: browsers request it early, which would delay the resources that the page needs.
  const icon = encodeURIComponent(await readFile(path.join(client, 'favicon.svg'), 'utf8'))
  const template = written.replace('href="/favicon.svg"', `href="data:image/svg+xml,${icon}"`)
  const early = await Promise.all(inlined.map((name) => readFile(path.join(client, name), 'utf8')))
  const fontStyles = [...template.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css)
  const hashes = { scripts: early.map(hashOf) }

  const write = async (address, file, page, kind) => {
    const preloaded = preloads(manifest, firstModules, '')
    if (kind === 'shell') preloaded.push(...preloads(manifest, shellModules, ' fetchpriority="low"', preloaded))
    hashes[address] = [...fontStyles, ...page.styles.map(({ css }) => css)].map(hashOf)
    const later = kind === 'page' ? laterFiles(manifest, laterModules(address), preloaded) : []
    const withScripts = inlined.reduce((text, name, n) => inline(text, name, early[n]), template)
    const isPublic = address in pages && address !== '/404'
    await writeFile(path.join(client, file), fill(withScripts, { ...page, preloaded, later, isPublic }, kind))
  }
  const painter = await openPainter()
  await mkdir(path.join(client, 'previews'))
  for (const [address, file] of Object.entries(pages)) {
    const page = await renderPage(address, config, origin, painter.measure)
    await write(address, file, page, 'page')
    if (page.picture) await writeFile(path.join(client, page.picture.path), painter.png(page.picture.svg))
  }
  await write('/workspace', shell, renderShell(), 'shell')
  const [silentPage, silentScript] = await Promise.all(
    Object.values(silentCheck).map((name) => readFile(path.join(client, name), 'utf8')),
  )
  hashes[`/${silentCheck.page}`] = [hashOf(silentScript)]
  await writeFile(path.join(client, silentCheck.page), inline(silentPage, silentCheck.script, silentScript))
  await rm(path.join(client, silentCheck.script))
  await describeSite(newsFeed(origin))
  await writeFile(path.join(client, 'site.webmanifest'), webManifest())
  await writeFile(path.join(client, 'csp.json'), JSON.stringify(hashes))
  await rm(path.resolve('dist/prerender'), { recursive: true })
  await rm(path.join(client, '.vite'), { recursive: true })
}

/** Inlines a script: replaces the element that loads its file. */
function inline(html, name, script) {
  return html.replace(`<script src="/${name}"></script>`, () => `<script>${script}</script>`)
}

/** Returns the CSP hash of an inline style or script. */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/**
 * Returns modulepreload links for the sources. `priority` is an attribute that lowers the priority of files that the
 * first paint does not need. Files in `others`, the links that the page already has, are left out.
 */
function preloads(manifest, sources, priority, others = []) {
  const needed = new Set(sources.flatMap((source) => filesOf(manifest, source)))
  return [...needed]
    .filter((name) => !others.some((link) => link.includes(name)))
    .map((name) => `<link rel="modulepreload"${priority} crossorigin href="/${name}">`)
}

/** Returns the URLs of the sources' files, except those that the page preloads. */
function laterFiles(manifest, sources, preloaded) {
  const needed = new Set(sources.flatMap((source) => filesOf(manifest, source)))
  return [...needed].map((name) => `/${name}`).filter((name) => !preloaded.some((link) => link.includes(name)))
}

/**
 * Returns the files of a source, or of a chunk from vite.config.ts, and its imports. `importers` are the files through
 * which the source is imported. Throws if the source has no chunk, or if chunks import each other.
 */
function filesOf(manifest, source, importers = []) {
  const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source)
  if (!chunk) throw new Error(`${source} is no longer a separate chunk; see preloads in scripts/build.mjs.`)
  const chain = [...importers, chunk.file]
  if (importers.includes(chunk.file))
    throw new Error(`Chunks import each other: ${chain.join(', ')}. Check the groups in vite.config.ts.`)
  const imports = (chunk.imports ?? []).filter((name) => !manifest[name].isEntry)
  return [chunk.file, ...imports.flatMap((name) => filesOf(manifest, name, chain))]
}

/** Writes the news feed, and the sitemap for search engines. */
async function describeSite(feed) {
  await writeFile(path.join(client, 'news.xml'), feed)
  const found = Object.keys(pages).filter((address) => address !== '/404')
  const urls = found.map((address) => `  <url><loc>${origin}${address}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ]
  await writeFile(path.join(client, 'sitemap.xml'), [...sitemap, ...urls, '</urlset>', ''].join('\n'))
  await appendFile(path.join(client, 'robots.txt'), `\nSitemap: ${origin}/sitemap.xml\n`)
}

function fill(template, { html, styles, head, preloaded, later, isPublic }, kind) {
  const inlined = styles.map(({ ids, css }) => `<style data-styles="${ids.join(' ')}">${css}</style>`).join('')
  // Replacements are functions because markup may contain special patterns such as "$&".
  return template
    .replace(/<title>.*<\/title>/, () => head)
    .replace('</head>', () => `${preloaded.join('')}${inlined}</head>`)
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root" data-prerendered="${kind}"${isPublic ? ' data-public' : ''} data-files="${later.join(' ')}" data-later>${html}</div>`,
    )
}

/** Writes a .br and a .gz variant of every compressible file. */
async function compress() {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const files = await readdir(client, { recursive: true, withFileTypes: true })
  const texts = files.filter(
    (file) => file.isFile() && /\.(html|js|css|svg|json|txt|webmanifest|xml|kicad_pcb|s[24]p)$/.test(file.name),
  )
  await Promise.all(
    texts.map(async (file) => {
      const name = path.join(file.parentPath, file.name)
      const body = await readFile(name)
      // With smaller blocks, the compressed size of a large file would vary by 100 bytes, depending on the hashes in
      // the names of the files that it imports.
      const options = {
        params: {
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
        },
      }
      await writeFile(`${name}.br`, await brotli(body, options))
      await writeFile(`${name}.gz`, await zip(body, { level: 9 }))
    }),
  )
}

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${script} failed.`)
}
