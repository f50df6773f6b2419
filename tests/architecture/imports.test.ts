import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * Breaks each rule of .dependency-cruiser.cjs at least once in a small temporary tree and expects its name. Allowed
 * imports are included, so that a rule that forbids everything fails too.
 */

const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as IConfiguration

/** from → to, and the name of the violated rule; null if the import is allowed. */
const imports: [from: string, to: string, rule: string | null][] = [
  ['openapi/generated/product.ts', 'machines/lib/placeholder-actor.ts', 'openapi'],
  ['machines/transfers/upload.machine.ts', 'src/api/files.ts', 'machines'],
  ['machines/files/project-files.machine.ts', 'machines/projects/projects.machine.ts', 'machines'],
  ['machines/files/project-files.machine.ts', 'machines/lib/message-of.ts', null],
  ['machines/files/project-files.machine.ts', 'machines/files/file-order.ts', null],
  ['machines/wizard/drafts/request-draft.ts', 'machines/files/file-order.ts', null],
  ['machines/projects/projects.machine.ts', 'openapi/generated/tool-server.ts', null],
  ['machines/lib/refusal.ts', 'machines/files/file-order.ts', 'machines-lib'],
  ['machines/catalogue.ts', 'machines/projects/projects.machine.ts', null],
  ['machines/catalogue.ts', 'src/ui/toast.tsx', 'catalogue'],
  ['machines/billing/invoice.ts', 'machines/lib/message-of.ts', 'unknown-domain'],
  ['src/api/projects.ts', 'src/session/profile.ts', 'api'],
  ['src/api/files.ts', 'openapi/generated/tool-server.ts', null],
  ['src/app/providers.tsx', 'machines/lib/message-of.ts', 'app'],
  ['src/page.tsx', 'server/config.ts', 'app'],
  ['src/page.tsx', 'src/workspace/projects/machines.ts', null],
  ['src/session/adapter.ts', 'src/ui/toast.tsx', 'session'],
  ['src/session/roles.ts', 'src/app/router.ts', 'session'],
  ['src/session/machines.ts', 'src/app/config.ts', null],
  ['src/session/machines.ts', 'machines/session/session.machine.ts', null],
  ['src/tools/popup.ts', 'src/session/profile.ts', 'tools'],
  ['src/tools/machines.ts', 'src/api/files.ts', null],
  ['src/staff/requests/queue-page.tsx', 'src/site/home/hero.tsx', 'staff'],
  ['src/staff/requests/queue-page.tsx', 'src/api/staff.ts', 'api-through-machines'],
  ['src/staff/machines.ts', 'src/workspace/lib/from-call.ts', null],
  ['src/workspace/requests/request-list.tsx', 'src/staff/requests/queue-page.tsx', 'workspace'],
  ['src/formats/ibis.ts', 'src/ui/toast.tsx', 'formats'],
  ['src/formats/touchstone/touchstone.ts', 'src/formats/numbers.ts', null],
  ['src/formats/file-kind.ts', 'machines/files/model-signatures.ts', null],
  ['src/formats/file-kind.ts', 'machines/files/net-list-signatures.ts', null],
  ['src/formats/file-kind.ts', 'machines/files/archive-entries.ts', null],
  ['src/formats/file-kind.ts', 'machines/files/archive-headers.ts', null],
  ['src/formats/source-text.ts', 'machines/lib/decoded-text.ts', null],
  ['src/formats/file-kind.ts', 'machines/files/file-names.ts', 'formats'],
  ['src/formats/citi/citi.ts', 'machines/lib/complex-text.ts', null],
  ['src/formats/interfaces/rails.ts', 'machines/lib/listed.ts', null],
  ['src/formats/interfaces/rails.ts', 'machines/lib/message-of.ts', 'formats'],
  ['src/analysis/passivity.ts', 'src/ui/toast.tsx', 'analysis'],
  ['src/analysis/passivity.ts', 'src/formats/numbers.ts', null],
  ['src/analysis/passivity.ts', 'machines/lib/complex-text.ts', null],
  ['src/analysis/passivity.ts', 'machines/lib/message-of.ts', 'analysis'],
  ['src/ui/icon.tsx', 'src/content/brand.ts', 'ui'],
  ['src/ui/amounts.ts', 'machines/lib/file-size.ts', null],
  ['src/content/news.ts', 'src/ui/toast.tsx', 'content'],
  ['src/site/shell/header.tsx', 'src/workspace/projects/machines.ts', 'site'],
  ['src/site/shell/footer.tsx', 'src/formats/numbers.ts', 'site'],
  ['src/site/home/hero.tsx', 'src/content/brand.ts', null],
  ['src/workspace/projects/card.tsx', 'src/site/home/hero.tsx', 'workspace'],
  ['src/workspace/projects/card.tsx', 'src/session/profile.ts', null],
  ['src/workspace/lib/machines.ts', 'src/api/files.ts', null],
  ['src/workspace/lib/from-call.ts', 'src/workspace/projects/machines.ts', 'workspace-lib'],
  ['src/workspace/billing/invoice.tsx', 'src/session/profile.ts', 'unknown-domain'],
  ['src/routes/home.tsx', 'src/api/files.ts', 'routes'],
  ['src/routes/home.tsx', 'src/site/home/hero.tsx', null],
  ['src/inspector/page.tsx', 'src/site/home/hero.tsx', 'inspector'],
  ['src/inspector/page.tsx', 'machines/lib/message-of.ts', null],
  ['src/inspector/adapter/page.ts', 'src/ui/toast.tsx', 'inspector-adapter'],
  ['src/inspector/adapter/page.ts', 'src/inspector/page.tsx', 'inspector-adapter'],
  ['src/page.tsx', 'src/inspector/bridge.ts', 'inspector-in-main'],
  ['src/main.ts', 'src/inspector/page.tsx', 'inspector-on-demand'],
  ['server/app.ts', 'src/api/files.ts', 'server'],
  ['server/requests/checkout.ts', 'machines/projects/projects.machine.ts', 'server'],
  ['server/requests/checkout.ts', 'machines/wizard/rows/row-checks.ts', null],
  ['server/app.ts', 'openapi/generated/tool-server.ts', null],
  ['server/http/listener.ts', 'server/projects/store.ts', 'server-http'],
  ['server/http/listener.ts', 'server/database/schema.ts', null],
  ['server/http/contract.ts', 'machines/projects/project-name.ts', null],
  ['server/database/database.ts', 'server/http/problem.ts', 'server-foundations'],
  ['server/database/database.ts', 'server/storage/storage.ts', null],
  ['server/projects/routes.ts', 'server/app.ts', 'server-composition'],
  ['server/projects/routes.ts', 'server/config.ts', null],
  ['src/workspace/projects/projects.tsx', 'src/api/files.ts', 'api-through-machines'],
  ['src/workspace/projects/machines.ts', 'src/api/files.ts', null],
  ['src/workspace/previews/preview.tsx', 'src/formats/numbers.ts', 'formats-in-workers'],
  ['src/workspace/previews/preview.worker.ts', 'src/formats/numbers.ts', null],
  ['src/workspace/previews/preview.tsx', 'src/analysis/passivity.ts', 'analysis-in-workers'],
  ['src/shop/cart.ts', 'src/ui/toast.tsx', 'unknown-module'],
  ['server/lock.ts', 'tests/support/stack.ts', 'no-tests-in-the-product'],
  ['scripts/start.mjs', 'tests/support/stack.ts', null],
  ['src/app/providers.tsx', 'src/ui/index.ts', 'no-index-files'],
  ['src/content/index.ts', 'src/content/brand.ts', 'no-index-files'],
  ['server/app.ts', 'server/utils.ts', 'no-nameless-files'],
  ['server/helpers/dates.ts', 'server/config.ts', 'no-nameless-files'],
  ['tests/api/app.test.ts', 'server/app.ts', null],
]

/** Imports of packages, both listed and not listed in the package.json of the temporary tree. */
const packages: [from: string, to: string, rule: string | null][] = [
  ['machines/site/news.ts', 'a-library', 'machines-without-packages'],
  ['machines/site/contact-form.machine.ts', 'xstate', null],
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
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'imports-')))
  const files = new Map<string, string>()
  const add = (file: string, line: string) => files.set(file, `${files.get(file) ?? ''}${line}\n`)

  for (const [from, to] of imports) {
    const target = path.posix.relative(path.posix.dirname(from), to)
    add(from, `import '${target.startsWith('.') ? target : `./${target}`}'`)
    add(to, `export const name = '${to}'`)
  }
  for (const [from, to] of packages) add(from, `import '${to}'`)
  add('src/main.ts', `export const inspector = () => import('./inspector/bridge')`)
  add(
    'src/workspace/previews/types.ts',
    `import type { name } from '../../formats/numbers'\nexport type Name = typeof name`,
  )
  add('server/left-over.ts', 'export const nobody = 1')
  add('server/hurried.ts', `import './missing'`)
  add('machines/lib/first.ts', `import './second'`)
  add('machines/lib/second.ts', `import './first'`)
  add('src/workspace/files/first.ts', `import '../sharing/second'`)
  add('src/workspace/sharing/second.ts', `export const second = 2`)
  add('src/workspace/sharing/third.ts', `import '../files/fourth'`)
  add('src/workspace/files/fourth.ts', `export const fourth = 4`)
  add(
    'package.json',
    '{ "dependencies": { "a-library": "1", "xstate": "5" }, "devDependencies": { "a-builder": "1" } }',
  )
  for (const name of ['a-library', 'a-builder', 'a-stowaway', 'xstate']) {
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

describe('imports between modules', () => {
  test.each(imports)('%s → %s: %s', (from, to, rule) => {
    if (rule === null) expect(naming(from, to)).toEqual([])
    else expect(naming(from, to)).toContain(rule)
  })

  test('the entry point may load the visualizer on demand', () => {
    expect(naming('src/main.ts', 'src/inspector/bridge.ts')).toEqual([])
  })

  test('the workspace may import the types of the readers', () => {
    expect(naming('src/workspace/previews/types.ts', 'src/formats/numbers.ts')).toEqual([])
  })
})

describe('imports of packages', () => {
  test.each(packages)('%s → %s: %s', (from, to, rule) => {
    const target = to.startsWith('node:') ? 'crypto' : `node_modules/${to}/main.js`
    expect(naming(from, target)).toEqual(rule === null ? [] : [rule])
  })
})

describe('modules', () => {
  test('that import each other are reported as a cycle', () => {
    expect(naming('machines/lib/first.ts', 'second.ts')).toEqual(['no-cycles'])
  })

  test('of two domains that import each other are reported as a folder cycle', () => {
    expect([...found]).toContain('no-folder-cycles: src/workspace/files → src/workspace/sharing')
    expect([...found]).toContain('no-folder-cycles: src/workspace/sharing → src/workspace/files')
    expect([...found]).not.toContain('no-folder-cycles: src/workspace/previews → src/workspace/projects')
  })

  test('that nothing imports are reported as orphans', () => {
    expect(naming('server/left-over.ts', 'server/left-over.ts')).toEqual(['no-orphans'])
  })
})

test('an unresolved import is reported, and all others in this tree are resolved', () => {
  expect([...found].filter((line) => line.startsWith('no-unresolved'))).toEqual([
    'no-unresolved: server/hurried.ts → ./missing',
  ])
})

test('every rule is violated by at least one case', () => {
  const broken = new Set([...found].map((line) => line.split(':')[0]))
  expect(config.forbidden?.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([])
})
