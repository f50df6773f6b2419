/** The API contract: the OpenAPI document, validators based on it, and user-readable validation messages. */
import { readFileSync } from 'node:fs'
import type { ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import Ajv from 'ajv/dist/2020.js'
import type { FastifySchema } from 'fastify'
import { parse } from 'yaml'

import { emptyName, nameTooLong } from '../../machines/projects/project-name'
import type { operations } from '../../openapi/generated/product'
import { refuseUnstorable } from './json-body'
import { Problem, type FieldError } from './problem'

/** The id of an operation in the contract. */
export type OperationId = keyof operations

type Operation = { operationId: OperationId; responses: Record<string, unknown>; security?: unknown[] }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, object> } }

export const contract = parse(readFileSync(new URL('../../openapi/product.yaml', import.meta.url), 'utf8')) as Document

/** Creates an Ajv instance for the contract's schemas. In `fast` mode, February 30 passes as a date. */
export const ajv = (options: ConstructorParameters<typeof Ajv>[0], mode: 'full' | 'fast' = 'full') => {
  const instance = new Ajv({ strict: false, allErrors: true, verbose: true, ...options })
  addFormats(instance, { mode })
  return instance
}

// The values in JSON bodies have types. Path and query parameters are strings, which are coerced to the types in the
// contract.
const bodyAjv = ajv({ useDefaults: true })
const parameterAjv = ajv({ useDefaults: true, coerceTypes: true })

/** Compiles the validator for one part of a call. Multipart bodies are validated where they are read (formCheck). */
export function validatorCompiler({ schema, httpPart }: { schema: FastifySchema; httpPart?: string }) {
  return (httpPart === 'body' ? bodyAjv : parameterAjv).compile(schema)
}

/**
 * Creates a check of a form against one of the contract's schemas. The check throws a 400 for text that cannot be
 * stored, and one that names the fields for any other error.
 */
export function formCheck(
  name:
    | 'ComputedReport'
    | 'ContactMessage'
    | 'NewAttachment'
    | 'NewProject'
    | 'StaffDelivery'
    | 'Upload'
    | 'UploadMetadata',
  operationId: OperationId,
): (form: unknown) => void {
  // The schema can refer to other schemas of the contract.
  const validate = bodyAjv.compile({ ...contract.components.schemas[name], components: contract.components })
  return (form) => {
    refuseUnstorable(form)
    if (!validate(form)) throw invalid(validate.errors ?? [], operationId)
  }
}

/** The success statuses by operation id. */
export const successStatus: Record<string, number> = Object.fromEntries(
  Object.values(contract.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => typeof operation.operationId === 'string')
    .map(({ operationId, responses }) => [
      operationId,
      Math.min(...Object.keys(responses).map(Number).filter(Boolean)),
    ]),
)

const MAX_FIELD_ERRORS = 50

/**
 * Returns a 400 for a call that violates the contract, or a 404 if a path parameter is invalid, since nothing exists at
 * such a path.
 */
export function invalid(errors: ErrorObject[], operationId: string | undefined, part?: string): Problem {
  const fieldErrors = errors.slice(0, MAX_FIELD_ERRORS).map((error) => fieldError(error, operationId))
  const message = fieldErrors[0]?.message ?? 'The request is not valid.'
  if (part === 'params') return new Problem(404, 'There is nothing at this address.', { errors: fieldErrors })
  return new Problem(400, message, { errors: fieldErrors })
}

const projectNames: string[] = ['createProject', 'updateProject'] satisfies OperationId[]

function fieldError(error: ErrorObject, operationId: string | undefined): FieldError {
  const inner = error.params as { missingProperty?: string; additionalProperty?: string }
  const field = [error.instancePath, inner.missingProperty ?? inner.additionalProperty]
    .filter(Boolean)
    .join('/')
    .replace(/^\//, '')
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
  if (field === 'name' && operationId && projectNames.includes(operationId)) {
    if (error.keyword === 'maxLength') return { field, message: nameTooLong(String(error.data)) }
    return { field, message: emptyName }
  }
  if (field === 'files') return { field, message: 'Choose at least one file to upload.' }
  return { field, message: `${field || 'The request'} ${reasonFor(error)}.` }
}

function reasonFor({ keyword, params, data }: ErrorObject): string {
  const { limit } = params as { limit: number }
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'additionalProperties':
      return 'is not a known field; remove it'
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} ${limit === 1 ? 'character' : 'characters'} (it has ${[...String(data)].length})`
    case 'minProperties':
      return 'must contain at least one change'
    case 'maxProperties':
      return `must have at most ${limit} ${limit === 1 ? 'field' : 'fields'}`
    case 'minItems':
    case 'maxItems':
      return `must have at ${keyword === 'minItems' ? 'least' : 'most'} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
    case 'uniqueItems':
      return 'must not contain the same entry twice'
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'enum':
      return `must be one of ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}`
    case 'type':
      return `must be ${withArticle(String((params as { type: unknown }).type))}`
    case 'format':
      return `must be ${formats[(params as { format: string }).format] ?? 'in the required format'}`
    case 'pattern':
      return `must match ${(params as { pattern: string }).pattern}`
    default:
      return 'is not valid'
  }
}

const withArticle = (type: string) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type.replace(',', ' or ')}`

const formats: Record<string, string> = {
  email: 'an e-mail address such as ada@example.com',
  uuid: 'a UUID',
  'date-time': 'a time such as 2025-01-31T12:00:00Z',
}
