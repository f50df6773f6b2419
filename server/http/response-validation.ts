/** Whether what the API answers is what the contract says. */
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ajv } from './contract'

type Schema = Record<string, unknown>
type Described = { content?: Record<string, { schema: Schema }> } & Schema

class BrokenAnswer extends Error {
  override name = 'BrokenAnswer'
}

/**
 * Checks each JSON answer of the routes that are added from here on. One that breaks the contract fails the call, or,
 * where people depend on it, is sent and logged: most of them can be used all the same.
 */
export function checkAnswers(api: FastifyInstance, onBroken: 'fail' | 'warn'): void {
  const answers = ajv({})
  // Compiled when it is first needed: all of them together would double the time of a start.
  const compiled = new Map<Schema, ValidateFunction>()
  const validatorOf = (schema: Schema) => {
    const known = compiled.get(schema) ?? answers.compile(schema)
    compiled.set(schema, known)
    return known
  }

  api.addHook('preSerialization', async (request, reply, payload) => {
    const schema = schemaOf(request, reply)
    const validate = schema && validatorOf(schema)
    if (!validate || validate(payload)) return payload
    const { operationId } = request.routeOptions.config
    const broken = new BrokenAnswer(
      `The answer ${reply.statusCode} of ${operationId} breaks the contract: ${first(validate)}.`,
    )
    if (onBroken === 'fail') throw broken
    request.log.warn({ err: broken }, 'An answer breaks the contract.')
    return payload
  })
}

/** What the contract says of answers with this status and type. */
function schemaOf({ routeOptions }: FastifyRequest, reply: FastifyReply): Schema | undefined {
  const byStatus = (routeOptions.schema?.response ?? {}) as Record<string, Described | undefined>
  const described = byStatus[reply.statusCode] ?? byStatus['default']
  if (!described?.content) return described
  const type = String(reply.getHeader('content-type') ?? 'application/json').split(';', 1)[0] ?? ''
  return described.content[type]?.schema
}

/** Where it is broken. The value itself may be nobody's business. */
function first({ errors }: ValidateFunction): string {
  const [error]: ErrorObject[] = errors ?? []
  return `${error?.instancePath || 'all of it'} ${error?.message ?? 'is not valid'}`
}
