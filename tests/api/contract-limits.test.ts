/**
 * Every string, list and number in a call is limited by the contract, and every collection, except short tables, is
 * returned in pages.
 */
import { expect, test } from 'vitest'

import { type Described, described, resolved, type Schema } from './contract-requests'

/** Returns the paths within a schema that have no limit. */
function unlimited(given: Schema, at: string): string[] {
  const schema = resolved(given)
  const types = [schema.type ?? 'object'].flat()
  const isChosen = schema.enum !== undefined || schema.const !== undefined
  const isFixed = schema.format === 'uuid' || schema.format === 'date-time'
  return [
    ...(types.includes('string') && !isChosen && !isFixed && schema.format !== 'binary' && !isBounded(schema)
      ? [at]
      : []),
    ...(types.includes('integer') || types.includes('number') ? (schema.maximum === undefined ? [at] : []) : []),
    ...(types.includes('array')
      ? [...(schema.maxItems === undefined ? [at] : []), ...unlimited(schema.items ?? {}, `${at}[]`)]
      : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => unlimited(inner, `${at}.${name}`)),
  ]
}

/** A pattern limits a string if it is anchored and contains no unbounded repetition. */
const isBounded = ({ maxLength, pattern }: Schema) =>
  maxLength !== undefined || (pattern !== undefined && /^\^.*\$$/.test(pattern) && !/[*+]|,\}/.test(pattern))

test.each(described.map((one) => [one.operation.operationId, one] as const))(
  '%s limits all of its input',
  (name, one) => {
    const bodies = Object.values(one.operation.requestBody?.content ?? {})
    expect([
      ...one.parameters.flatMap((parameter) => unlimited(parameter.schema, parameter.name)),
      ...bodies.flatMap(({ schema }) => unlimited(schema, name)),
    ]).toEqual([])
  },
)

test('every collection is returned in pages of a limited size, except short tables', () => {
  const isCollection = ({ method, operation }: Described) => {
    const answers = Object.values(resolved(operation.responses['200'] ?? {}).content ?? {})
    const isList = answers.some(({ schema }) => [resolved(schema).type].flat().includes('array'))
    return method === 'GET' && (isList || /^(list|search)/.test(operation.operationId))
  }
  const collections = described.filter(isCollection)
  const paged = collections.filter(({ parameters }) => {
    const limit = parameters.find(({ name }) => name === 'limit')
    return (
      (resolved(limit?.schema ?? {}).maximum ?? Infinity) <= 1000 && parameters.some(({ name }) => name === 'cursor')
    )
  })
  const namesOf = (all: Described[]) => all.map(({ operation }) => operation.operationId)
  // At most 100 news items and 100 publications can be stored, and at most 120 months and 200 jobs are listed (maxItems
  // in the contract), so each of these lists is one page.
  const short = ['listFileTypes', 'listAccountingMonths', 'listFailedJobs', 'listStaffNews', 'listStaffPublications']
  expect(namesOf(collections.filter((one) => !paged.includes(one)))).toEqual(short)
  expect(paged.length).toBeGreaterThan(12)
})

test.each([
  [{ type: 'string' }],
  [{ type: 'string', pattern: '^a+$' }],
  [{ type: 'string', pattern: 'a' }],
  [{ type: ['string', 'null'] }],
  [{ type: 'integer', minimum: 0 }],
  [{ type: 'array', items: { type: 'integer', maximum: 1 } }],
  [{ type: 'array', maxItems: 1, items: { type: 'string' } }],
  [{ type: 'object', properties: { inner: { type: 'string' } } }],
])('%j is reported as unlimited', (schema) => {
  expect(unlimited(schema, 'it')).toHaveLength(1)
})
