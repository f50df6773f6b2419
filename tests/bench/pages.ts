/**
 * The built site in its own folder, with two comparison pages that replace the legal pages: the home page's HTML
 * without scripts and overlay at /privacy, and the empty page with all libraries at /terms.
 */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Creates the folder. `remove` deletes it. */
export async function makeComparison(builtClient: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-'))
  const at = (name: string) => path.join(folder, name)
  await cp(builtClient, folder, { recursive: true })

  const home = await readFile(at('index.html'), 'utf8')
  const still = home
    .replaceAll(/<script(?! type="application)[^>]*>.*?<\/script>/gs, '')
    .replaceAll(/<link rel="(?:modulepreload|preload)"[^>]*\.(?:js|json)"[^>]*>/g, '')
    .replace(
      '<noscript><link rel="stylesheet" href="/no-script.css" /></noscript>',
      '<link rel="stylesheet" href="/no-script.css" />',
    )
  await writeFile(at('privacy.html'), still)

  const emptyPage = path.resolve('tests/bench/empty-page')
  const made = at('.empty')
  await build({
    root: emptyPage,
    configFile: false,
    logLevel: 'error',
    plugins: [react({ compiler: true })],
    build: { target: 'es2023', outDir: made, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  })
  await cp(path.join(made, 'assets'), at('assets'), { recursive: true })
  await cp(path.join(made, 'index.html'), at('terms.html'))
  for (const asset of await readdir(path.join(made, 'assets'))) {
    const file = at(path.join('assets', asset))
    if (/\.(js|css)$/.test(asset)) await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)))
  }
  await rm(made, { recursive: true })

  const hashes = JSON.parse(await readFile(at('csp.json'), 'utf8')) as Record<string, string[]>
  await writeFile(at('csp.json'), JSON.stringify({ ...hashes, '/privacy': hashes['/'], '/terms': [] }))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
