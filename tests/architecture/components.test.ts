import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * The React compiler silently skips components and hooks that contain `import()`. In a prerendered page, parts that are
 * not memoized lose their content when they hydrate, along with everything that a visitor has typed.
 */
const compiled = /^(?:export )?(?:default )?function ((?:use)?[A-Z]\w*)[\s\S]*?^\}/gm

/** The region for toasts is empty in a prerendered page. */
const exceptions = ['LazyToasts']

test('no component or hook contains import()', () => {
  const found = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap(({ parentPath, name }) => [...readFileSync(path.join(parentPath, name), 'utf8').matchAll(compiled)])
  expect(found.length).toBeGreaterThan(200)
  expect(found.filter(([text]) => text.includes('import(')).map(([, name]) => name)).toEqual(exceptions)
})
