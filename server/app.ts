/** The product API: the contract's operations behind its validators, the policy and the problem documents. */
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import openapiGlue from 'fastify-openapi-glue'

import { createVerifier } from './auth/bearer-token'
import type { ServerConfig } from './config'
import { answerContactRetry, contactPageBase } from './site/contact-page'
import { checkAnswers } from './http/response-validation'
import { limitShape, refuseUnstorable } from './http/json-body'
import { createListener, guardingHeaders } from './http/listener'
import { loggerOptions, type LogTarget } from './http/log'
import { unknownAddress } from './http/methods'
import { registerPageStyle } from './http/page'
import type { PaymentProvider } from './payments/provider'
import type { OperationId } from './http/contract'
import { Problem, problemOf } from './http/problem'
import { createAccess } from './auth/access'
import type { Call, Handlers, AppServices } from './auth/route-context'
import { addressHandlers } from './transfers/addresses'
import { checkoutHandlers } from './requests/checkout'
import { contract, invalid, successStatus, validatorCompiler } from './http/contract'
import { downloadHandlers } from './transfers/downloads'
import { fileHandlers } from './files/routes'
import { memberHandlers } from './sharing/members'
import { projectHandlers } from './projects/routes'
import { requestHandlers } from './requests/routes'
import { shareHandlers } from './sharing/share-routes'
import { siteHandlers } from './site/routes'
import { toolHandlers } from './tools/routes'
import { uploadHandlers } from './transfers/uploads'
import { registerSharePage } from './sharing/share-page'
import type { Database } from './database/database'
import { openDiskSpace } from './storage/disk-space'
import type { FileStore } from './storage/files'
import { keepSwept } from './requests/hourly-sweep'
import { openUnfinishedFiles } from './storage/unfinished-files'

export type AppDeps = {
  config: ServerConfig
  database: Database
  files: FileStore
  payments: PaymentProvider
  /** Where the lines of the log go; standard output unless given. */
  log?: LogTarget
}

const MB = 1_048_576
const MAX_JSON_BYTES = MB
const MAX_FORM_BYTES = 64 * 1024
const CONTACTS_A_MINUTE = 5
/** How often a person, or an address that nobody is signed in from, may make calls that cost much or can be abused. */
const CALLS_A_MINUTE: Partial<Record<OperationId, number>> = {
  unlockSharedFile: 10,
  startCheckout: 120,
  resumeCheckout: 60,
  cancelSimulationRequest: 60,
  exportInputsZip: 30,
  exportInputsCsv: 30,
  shareFile: 60,
}
const FORM_LIMITS = { files: 200, fields: 20, parts: 220, fieldSize: 64 * 1024, fileSize: Number.MAX_SAFE_INTEGER }

const handlersFor = (surroundings: AppServices): Handlers => ({
  ...siteHandlers(surroundings),
  ...projectHandlers(surroundings),
  ...fileHandlers(surroundings),
  ...uploadHandlers(surroundings),
  ...downloadHandlers(surroundings),
  ...addressHandlers(surroundings),
  ...shareHandlers(surroundings),
  ...memberHandlers(surroundings),
  ...requestHandlers(surroundings),
  ...checkoutHandlers(surroundings),
  ...toolHandlers(surroundings),
})

/** Makes the server with everything below /api. It does not listen yet, and the site can still be added to it. */
export async function createApp({ config, database, files, payments, log }: AppDeps): Promise<FastifyInstance> {
  const app = createListener({
    publicUrl: config.publicUrl,
    logger: loggerOptions(config.logLevel, log),
    bodyLimit: MAX_JSON_BYTES,
    trustProxy: config.trustProxy,
    // No hook runs for an address that cannot be read.
    frameworkErrors: (error, _request, reply) =>
      void answerProblem((reply as unknown as FastifyReply).headers(apiHeaders(config)), problemOf(error)),
  })
  registerPageStyle(app, contactPageBase)
  await registerSharePage(app, { db: database.db, files })
  await app.register(
    (api) =>
      addOperations(api, { config, db: database.db, isAnswering: () => database.isAnswering(), files, payments }),
    { prefix: '/api' },
  )
  return app
}

async function addOperations(api: FastifyInstance, given: Omit<AppServices, 'unfinished' | 'disk'>) {
  const { config, db } = given
  const disk = openDiskSpace(config.dataDir, config.diskReserveBytes)
  const unfinished = await openUnfinishedFiles(config.dataDir, disk)
  const handlers = handlersFor({ ...given, unfinished, disk })
  const endSweeping = unfinished.keepSwept((error) =>
    api.log.error({ err: error }, 'Old uploads could not be removed. The next clean-up tries again.'),
  )
  api.addHook('onClose', async () => endSweeping())
  api.addHook('onClose', keepSwept(given, api.log))
  const access = createAccess(db, createVerifier(config.oidc))

  api.decorateRequest('findings')
  api.decorateRequest('rawBody', null)
  readJson(api)
  await api.register(formbody, { bodyLimit: MAX_FORM_BYTES })
  api.setValidatorCompiler(validatorCompiler)
  // Answers are made by hand and validated against the contract, so writing them needs no schema.
  api.setSerializerCompiler(() => (data) => JSON.stringify(data))
  api.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemIn(error, request)
    if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message)
    if (request.routeOptions.config.operationId !== 'sendContactForm') return answerProblem(reply, problem)
    const reason = problem.status >= 500 ? 'An error occurred. Please try again.' : problem.message
    return answerContactRetry(reply.headers(problem.headers), problem.status, reason, request.body)
  })

  api.addHook('onRequest', async (request, reply) => {
    request.resolved = {}
    reply.headers(apiHeaders(config))
  })
  await api.register(cors, {
    origin: config.publicUrl,
    // An OPTIONS that is no preflight asks for the methods.
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      ...['authorization', 'content-type', 'idempotency-key', 'if-match', 'range'],
      ...['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'],
    ],
    exposedHeaders: [
      ...['content-disposition', 'content-range', 'etag', 'link', 'retry-after'],
      ...['location', 'tus-resumable', 'upload-expires', 'upload-length', 'upload-offset'],
    ],
  })
  await api.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    keyGenerator: (request) => request.resolved.identity?.id ?? request.ip,
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem(429, `Too many requests. Please try again in ${Math.ceil(ttl / 1000)} seconds.`),
  })
  // One counter for both ways to send a message; a limit in a route's config would count alone.
  const limitContacts = api.rateLimit({ max: CONTACTS_A_MINUTE, timeWindow: '1 minute' })
  // A name keeps its folders; what it may hold, file-name.ts says.
  await api.register(multipart, { limits: FORM_LIMITS, preservePath: true })
  checkAnswers(api, config.brokenAnswers)

  api.addHook('onRequest', (request) => access.authenticate(request))
  api.addHook('preValidation', async (request) => refuseUnknownBody(request))
  api.addHook('preHandler', (request) => access.authorize(request))

  await api.register(openapiGlue, {
    specification: contract,
    operationResolver: (id) => routeFor(id as OperationId, handlers, limitContacts) as never,
  })
  api.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    config: { isCatchAll: true },
    handler: async ({ url }) => {
      throw unknownAddress(api.methodsAt(url))
    },
  })
}

/** Tells of an error what is wrong with the request, where it is the request. */
function problemIn(error: FastifyError, request: FastifyRequest): Problem {
  // The same error of an answer that breaks the contract has no context: that one is ours.
  return error.validation && error.validationContext
    ? invalid(error.validation as never, request.routeOptions.config.operationId, error.validationContext)
    : problemOf(error)
}

function routeFor(operationId: OperationId, handlers: Handlers, limitContacts: preHandlerAsyncHookHandler) {
  const callsAMinute = CALLS_A_MINUTE[operationId]
  const handler = handlers[operationId] as (call: Call<OperationId>) => Promise<unknown>
  const isTransfer = operationId === 'uploadFiles' || operationId === 'continueUpload'
  const isStreamed = isTransfer || operationId === 'createProject'
  return {
    config: {
      operationId,
      isTransfer,
      ...(callsAMinute !== undefined && { rateLimit: { max: callsAMinute, timeWindow: '1 minute' } }),
    },
    ...((operationId === 'sendContactMessage' || operationId === 'sendContactForm') && { preHandler: limitContacts }),
    ...(isStreamed && {
      // Forms and bytes stream past this point; a form's reader checks it against the same schema.
      validatorCompiler: (part: Parameters<typeof validatorCompiler>[0]) =>
        part.httpPart === 'body' ? () => true : validatorCompiler(part),
    }),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { params, query, headers, body } = request
      reply.code(successStatus[operationId] ?? 200)
      const answer = await handler({
        ...request.resolved,
        request,
        reply,
        path: params,
        query,
        headers,
        body,
      } as unknown as Call<OperationId>)
      // Fastify takes undefined for an answer that is still to come, except for a 204.
      return answer === undefined && reply.statusCode !== 204 ? '' : answer
    },
  }
}

/** JSON only, and forms where the contract has them: an answer to anything else is 415. */
function readJson(api: FastifyInstance) {
  const parse = api.getDefaultJsonParser('error', 'error')
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.routeOptions.config.operationId === 'receivePaymentEvent') request.rawBody = body
    limitShape(body)
    Promise.resolve(parse(request, body.toString(), done)).catch(done)
  })
  // Left where it is: the route reads it piece by piece.
  api.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
  // Kinds of answers: fastify-openapi-glue asks for a parser of every kind that the contract names.
  for (const kind of [
    'application/problem+json',
    'application/zip',
    'text/csv',
    'text/html',
    'application/octet-stream',
  ]) {
    api.addContentTypeParser(kind, async () => {
      throw new Problem(415, 'This content type is not accepted here. Check the Content-Type header.')
    })
  }
}

/** A body of a kind that the operation does not describe would pass unvalidated, so it is refused. */
function refuseUnknownBody(request: FastifyRequest) {
  const described = (request.routeOptions.schema?.body as { content?: object } | undefined)?.content
  if (!described) return
  const kind = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!(kind in described)) {
    throw new Problem(415, `This call takes ${Object.keys(described).join(' or ')}. Look at its Content-Type.`)
  }
  refuseUnstorable(request.body)
}

const apiHeaders = ({ publicUrl }: ServerConfig) => ({
  ...guardingHeaders(publicUrl),
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
})

const answerProblem = (reply: FastifyReply, { status, headers, document }: Problem) =>
  reply.code(status).headers(headers).type('application/problem+json').send(document)
