/** Generates values for the calls of an operation from the contract: mostly valid ones, and some that are not. */
import fc, { type Arbitrary } from 'fast-check'

import { contract } from '../../server/http/contract'

export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
}
type Parameter = { $ref?: string; name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
type Content = Record<string, { schema: Schema }>
export type Response = { $ref?: string; content?: Content }
export type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
export type Described = { path: string; method: string; operation: Operation; parameters: Parameter[] }

/** Resolves a $ref in the contract. */
export function resolved<T extends { $ref?: string }>(value: T): T {
  if (value.$ref === undefined) return value
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], contract)
  return resolved(found as T)
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']

/** All operations in the contract. */
export const described: Described[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => METHODS.includes(method))
    .map(([method, value]) => {
      const operation = value as unknown as Operation
      const shared = ((item as { parameters?: unknown }).parameters ?? []) as Parameter[]
      const parameters = [...shared, ...(operation.parameters ?? [])].map(resolved)
      return { path, method: method.toUpperCase(), operation, parameters }
    }),
)

/** Strings that often expose bugs. */
const nastyText = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      '\udc00x',
      '\u202e',
      '\ufeff',
      '%00',
      '%',
      '../..',
      "'; drop table projects; --",
    ],
    '2147483648',
    '-1',
    '1e999',
    'NaN',
    'null',
    '[]',
    '{}',
    '=1+1',
    '\r\nset-cookie: a=b',
    '𐏿'.repeat(300),
    'x'.repeat(70_000),
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

const nastyJson = fc.oneof(
  nastyText,
  fc.constantFrom(null, true, 0, -1, 0.5, 2_147_483_648, -2_147_483_649, 2 ** 53, 1e308, [], {}, [[[]]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
)

const text = ({ format, pattern, minLength = 0, maxLength = 60 }: Schema): Arbitrary<string> => {
  switch (format) {
    case 'uuid':
      return fc.uuid()
    case 'email':
      return fc.emailAddress()
    case 'date-time':
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })
        .map((date) => date.toISOString())
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'))
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 60) })
}

/** Generates values: mostly ones that a schema allows, and some that often expose bugs. */
export function valueOf(given: Schema): Arbitrary<unknown> {
  const schema = resolved(given)
  const types = [schema.type ?? 'object'].flat()
  const right = fc.oneof(...types.map((type) => rightOf(schema, type)))
  return fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: nastyJson })
}

function rightOf(schema: Schema, type: string): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (type) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 40 })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 3) })
    default: {
      const members = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, valueOf(inner)] as const)
      return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
    }
  }
}

/** Generates the value of a path, query or header parameter. */
export const parameterOf = (schema: Schema): Arbitrary<string> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: rightOf(resolved(schema), [resolved(schema).type ?? 'string'].flat()[0] ?? 'string').map(String),
    },
    { weight: 1, arbitrary: nastyText },
  )
