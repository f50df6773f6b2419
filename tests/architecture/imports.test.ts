import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * Each rule of .dependency-cruiser.cjs, broken once in a small tree of its own and expected by name; and beside it what
 * the same room may do, so that a rule that forbids everything fails too.
 */

const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as IConfiguration

/** from → to, and the rule that names it; null where the import is allowed. */
const imports: [from: string, to: string, rule: string | null][] = [
  ['openapi/generated/product.ts', 'machines/lib/not-provided.ts', 'room-openapi'],
  ['machines/transfers/upload.machine.ts', 'src/api/files.ts', 'room-machines'],
  ['machines/projects/projects.machine.ts', 'openapi/generated/tool-server.ts', null],
  ['machines/files/file-manager.machine.ts', 'machines/lib/message-of.ts', null],
  ['src/api/projects.ts', 'src/session/profile.ts', 'room-api'],
  ['src/api/files.ts', 'openapi/generated/tool-server.ts', null],
  ['src/app/providers.tsx', 'machines/lib/message-of.ts', 'room-app'],
  ['src/page.tsx', 'server/config.ts', 'room-app'],
  ['src/page.tsx', 'src/workspace/machines.ts', null],
  ['src/session/adapter.ts', 'src/ui/toast.tsx', 'room-session'],
  ['src/session/roles.ts', 'src/app/router.ts', 'room-session'],
  ['src/session/machines.ts', 'src/app/config.ts', null],
  ['src/session/machines.ts', 'machines/session/session.machine.ts', null],
  ['src/tools/popup.ts', 'src/session/profile.ts', 'room-tools'],
  ['src/tools/machines.ts', 'src/api/files.ts', null],
  ['src/formats/ibis.ts', 'src/ui/toast.tsx', 'room-formats'],
  ['src/formats/touchstone/touchstone.ts', 'src/formats/numbers.ts', null],
  ['src/ui/icon.tsx', 'src/content/brand.ts', 'room-ui'],
  ['src/content/news.ts', 'src/ui/toast.tsx', 'room-content'],
  ['src/site/header.tsx', 'src/workspace/machines.ts', 'room-site'],
  ['src/site/footer.tsx', 'src/formats/numbers.ts', 'room-site'],
  ['src/site/home/hero.tsx', 'src/content/brand.ts', null],
  ['src/workspace/card.tsx', 'src/site/home/hero.tsx', 'room-workspace'],
  ['src/workspace/card.tsx', 'src/session/profile.ts', null],
  ['src/routes/home.tsx', 'src/api/files.ts', 'room-routes'],
  ['src/routes/home.tsx', 'src/site/home/hero.tsx', null],
  ['src/inspector/page.tsx', 'src/site/home/hero.tsx', 'room-inspector'],
  ['src/inspector/page.tsx', 'machines/lib/message-of.ts', null],
  ['server/app.ts', 'src/api/files.ts', 'room-server'],
  ['server/auth/policy.ts', 'machines/lib/message-of.ts', 'room-server'],
  ['server/auth/policy.ts', 'machines/wizard/row-checks.ts', null],
  ['server/app.ts', 'openapi/generated/tool-server.ts', null],
  ['src/workspace/projects.tsx', 'src/api/files.ts', 'api-through-wiring'],
  ['src/workspace/machines.ts', 'src/api/files.ts', null],
  ['src/workspace/preview.tsx', 'src/formats/numbers.ts', 'formats-in-workers'],
  ['src/workspace/preview.worker.ts', 'src/formats/numbers.ts', null],
  ['src/shop/cart.ts', 'src/ui/toast.tsx', 'unknown-room'],
  ['server/database/lock.ts', 'tests/support/stack.ts', 'no-tests-in-the-product'],
  ['scripts/start.mjs', 'tests/support/stack.ts', null],
  ['src/app/providers.tsx', 'src/ui/index.ts', 'no-index-files'],
  ['src/content/index.ts', 'src/content/brand.ts', 'no-index-files'],
  ['server/app.ts', 'server/utils.ts', 'no-nameless-files'],
  ['server/helpers/dates.ts', 'server/config.ts', 'no-nameless-files'],
  ['tests/api/app.test.ts', 'server/app.ts', null],
]

/** Imports of packages: what package.json of the small tree names, and what it does not. */
const packages: [from: string, to: string, rule: string | null][] = [
  ['server/build.ts', 'a-builder', 'no-dev-dependencies'],
  ['server/serve.ts', 'a-library', null],
  ['scripts/build.mjs', 'a-builder', null],
  ['server/borrow.ts', 'a-stowaway', 'no-unlisted-dependencies'],
  ['src/session/adapter.ts', 'node:crypto', 'no-node-in-the-browser'],
  ['server/files.ts', 'node:crypto', null],
]

const found = new Set<string>()
let folder: string

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'rooms-')))
  const files = new Map<string, string>()
  const add = (file: string, line: string) => files.set(file, `${files.get(file) ?? ''}${line}\n`)

  for (const [from, to] of imports) {
    const target = path.posix.relative(path.posix.dirname(from), to)
    add(from, `import '${target.startsWith('.') ? target : `./${target}`}'`)
    add(to, `export const name = '${to}'`)
  }
  for (const [from, to] of packages) add(from, `import '${to}'`)
  add('src/workspace/types.ts', `import type { name } from '../formats/numbers'\nexport type Name = typeof name`)
  add('server/left-over.ts', 'export const nobody = 1')
  add('server/hurried.ts', `import './missing'`)
  add('machines/lib/first.ts', `import './second'`)
  add('machines/lib/second.ts', `import './first'`)
  add('package.json', '{ "dependencies": { "a-library": "1" }, "devDependencies": { "a-builder": "1" } }')
  for (const name of ['a-library', 'a-builder', 'a-stowaway']) {
    add(`node_modules/${name}/package.json`, `{ "name": "${name}", "version": "1.0.0", "main": "main.js" }`)
    add(`node_modules/${name}/main.js`, '')
  }

  for (const [file, text] of files) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }

  const { tsConfig: _ours, ...options } = config.options ?? {}
  const { output } = await cruise(['machines', 'src', 'server', 'openapi', 'scripts', 'tests'], {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: config,
  })
  for (const { rule, from, to } of (output as ICruiseResult).summary.violations) {
    found.add(`${rule.name}: ${from} → ${to}`)
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const naming = (from: string, to: string) =>
  [...found].filter((line) => line.includes(`: ${from} → `) && line.endsWith(to)).map((line) => line.split(':')[0])

describe('imports between rooms', () => {
  test.each(imports)('%s → %s: %s', (from, to, rule) => {
    if (rule === null) expect(naming(from, to)).toEqual([])
    else expect(naming(from, to)).toContain(rule)
  })

  test('the workspace may import the types of the readers', () => {
    expect(naming('src/workspace/types.ts', 'src/formats/numbers.ts')).toEqual([])
  })
})

describe('imports of packages', () => {
  test.each(packages)('%s → %s: %s', (from, to, rule) => {
    const target = to.startsWith('node:') ? 'crypto' : `node_modules/${to}/main.js`
    expect(naming(from, target)).toEqual(rule === null ? [] : [rule])
  })
})

describe('modules', () => {
  test('that need each other are a cycle', () => {
    expect(naming('machines/lib/first.ts', 'second.ts')).toEqual(['no-cycles'])
  })

  test('that nothing connects are left over', () => {
    expect(naming('server/left-over.ts', 'server/left-over.ts')).toEqual(['no-orphans'])
  })
})

test('an import that leads nowhere is named, and every other import of this tree was found', () => {
  expect([...found].filter((line) => line.startsWith('no-unresolved'))).toEqual([
    'no-unresolved: server/hurried.ts → ./missing',
  ])
})

test('every rule is broken by one of these', () => {
  const broken = new Set([...found].map((line) => line.split(':')[0]))
  expect(config.forbidden?.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([])
})
