/**
 * Traces for an OpenTelemetry collector, off by default. The standard OTEL_ variables configure the exporter, the
 * sampler and the resource. Spans contain only names, routes, the origins of other servers, and SQL with placeholders:
 * no user ids, full URLs or values.
 */
import { register } from 'node:module'
import { setTimeout as after } from 'node:timers/promises'
import { type Context, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { release } from './probes'

export type Tracing = {
  /** Records a span for each API call to a listener, until the response is sent or the client disconnects. */
  follow(app: FastifyInstance): void
  /** Runs a job within a span. */
  runJob: (kind: string, run: () => Promise<void>) => Promise<void>
  /** Exports the remaining spans. */
  stop(): Promise<void>
}

/** A collector that does not respond must not keep the server from stopping. */
const LAST_EXPORT_MS = 3000

const NAME = 'viastack'

/** Starts tracing. Must run before the database driver is imported, since the driver is patched while it loads. */
export function startTracing(): Tracing {
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': NAME, 'service.version': release }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new ExporterWithoutTexts())],
  })
  // This replaces OpenTelemetry's default, which would also forward a visitor's baggage to other services.
  provider.register({ propagator: new W3CTraceContextPropagator() })
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      // If no parent were required, every poll of the job queue would create a trace.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new UndiciInstrumentation({
        requireParentforSpans: true,
        requestHook: (span, { origin }) => span.setAttributes({ 'url.full': origin, 'url.path': '', 'url.query': '' }),
      }),
    ],
  })
  return {
    follow: followCalls,
    runJob,
    // Spans that cannot be exported are lost, which is no reason to report that stopping failed.
    stop: () =>
      Promise.race([provider.shutdown().catch(() => undefined), after(LAST_EXPORT_MS, undefined, { ref: false })]),
  }
}

function followCalls(app: FastifyInstance) {
  const tracer = trace.getTracer(NAME)
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, reply, done) => {
    const { operationId } = request.routeOptions.config
    if (operationId === undefined) {
      done()
      return
    }
    const caller = propagation.extract(context.active(), request.headers)
    const attributes = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? '',
      'request.id': request.id,
    }
    const span = tracer.startSpan(operationId, { kind: SpanKind.SERVER, attributes }, caller)
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    const own = trace.setSpan(caller, span)
    contexts.set(request, own)
    context.with(own, done)
  })
  // The events of a request's body are emitted outside of the context above, so the context is restored here.
  app.addHook('preValidation', (request, _reply, done) => {
    context.with(contexts.get(request) ?? context.active(), done)
  })
}

function runJob(kind: string, run: () => Promise<void>) {
  return trace.getTracer(NAME).startActiveSpan(`job ${kind}`, async (span) => {
    try {
      await run()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Omits the messages and stack traces of errors, because the message of a failed query contains user data. */
class ExporterWithoutTexts extends OTLPTraceExporter {
  override export(spans: ReadableSpan[], done: Parameters<OTLPTraceExporter['export']>[1]) {
    super.export(spans.map(withoutTexts), done)
  }
}

const withoutTexts = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    status: { value: { code: span.status.code } },
    events: { value: [] },
  }) as ReadableSpan
