import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Breaks the main rules of .oxlintrc.json and expects their names: one linter run over a folder of snippets. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'lint-'))

const cases: [file: string, code: string, rule: string | null][] = [
  // Machines must not use browser or network APIs.
  ['machines/site/calls.ts', `export const load = () => fetch('/news')`, 'eslint(no-restricted-globals)'],
  ['machines/site/indirect.ts', `export const load = () => globalThis.fetch('/n')`, 'eslint(no-restricted-globals)'],
  ['machines/site/width.ts', 'export const width = () => window.innerWidth', 'eslint(no-restricted-globals)'],
  ['machines/site/title.ts', 'export const title = () => document.title', 'eslint(no-restricted-globals)'],
  ['machines/site/local.ts', `export const kept = () => localStorage.getItem('a')`, 'eslint(no-restricted-globals)'],
  ['machines/site/tab.ts', `export const kept = () => sessionStorage.getItem('a')`, 'eslint(no-restricted-globals)'],
  ['src/site/calls.ts', `export const load = () => fetch('/news')`, null],

  // Only named exports are allowed.
  ['machines/site/default.ts', 'export default 1', 'eslint(no-restricted-exports)'],
  ['src/site/default.ts', 'const news = 1\nexport { news as default }', 'eslint(no-restricted-exports)'],
  ['server/default.ts', 'export default 1', 'eslint(no-restricted-exports)'],
  ['server/database/drizzle.config.ts', 'export default 1', null],

  // Restricted access: the console, the environment and, in views, XState's actor creators and React's `lazy`.
  ['src/site/log.ts', `console.log('here')`, 'eslint(no-console)'],
  ['src/site/warning.ts', `console.warn('Loading took too long.')`, null],
  ['server/port.ts', 'export const port = process.env.PORT', 'eslint(no-restricted-properties)'],
  ['server/destructured.ts', 'export const { env } = process', 'eslint(no-restricted-properties)'],
  ['server/imported.ts', `export { env } from 'node:process'`, 'eslint(no-restricted-imports)'],
  ['src/site/mode.ts', 'export const mode = process.env.MODE', 'eslint(no-restricted-properties)'],
  ['src/workspace/actors.ts', `export { fromPromise } from 'xstate'`, 'eslint(no-restricted-imports)'],
  ['src/staff/actors.ts', `export { fromPromise } from 'xstate'`, 'eslint(no-restricted-imports)'],
  ['src/workspace/parts.ts', `export { lazy } from 'react'`, 'eslint(no-restricted-imports)'],
  ['src/workspace/environment.ts', `export { env } from 'node:process'`, 'eslint(no-restricted-imports)'],
  ['server/main.ts', 'export const port = process.env.PORT', null],
  ['server/config.ts', 'export const port = process.env.PORT', null],
  ['scripts/start.mjs', 'export const port = process.env.PORT', null],

  // Promise handling.
  ['src/site/floating.ts', `fetch('/news')`, 'typescript(no-floating-promises)'],
  ['src/site/void.ts', `void fetch('/news')`, 'typescript(no-floating-promises)'],
  ['src/site/then.ts', `fetch('/news').then(() => 1)`, 'typescript(no-floating-promises)'],
  ['src/site/caught.ts', `fetch('/news').catch(console.error)`, null],
  ['src/site/misused.ts', `[1].forEach(async () => { await fetch('/') })`, 'typescript(no-misused-promises)'],
  ['src/site/awaited.ts', `export const one = await (1 as number)`, 'typescript(await-thenable)'],
  ['src/site/thrown.ts', `export const fail = () => { throw 'no' }`, 'typescript(only-throw-error)'],
  [
    'server/registered.ts',
    `import type { FastifyInstance } from 'fastify'\nexport const add = (app: FastifyInstance) => { app.register(() => undefined) }`,
    null,
  ],

  // Unsafe and meaningless types. The `any` is the violation that the linter must report.
  ['src/site/any.ts', 'export const news: any = 1', 'typescript(no-explicit-any)'],
  ['src/site/assigned.ts', `export const news = JSON.parse('1')`, 'typescript(no-unsafe-assignment)'],
  ['src/site/member.ts', `export const one = () => String(JSON.parse('1').one)`, 'typescript(no-unsafe-member-access)'],
  ['src/site/called.ts', `JSON.parse('1')()`, 'typescript(no-unsafe-call)'],
  ['src/site/returned.ts', `export const one = (): number => JSON.parse('1')`, 'typescript(no-unsafe-return)'],
  ['src/site/argument.ts', `Math.abs(JSON.parse('1'))`, 'typescript(no-unsafe-argument)'],
  ['src/site/absent.ts', 'export const first = (all: string[]) => all[0]!.length', 'typescript(no-non-null-assertion)'],
  ['tests/server/absent.ts', 'export const first = (all: string[]) => all[0]!.length', null],
  ['tests/server/assigned.ts', `export const news = JSON.parse('1')`, null],
  [
    'tests/e2e/route.ts',
    `import type { Page } from '@playwright/test'\nexport const stop = (page: Page) => page.unroute('**')`,
    'eslint(no-restricted-properties)',
  ],

  // Code without effect.
  ['src/site/always.ts', 'export const f = (a: string) => (a ?? 1)', 'typescript(no-unnecessary-condition)'],
  ['src/site/chain.ts', 'export const f = (a: { b: 1 }) => a?.b', 'typescript(no-unnecessary-condition)'],
  ['src/site/endless.ts', 'while (true) console.warn(1)', null],
  ['src/site/asserted.ts', 'export const f = (a: string) => a as string', 'typescript(no-unnecessary-type-assertion)'],
  ['src/site/unused.ts', 'const one = 1', 'eslint(no-unused-vars)'],
  [
    'src/site/object.ts',
    'export const f = (a: number[] | null) => `${a}`',
    'typescript(restrict-template-expressions)',
  ],
  ['src/site/equal.ts', 'export const f = (a: string, b: string) => a == b', 'eslint(eqeqeq)'],
  ['scripts/unknown.mjs', 'export const one = two', 'eslint(no-undef)'],

  // React rules, including those of its compiler.
  [
    'src/site/hook.tsx',
    `import { useState } from 'react'\nexport function News({ on }: { on: boolean }) {\n  return on ? useState(0)[0] : null\n}`,
    'react-hooks(rules-of-hooks)',
  ],
  [
    'src/site/effect.tsx',
    `import { useEffect } from 'react'\nexport function News({ id }: { id: string }) {\n  useEffect(() => { console.warn(id) }, [])\n  return null\n}`,
    'react-hooks(exhaustive-deps)',
  ],
  [
    'src/site/ref.tsx',
    `import { useRef } from 'react'\nexport function News() {\n  const last = useRef(0)\n  return <p>{last.current}</p>\n}`,
    'react(refs)',
  ],
  [
    'src/site/change.tsx',
    'export function News(props: { all: { one: number } }) {\n  props.all.one = 1\n  return <p>{props.all.one}</p>\n}',
    'react(immutability)',
  ],
  [
    'src/site/set.tsx',
    `import { useEffect, useState } from 'react'\nexport function News() {\n  const [one, set] = useState(0)\n  useEffect(() => { set(1) }, [])\n  return one\n}`,
    'react(set-state-in-effect)',
  ],
  ['src/site/clock.tsx', 'export function News() {\n  return <p>{Date.now()}</p>\n}', 'react(purity)'],
]

type Report = { diagnostics: { filename: string; code?: string; message: string }[] }
let found: Map<string, string[]>

beforeAll(async () => {
  for (const name of ['.oxlintrc.json', 'tsconfig.json']) cpSync(path.join(root, name), path.join(folder, name))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  for (const [file, code] of cases) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), `${code}\n`)
  }
  const { diagnostics } = await lint()
  found = new Map(cases.map(([file]) => [file, []]))
  for (const { filename, code = '', message } of diagnostics) found.get(filename)?.push(code || message)
}, 60_000)

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test.each(cases)('%s: %s', (file, _code, rule) => {
  expect(found.get(file)).toEqual(rule === null ? [] : [rule])
})

/** Runs the linter. Its error exit code is expected, because the snippets contain errors on purpose. */
function lint() {
  const folders = ['machines', 'src', 'server', 'scripts', 'tests']
  const program = path.join(root, 'node_modules/oxlint/bin/oxlint')
  return new Promise<Report>((resolve, reject) => {
    execFile(process.execPath, [program, '--format', 'json', ...folders], { cwd: folder }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve(JSON.parse(stdout) as Report)
      else reject(new Error(`${stdout}${stderr}`, { cause: error }))
    })
  })
}
