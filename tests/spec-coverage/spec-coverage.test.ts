import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'

import { rows } from './rows'
import { hasTitle, titlesOf, type Titles } from './titles'

/**
 * Validates the table of requirements: everything that it references exists, and it covers everything in the contracts.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))

type Contract = { paths: Record<string, Record<string, { operationId?: string }>> }

/** `operationId: METHOD /path` of both contracts. */
const operations = ['product', 'tool-server'].flatMap((name) => {
  const { paths } = parse(readFileSync(path.join(root, 'openapi', `${name}.yaml`), 'utf8')) as Contract
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [`${operationId}: ${method.toUpperCase()} ${route}`],
    ),
  )
})

const read = new Map<string, Titles>()
const titlesIn = (file: string) => {
  const titles = read.get(file) ?? titlesOf(readFileSync(path.join(root, file), 'utf8'))
  read.set(file, titles)
  return titles
}

/** Returns the error in `<file>#<title>`, or null. */
function faultOf(reference: string): string | null {
  const [file, ...rest] = reference.split('#')
  const title = rest.join('#')
  if (!file?.startsWith('tests/') || title === '') return `"${reference}" is not <file in tests>#<title>`
  if (!existsSync(path.join(root, file))) return `${file} does not exist`
  return hasTitle(titlesIn(file), title) ? null : `${file} has no test "${title}"`
}

const isOrGoesOn = (what: string, operation: string) =>
  what.startsWith(operation) && !/^[\w/{]/.test(what.slice(operation.length))

test('every row that names a test names one that exists', () => {
  const faults = rows.filter((row) => row.test !== 'open').map((row) => [row.id, faultOf(row.test)])
  expect(faults.filter(([, fault]) => fault !== null)).toEqual([])
})

test('a reference to a test that does not exist is a fault', () => {
  const here = 'tests/spec-coverage/spec-coverage.test.ts'
  expect(faultOf(`${here}#every row that names a test names one that exists`)).toBeNull()
  expect(faultOf(`${here}#every row`)).toContain('has no test')
  expect(faultOf('tests/nowhere.test.ts#a title')).toContain('does not exist')
  expect(faultOf('open question')).toContain('is not')
})

test('no id stands twice', () => {
  const ids = rows.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('every operation of the contracts has a row', () => {
  const calls = rows.filter(({ kind }) => kind === 'call')
  expect(operations.filter((operation) => !calls.some(({ what }) => isOrGoesOn(what, operation)))).toEqual([])
})

test('every call is an operation of the contracts, at its method and path', () => {
  const calls = rows.filter(({ kind }) => kind === 'call').map(({ what }) => what)
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter((what) => !operations.some((operation) => isOrGoesOn(what, operation)))).toEqual([])
})

// Open rows are reported, but do not fail the test.
afterAll(() => {
  console.info(`${rows.length} rows, ${rows.filter((row) => row.test === 'open').length} of them without a test`)
})
