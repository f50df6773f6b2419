/**
 * The pages that the site's first load is compared with. A stack like the site's serves them in place of its pages.
 */
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** The path at which each page is served. */
export const floorPaths = {
  /** The home page without scripts or overlay. */
  'static page': '/',
  /** The home page with its overlay and a script that does nothing but the silent check. */
  'static page with check': '/privacy',
  /** An empty page with all libraries and the silent check. */
  'empty page': '/terms',
  /** An empty workspace with all libraries, which signs in and loads the list of projects. */
  'empty workspace': '/workspace',
}

/** Creates a folder with these pages for the stack to serve. `remove` deletes the folder. */
export async function makeFloors(builtClient: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-'))
  const at = (name: string) => path.join(folder, name)
  await cp(builtClient, folder, { recursive: true })
  // Otherwise the server would prefer the compressed variants of the original pages.
  for (const page of ['index', 'privacy', 'terms', 'workspace', 'silent-check-sso'])
    for (const ending of ['br', 'gz']) await rm(at(`${page}.html.${ending}`))

  const home = await readFile(at('index.html'), 'utf8')
  const withoutCode = home
    .replaceAll(/<script type="module"[^>]*>.*?<\/script>/gs, '')
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
  const still = withoutCode
    .replaceAll(/<script(?! type="application)[^>]*>.*?<\/script>/gs, '')
    .replaceAll(/<link rel="preload" href="\/config.json"[^>]*>/g, '')
    .replace(/<noscript>(.*?)<\/noscript>/, '$1')
  await writeFile(at('index.html'), still)
  const check = '<script type="module" src="/assets/silent-check.js"></script></body>'
  await writeFile(at('privacy.html'), withoutCode.replace('</body>', check))
  await cp('tests/bench/pages/empty-page/silent-check.js', at('assets/silent-check.js'))

  const made = at('.empty')
  await build({
    root: path.resolve('tests/bench/pages/empty-page'),
    configFile: false,
    logLevel: 'error',
    plugins: [react({ compiler: true })],
    build: {
      target: 'es2023',
      outDir: made,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ['index', 'workspace'].map((name) => path.resolve(`tests/bench/pages/empty-page/${name}.html`)),
      },
    },
  })
  await cp(path.join(made, 'assets'), at('assets'), { recursive: true })
  await cp(path.join(made, 'index.html'), at('terms.html'))
  await cp(path.join(made, 'workspace.html'), at('workspace.html'))
  const added = await readdir(path.join(made, 'assets'))
  await rm(made, { recursive: true })

  const files = [...added, 'silent-check.js'].filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`)
  for (const name of files) await writeFile(at(`${name}.br`), await promisify(brotliCompress)(await readFile(at(name))))

  // The message format that the UserManager of oidc-client-ts expects.
  const answer = "parent.postMessage({ source: 'oidc-client', url: location.href }, location.origin)"
  await writeFile(at('silent-check-sso.html'), `<!doctype html><script>${answer}</script>`)

  const hashes = JSON.parse(await readFile(at('csp.json'), 'utf8')) as Record<string, string[]>
  await writeFile(
    at('csp.json'),
    JSON.stringify({
      ...hashes,
      '/privacy': hashes['/'],
      '/terms': [],
      '/workspace': [],
      '/silent-check-sso.html': [`sha256-${createHash('sha256').update(answer).digest('base64')}`],
    }),
  )
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
