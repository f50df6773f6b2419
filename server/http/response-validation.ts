/** Validates API responses against the contract. */
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ajv } from './contract'

type Schema = Record<string, unknown>
type Described = { content?: Record<string, { schema: Schema }> } & Schema

class BrokenAnswer extends Error {
  override name = 'BrokenAnswer'
}

/**
 * Validates the JSON responses of all routes that are added after this call. A response that breaks the contract fails
 * the call or, in production, is sent anyway and logged, since most such responses are still usable.
 */
export function checkAnswers(api: FastifyInstance, onBroken: 'fail' | 'warn'): void {
  // The first error is enough for the log. Dates are checked less strictly, which is faster: lists contain hundreds of
  // them, and the product itself has formatted all of them.
  const instance = ajv({ allErrors: false, verbose: false }, 'fast')
  // Validators are compiled on first use: compiling all of them at startup would double the startup time.
  const compiled = new Map<Schema, ValidateFunction>()
  const validatorOf = (schema: Schema) => {
    const validator = compiled.get(schema) ?? instance.compile(schema)
    compiled.set(schema, validator)
    return validator
  }

  const check = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const schema = schemaOf(request, reply)
    const validate = schema && validatorOf(schema)
    if (!validate || validate(payload)) return
    const { operationId } = request.routeOptions.config
    const broken = new BrokenAnswer(
      `The ${reply.statusCode} response of ${operationId} violates the contract: ${firstError(validate)}.`,
    )
    if (onBroken === 'fail') throw broken
    request.log.warn({ err: broken }, 'A response does not match the contract.')
  }
  api.addHook('preSerialization', (request, reply, payload, done) => {
    try {
      check(request, reply, payload)
    } catch (error) {
      done(error as Error)
      return
    }
    done(null, payload)
  })
}

/** Returns the contract's schema for responses with this status and content type; undefined if there is none. */
function schemaOf({ routeOptions }: FastifyRequest, reply: FastifyReply): Schema | undefined {
  const byStatus = (routeOptions.schema?.response ?? {}) as Record<string, Described | undefined>
  const described = byStatus[reply.statusCode] ?? byStatus['default']
  if (!described?.content) return described
  const type = String(reply.getHeader('content-type') ?? 'application/json').split(';', 1)[0] ?? ''
  return described.content[type]?.schema
}

/** Describes the first validation error without the value itself, which may be confidential. */
function firstError({ errors }: ValidateFunction): string {
  const [error]: ErrorObject[] = errors ?? []
  return `${error?.instancePath || 'the response'} ${error?.message ?? 'is not valid'}`
}
