/** The product API: the contract's operations with validation, access control and problem documents. */
import { setTimeout as after } from 'node:timers/promises'
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import openapiGlue from 'fastify-openapi-glue'

import { createVerifier, type Verifier } from './auth/bearer-token'
import type { ServerConfig } from './config'
import { answerContactRetry, contactPageBase } from './site/contact-page'
import {
  CALLS_PER_MINUTE,
  CONTACTS_PER_MINUTE,
  FORM_LIMITS,
  MAX_JSON_BYTES,
  MAX_URL_ENCODED_BYTES,
} from './http/call-limits'
import { checkAnswers } from './http/response-validation'
import { limitShape, refuseUnstorable } from './http/json-body'
import { hook } from './http/hooks'
import { createListener, securityHeaders } from './http/listener'
import { sharedRateLimits } from './http/shared-rate-limits'
import type { Metrics } from './operation/metrics'
import type { Tracing } from './operation/tracing'
import { type Draining, registerProbes } from './operation/probes'
import { loggerOptions, type LogTarget } from './http/log'
import { unknownAddress } from './http/methods'
import { registerPageParts } from './http/page'
import type { PaymentProvider } from './payments/provider'
import type { OperationId } from './http/contract'
import { Problem, problemOf, problemOfRequest } from './http/problem'
import { createAccess } from './auth/access'
import type { Call, Handlers, AppServices } from './auth/route-context'
import { activityHandlers } from './activity/routes'
import { addressHandlers } from './transfers/download-urls'
import { attachmentHandlers } from './requests/attachment-routes'
import { billingHandlers } from './requests/billing'
import { budgetHandlers } from './requests/budget'
import { checkoutHandlers } from './requests/checkout'
import { contract, invalid, successStatus, validatorCompiler } from './http/contract'
import { downloadHandlers } from './transfers/downloads'
import { revisionHandlers } from './files/revision-routes'
import { thumbnailHandlers } from './previews/thumbnail-routes'
import { fileHandlers } from './files/routes'
import { invitationMailJob } from './sharing/invitation-mail'
import { dropOldInvitations } from './sharing/invitation-store'
import { invitationHandlers } from './sharing/invitations'
import { memberHandlers } from './sharing/members'
import { projectDeletion } from './projects/project-deletion'
import { projectHandlers } from './projects/routes'
import { sampleHandlers } from './sample/routes'
import { draftHandlers } from './requests/draft-routes'
import { requestHandlers } from './requests/routes'
import { searchHandlers } from './search/routes'
import { commentHandlers } from './comments/routes'
import { noticeMailJobs } from './notices/mail'
import { noticeHandlers } from './notices/routes'
import { dropOldNotices } from './notices/store'
import { shareHandlers } from './sharing/share-routes'
import { siteHandlers } from './site/routes'
import { codeMailJob } from './identity/code-mail'
import { dropOldEvents } from './live/event-log'
import { createLiveHub } from './live/live-hub'
import { authorOf, liveHandlers } from './live/routes'
import { personDeletion } from './people/deletion'
import { peopleHandlers } from './people/routes'
import { contactAnswerJob } from './staff/contact-answer-mail'
import { contactHandlers } from './staff/contact-routes'
import { deliveryHandlers } from './staff/delivery-routes'
import { refundJobs } from './requests/refunds'
import { priceAnnouncement, priceHandlers } from './staff/prices'
import { accountingHandlers } from './staff/accounting'
import { staffActivityHandlers } from './staff/activity'
import { customerHandlers } from './staff/customers'
import { failedJobHandlers } from './staff/failed-jobs'
import { siteEntryHandlers } from './staff/site-entries'
import { staffHandlers } from './staff/routes'
import { messageRetention } from './site/message-retention'
import { toolHandlers } from './tools/routes'
import { isTusCall, negotiateTusVersion, tusOptions } from './transfers/tus-protocol'
import { uploadHandlers } from './transfers/uploads'
import { registerSharePage } from './sharing/share-page'
import { withAuthor } from './database/author'
import type { Database } from './database/database'
import { createLeases } from './database/leases'
import type { Storage } from './storage/storage'
import { hourlySweep } from './requests/hourly-sweep'
import { contactMailJob } from './site/contact-mail'
import { startWorker } from './jobs/worker'
import type { JobHandler } from './jobs/job'
import { createUnfinishedUploads, expiredUploads } from './transfers/unfinished-uploads'
import { createUploadHolds } from './transfers/upload-lock-across-nodes'
import { createUploadLocks } from './transfers/upload-lock-on-node'
import { fileDeletion } from './files/deferred-deletion'
import { contentDeletion } from './files/discarded-content'
import { orphanSweep } from './files/verification'

export type AppDeps = {
  config: ServerConfig
  database: Database
  storage: Storage
  payments: PaymentProvider
  draining?: Draining
  metrics?: Metrics | null
  tracing?: Tracing | null
  /** Where log lines are written; standard output by default. */
  log?: LogTarget
}

/**
 * How long a stopping node waits for uploads whose content it is still writing. If that takes longer, the holds on
 * these uploads expire.
 */
const RELEASE_MS = 3000

const handlersFor = (services: AppServices): Handlers => ({
  ...siteHandlers(services),
  ...liveHandlers(services),
  ...peopleHandlers(services),
  ...projectHandlers(services),
  ...sampleHandlers(services),
  ...activityHandlers(services),
  ...fileHandlers(services),
  ...searchHandlers(services),
  ...revisionHandlers(services),
  ...thumbnailHandlers(services),
  ...commentHandlers(services),
  ...noticeHandlers(services),
  ...uploadHandlers(services),
  ...downloadHandlers(services),
  ...addressHandlers(services),
  ...shareHandlers(services),
  ...memberHandlers(services),
  ...invitationHandlers(services),
  ...requestHandlers(services),
  ...attachmentHandlers(services),
  ...draftHandlers(services),
  ...checkoutHandlers(services),
  ...billingHandlers(services),
  ...budgetHandlers(services),
  ...staffHandlers(services),
  ...deliveryHandlers(services),
  ...contactHandlers(services),
  ...priceHandlers(services),
  ...siteEntryHandlers(services),
  ...accountingHandlers(services),
  ...customerHandlers(services),
  ...staffActivityHandlers(services),
  ...failedJobHandlers(services),
  ...toolHandlers(services),
})

/** Every kind of job with the code that runs it; see jobs/job.ts. */
const jobHandlers = (services: AppServices): JobHandler[] => [
  contactMailJob(services),
  contactAnswerJob(services),
  hourlySweep(services),
  contentDeletion(services),
  fileDeletion(services),
  projectDeletion(services),
  expiredUploads(services),
  orphanSweep(services),
  dropOldEvents(services.db),
  messageRetention(services),
  personDeletion(services),
  dropOldNotices(services.db),
  dropOldInvitations(services.db),
  invitationMailJob(services),
  codeMailJob(services),
  refundJobs(services),
  priceAnnouncement(services),
  ...noticeMailJobs(services),
]

/**
 * Creates the server with everything below /api, the probes and the share pages. It does not listen yet, so that the
 * site can be added to it.
 */
export async function createApp({
  config,
  database,
  storage,
  payments,
  draining = { isDraining: false },
  metrics = null,
  tracing = null,
  log,
}: AppDeps): Promise<FastifyInstance> {
  const app = createListener({
    publicUrl: config.publicUrl,
    logger: loggerOptions(config.logLevel, log),
    bodyLimit: MAX_JSON_BYTES,
    trustProxy: config.trustProxy,
    // Hooks do not run for malformed URLs, so the headers are set here.
    frameworkErrors: (error, request, reply) =>
      void answerProblem(
        (reply as unknown as FastifyReply).headers({ ...apiHeaders(config), 'x-request-id': request.id }),
        problemOf(error),
      ),
  })
  metrics?.follow(app)
  tracing?.follow(app)
  const verifier = createVerifier(config.oidc)
  registerProbes(
    app,
    {
      database: () => database.isAnswering(),
      storage: () => storage.isAnswering(),
      'sign-in keys': () => verifier.hasKeys(),
    },
    draining,
  )
  registerPageParts(app, contactPageBase)
  await registerSharePage(app, {
    db: database.db,
    storage,
    isTrial: config.isTrial,
    siteUrl: config.publicUrl,
  })
  await app.register(
    (api) =>
      addOperations(
        api,
        { database, verifier, metrics, tracing },
        {
          config,
          db: database.db,
          isAnswering: () => database.isAnswering(),
          storage,
          payments,
        },
      ),
    { prefix: '/api' },
  )
  return app
}

async function addOperations(
  api: FastifyInstance,
  {
    database,
    verifier,
    metrics,
    tracing,
  }: { database: Database; verifier: Verifier; metrics: Metrics | null; tracing: Tracing | null },
  given: Omit<AppServices, 'unfinished' | 'locks' | 'live' | 'leases'>,
) {
  const { config, db, storage } = given
  const unfinished = createUnfinishedUploads({ db, storage })
  const holds = createUploadHolds({ db, signals: database.signals })
  const live = createLiveHub(db, database.signals, api.log)
  // Close the streams, which can stay open for an hour and would hold the listener open until then.
  api.addHook('preClose', async () => live.close())
  const locks = createUploadLocks(holds)
  const leases = createLeases(db)
  const services = { ...given, unfinished, locks, live, leases }
  const handlers = handlersFor(services)
  // Release the holds on uploads, so that clients can continue on another node. Once the database is closed, this is
  // impossible.
  let released = Promise.resolve()
  api.addHook('preClose', async () => {
    released = locks.close()
  })
  api.addHook('onClose', async () => {
    await Promise.race([released, after(RELEASE_MS, undefined, { ref: false })])
    holds.close()
    await leases.close()
  })
  api.addHook(
    'onClose',
    startWorker({
      db,
      signals: database.signals,
      handlers: jobHandlers(services),
      log: api.log,
      ...(metrics && { onRun: metrics.jobRan }),
      ...(tracing && { trace: tracing.runJob }),
    }),
  )
  const access = createAccess(database, verifier.verify)
  api.addHook('onClose', async () => access.close())

  api.decorateRequest('resolved')
  api.decorateRequest('rawBody', null)
  readJson(api)
  await api.register(formbody, { bodyLimit: MAX_URL_ENCODED_BYTES })
  api.setValidatorCompiler(validatorCompiler)
  // Responses are built explicitly and validated against the contract, so serialization does not need a schema.
  api.setSerializerCompiler(() => (data) => JSON.stringify(data))
  api.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemIn(error, request)
    if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message)
    if (request.routeOptions.config.operationId !== 'sendContactForm') return answerProblem(reply, problem)
    const reason = problem.status >= 500 ? 'An error occurred. Please try again.' : problem.message
    return answerContactRetry(reply.headers(problem.headers), {
      status: problem.status,
      reason,
      form: request.body,
      isTrial: config.isTrial,
      siteUrl: config.publicUrl,
    })
  })

  const headers = apiHeaders(config)
  api.addHook(
    'onRequest',
    hook((request, reply) => {
      request.resolved = {}
      reply.headers(headers)
    }),
  )
  await api.register(cors, {
    origin: config.publicUrl,
    // A site on another host sends its calls with credentials.
    credentials: isOtherHost(config),
    // Let OPTIONS requests that are not preflights through; methods.ts answers them.
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'last-event-id',
      'range',
      'tab-id',
      'tax-cents',
      'turnaround-days',
      'tus-resumable',
      'upload-length',
      'upload-metadata',
      'upload-offset',
    ],
    // A single string, since the plugin would join a list again for every response.
    exposedHeaders: [
      'change-position',
      'content-disposition',
      'content-range',
      'etag',
      'link',
      'retry-after',
      'x-request-id',
      'location',
      'tus-resumable',
      'upload-expires',
      'upload-length',
      'upload-metadata',
      'upload-offset',
      'www-authenticate',
    ].join(', '),
  })
  await api.register(rateLimit, {
    global: false,
    store: sharedRateLimits(db),
    hook: 'preHandler',
    keyGenerator: (request) => request.resolved.identity?.id ?? request.ip,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000)
      const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
      return new Problem(429, `Too many requests. Please try again in ${wait}.`)
    },
  })
  // Share one counter between both contact endpoints; a limit in the route config would count them separately.
  const limitContacts = api.rateLimit({ max: CONTACTS_PER_MINUTE, timeWindow: '1 minute' })
  // Keep folders in file names; file-name.ts defines which names are valid.
  await api.register(multipart, { limits: FORM_LIMITS, preservePath: true })
  checkAnswers(api, config.brokenAnswers)

  api.addHook('onRequest', hook(negotiateTusVersion))
  api.addHook('onRequest', hook(access.authenticate))
  api.addHook('preValidation', hook(refuseUnknownBody))
  api.addHook('preHandler', hook(access.authorize))
  api.addHook('preHandler', (request, _, done) => withAuthor(authorOf(request), done))

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

/** Converts an error to a Problem, with field errors if the request is invalid. */
function problemIn(error: FastifyError, request: FastifyRequest): Problem {
  // Validation errors in responses have no validationContext; they are server errors.
  return error.validation && error.validationContext
    ? invalid(error.validation as never, request.routeOptions.config.operationId, error.validationContext)
    : problemOfRequest(error, request.raw)
}

/** The calls that send files. */
const transfers: OperationId[] = [
  'uploadFiles',
  'continueUpload',
  'deliverStaffRequest',
  'addRequestAttachment',
  'addStaffAttachment',
]

function routeFor(operationId: OperationId, handlers: Handlers, limitContacts: preHandlerAsyncHookHandler) {
  const callsPerMinute = CALLS_PER_MINUTE[operationId]
  const handler = handlers[operationId] as (call: Call<OperationId>) => Promise<unknown>
  const isTransfer = transfers.includes(operationId)
  const isStreamed = isTransfer || operationId === 'createProject'
  return {
    config: {
      operationId,
      isTransfer,
      ...(isTusCall(operationId) && { optionsHeaders: tusOptions }),
      ...(callsPerMinute !== undefined && { rateLimit: { max: callsPerMinute, timeWindow: '1 minute' } }),
    },
    ...((operationId === 'sendContactMessage' || operationId === 'sendContactForm') && { preHandler: limitContacts }),
    ...(isStreamed && {
      // Forms and file content are streamed. Form fields are validated against the contract while they are read.
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
      // Except for a 204, Fastify interprets undefined as a response that will be sent later.
      return answer === undefined && reply.statusCode !== 204 ? '' : answer
    },
  }
}

/** Accepts JSON and upload content; plugins add the forms. Responds with 415 to other content types. */
function readJson(api: FastifyInstance) {
  const parse = api.getDefaultJsonParser('error', 'error')
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.routeOptions.config.operationId === 'receivePaymentEvent') request.rawBody = body
    limitShape(body)
    Promise.resolve(parse(request, body.toString(), done)).catch(done)
  })
  // Not parsed: the route reads the stream.
  api.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
  // Response types: fastify-openapi-glue requires a parser for every content type in the contract.
  for (const contentType of [
    'application/problem+json',
    'application/zip',
    'text/csv',
    'text/html',
    'text/event-stream',
    'application/octet-stream',
  ]) {
    api.addContentTypeParser(contentType, async () => {
      throw new Problem(415, 'This content type is not accepted here. Check the Content-Type header.')
    })
  }
}

/**
 * Refuses bodies of a content type that the contract does not specify, since they would not be validated, and bodies
 * with text that the database cannot store.
 */
function refuseUnknownBody(request: FastifyRequest) {
  const described = (request.routeOptions.schema?.body as { content?: object } | undefined)?.content
  if (!described) return
  const contentType = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!(contentType in described)) {
    throw new Problem(
      415,
      `This call requires the content type ${Object.keys(described).join(' or ')}. Check the Content-Type header.`,
    )
  }
  refuseUnstorable(request.body)
}

/** Whether the site and the API are on different hosts. */
const isOtherHost = ({ publicUrl, apiPublicUrl }: ServerConfig) => publicUrl !== apiPublicUrl

const apiHeaders = (config: ServerConfig) => ({
  ...securityHeaders(config.apiPublicUrl),
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // A site on another host plays media from their signed URLs.
  'cross-origin-resource-policy': isOtherHost(config) ? 'cross-origin' : 'same-origin',
  'referrer-policy': 'no-referrer',
})

const answerProblem = (reply: FastifyReply, { status, headers, document }: Problem) =>
  reply.code(status).headers(headers).type('application/problem+json').send(document)
