// Builds everything that a start needs, into dist/: the browser's files, the public pages as HTML, an empty database.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

import { pageSettings, writeSheets } from './machines/page.mjs'

const client = path.resolve('dist/client')

const pages = { '/': 'index.html', '/privacy': 'privacy.html', '/terms': 'terms.html', '/404': '404.html' }
const shell = 'workspace.html'

/** The look for a session, which begins before the rest of the code is there. */
const first = ['src/session/checked-user-manager.ts']
/** What a page loads by itself before it is usable, besides what all of them do. */
const rest = {
  '/': ['src/routes/home-screen.tsx'],
  '/404': ['src/site/shell/not-found-page.tsx'],
}
const everywhere = ['src/page.tsx']

/** Scripts that must have run before the first paint, or before anything else arrives. */
const inlined = ['theme.js', 'before-app.js']

/** Where the site will stand. The server puts its own address in the place of this one; a static host names its own. */
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
run('server/sample/database-seed.ts', 'dist/database-seed.tar')

/** Writes every public page, and the shell of the others, with the hashes of their inlined styles for the CSP. */
async function prerender() {
  const { renderPage, renderShell, webManifest } = await import(
    pathToFileURL(path.resolve('dist/prerender/prerender.js')).href
  )
  const template = await readFile(path.join(client, 'index.html'), 'utf8')
  const config = JSON.parse(await readFile(path.join(client, 'config.json'), 'utf8'))
  const manifest = JSON.parse(await readFile(path.join(client, '.vite/manifest.json'), 'utf8'))
  const early = await Promise.all(inlined.map((name) => readFile(path.join(client, name), 'utf8')))
  const fontStyles = [...template.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css)
  const hashes = { scripts: early.map(hashOf) }

  const write = async (address, file, page, kind) => {
    const preloaded = preloads(manifest, first, '')
    preloaded.push(...preloads(manifest, [...everywhere, ...(rest[address] ?? [])], ' fetchpriority="low"', preloaded))
    hashes[address] = [...fontStyles, ...page.styles.map(({ css }) => css)].map(hashOf)
    const started = inlined.reduce(
      (text, name, n) => text.replace(`<script src="/${name}"></script>`, () => `<script>${early[n]}</script>`),
      template,
    )
    await writeFile(path.join(client, file), fill(started, { ...page, preloaded }, kind))
  }
  for (const [address, file] of Object.entries(pages))
    await write(address, file, await renderPage(address, config, origin), 'page')
  await write('/workspace', shell, renderShell(origin), 'shell')
  await describeSite()
  await writeFile(path.join(client, 'site.webmanifest'), webManifest())
  await writeFile(path.join(client, 'csp.json'), JSON.stringify(hashes))
  await rm(path.resolve('dist/prerender'), { recursive: true })
  await rm(path.join(client, '.vite'), { recursive: true })
}

/** For the CSP, which allows what is inlined by its hash. */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Links that fetch the sources' files with the first bytes of the page. The first paint needs none, so most give way to it. */
function preloads(manifest, sources, priority, others = []) {
  const needed = new Set(sources.flatMap((source) => filesOf(manifest, source)))
  return [...needed]
    .filter((name) => !others.some((link) => link.includes(name)))
    .map((name) => `<link rel="modulepreload"${priority} crossorigin href="/${name}">`)
}

/** A source's file and those that it imports. Throws where a source has no file of its own any more. */
function filesOf(manifest, source) {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`${source} is no longer a chunk of its own; see preloads in scripts/build.mjs.`)
  return [
    chunk.file,
    ...(chunk.imports ?? []).filter((name) => !manifest[name].isEntry).flatMap((name) => filesOf(manifest, name)),
  ]
}

/** Tells search engines which pages there are. */
async function describeSite() {
  const found = Object.keys(pages).filter((address) => address !== '/404')
  const urls = found.map((address) => `  <url><loc>${origin}${address}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ]
  await writeFile(path.join(client, 'sitemap.xml'), [...sitemap, ...urls, '</urlset>', ''].join('\n'))
  await appendFile(path.join(client, 'robots.txt'), `\nSitemap: ${origin}/sitemap.xml\n`)
}

function fill(template, { html, styles, head, preloaded }, kind) {
  const inlined = styles
    .map(({ key, ids, css }) => `<style data-emotion="${key} ${ids.join(' ')}">${css}</style>`)
    .join('')
  // Replacements are functions, since markup may hold "$&" and the like.
  return template
    .replace(/<title>.*<\/title>/, () => head)
    .replace('</head>', () => `${preloaded.join('')}${inlined}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-prerendered="${kind}">${html}</div>`)
}

/** Puts a .br and a .gz beside every file that shrinks. */
async function compress() {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const files = await readdir(client, { recursive: true, withFileTypes: true })
  const texts = files.filter((file) => file.isFile() && /\.(html|js|css|svg|json|txt|webmanifest|xml)$/.test(file.name))
  await Promise.all(
    texts.map(async (file) => {
      const name = path.join(file.parentPath, file.name)
      const body = await readFile(name)
      const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
      await writeFile(`${name}.br`, await brotli(body, options))
      await writeFile(`${name}.gz`, await zip(body, { level: 9 }))
    }),
  )
}

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script, ...args], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${script} failed.`)
}
