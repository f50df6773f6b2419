// Generates the types of both contracts in openapi/generated. With --check, only reports whether they are out of date.
import { readFile, writeFile, mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

const root = new URL('../openapi/', import.meta.url)
const check = process.argv.includes('--check')
const stale = []

for (const name of ['product', 'tool-server']) {
  const target = new URL(`generated/${name}.ts`, root)
  const text = `// Generated from openapi/${name}.yaml by npm run contract. Do not edit.\n\n${astToString(await openapiTS(new URL(`${name}.yaml`, root)))}`
  const current = await readFile(target, 'utf8').catch(() => '')
  if (current === text) continue
  if (check) stale.push(fileURLToPath(target))
  else {
    await mkdir(new URL('generated/', root), { recursive: true })
    await writeFile(target, text)
  }
}

if (stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run npm run contract.`)
  process.exit(1)
}
