import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'

import { claimsIn, isQuoted, quotesIn } from './claims'
import { covers } from './covers'
import { open, rows, type RowId } from './rows'

/**
 * Compares the rows of the specification with what the tests claim to cover, and with the contracts.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = new Map<string, string | undefined>()
const read = (file: string) => {
  const at = path.join(root, file)
  if (!sources.has(file)) sources.set(file, existsSync(at) ? readFileSync(at, 'utf8') : undefined)
  return sources.get(file)
}
const files = readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('tests', file))
  .filter((file) => /\.test\.tsx?$/.test(file) && read(file)?.includes('covers('))
const { claims, faults } = claimsIn(files, read)
const claimed = new Set(claims.flatMap((claim) => claim.rows))

type Contract = { paths: Record<string, Record<string, { operationId?: string }>> }

/** The operations of both contracts, as `operationId: METHOD /path`. */
const operations = ['product', 'tool-server'].flatMap((name) => {
  const { paths } = parse(readFileSync(path.join(root, 'openapi', `${name}.yaml`), 'utf8')) as Contract
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [`${operationId}: ${method.toUpperCase()} ${route}`],
    ),
  )
})

const isOrGoesOn = (what: string, operation: string) =>
  what.startsWith(operation) && !/^[\w/{]/.test(what.slice(operation.length))

test('every row is claimed by a test, or listed as open', () => {
  const isOpen = (id: RowId) => open.includes(id)
  expect(rows.filter(({ id }) => claimed.has(id) === isOpen(id)).map(({ id }) => id)).toEqual([])
})

test('every claim is at the start of a test', () => {
  expect(faults).toEqual([])
})

test('no test claims more than five rows, or one of them twice', () => {
  const isTooMuch = (ids: string[]) => ids.length > 5 || new Set(ids).size < ids.length
  expect(claims.filter((claim) => isTooMuch(claim.rows)).map((claim) => [claim.test, claim.rows])).toEqual([])
})

test('every quoted text of a row is in the tests that claim it', () => {
  covers('decisions-letter-for-letter')
  const quotes = new Map<string, string[]>(rows.map(({ id, what }) => [id, quotesIn(what)]))
  const missing = claims.flatMap((claim) =>
    claim.rows.flatMap((id) =>
      (quotes.get(id) ?? []).filter((quote) => !isQuoted(quote, claim.texts)).map((quote) => [claim.test, id, quote]),
    ),
  )
  expect(missing).toEqual([])
})

test('every operation of the contracts has a row', () => {
  const calls = rows.filter(({ kind }) => kind === 'call')
  expect(operations.filter((operation) => !calls.some(({ what }) => isOrGoesOn(what, operation)))).toEqual([])
})

test('every call is an operation of the contracts, with its method and path', () => {
  const calls = rows.filter(({ kind }) => kind === 'call').map(({ what }) => what)
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter((what) => !operations.some((operation) => isOrGoesOn(what, operation)))).toEqual([])
})

// Open rows are reported, but do not fail the test.
afterAll(() => {
  console.info(`${rows.length} rows in ${claims.length} tests, ${open.length} without a test: ${open.join(', ')}`)
})
