/** A collector that receives traces as OTLP over HTTP, in the binary Protobuf encoding (opentelemetry-proto 1.x). */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Span = {
  traceId: string
  id: string
  parentId: string
  name: string
  attributes: Record<string, string | number>
  /** Whether the status is "error". */
  isError: boolean
}

export type TraceCollector = {
  url: string
  spans: Span[]
  /** The latest value of each resource attribute, such as service.name. */
  resource: Record<string, string | number>
  /** The bodies of all calls with traces, as bytes. */
  received(): Buffer
  close(): Promise<void>
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: Buffer[] = []
  const spans: Span[] = []
  const resource = {}
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray())
    if (request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf') {
      bodies.push(body)
      for (const group of messages(body, 1)) {
        for (const described of messages(group, 1)) Object.assign(resource, attributesIn(described, 1))
        for (const scope of messages(group, 2)) spans.push(...messages(scope, 2).map(spanIn))
      }
    }
    response.setHeader('content-type', 'application/x-protobuf').end()
  }
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    received: () => Buffer.concat(bodies),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function spanIn(message: Buffer): Span {
  const [status = Buffer.alloc(0)] = messages(message, 15)
  const hex = (field: number) => messages(message, field)[0]?.toString('hex') ?? ''
  return {
    traceId: hex(1),
    id: hex(2),
    parentId: hex(4),
    name: String(messages(message, 5)[0]),
    attributes: attributesIn(message, 9),
    isError: fieldsOf(status).some(({ field, value }) => field === 3 && value === 2),
  }
}

/** The attributes (KeyValue) in a field. Only values that are strings or whole numbers are decoded. */
const attributesIn = (message: Buffer, field: number) =>
  Object.fromEntries(
    messages(message, field).map((pair) => {
      const [value = Buffer.alloc(0)] = messages(pair, 2)
      const [first] = fieldsOf(value)
      return [String(messages(pair, 1)[0]), typeof first?.value === 'number' ? first.value : String(first?.value)]
    }),
  )

const messages = (message: Buffer, field: number): Buffer[] =>
  fieldsOf(message).flatMap((found) => (found.field === field && Buffer.isBuffer(found.value) ? [found.value] : []))

/** Splits a message into its fields. Numbers of a fixed width are returned as bytes. */
function fieldsOf(message: Buffer): { field: number; value: number | Buffer }[] {
  const fields: { field: number; value: number | Buffer }[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message.readUInt8(at++)
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  const bytes = (length: number) => message.subarray(at, (at += length))
  while (at < message.length) {
    const tag = varint()
    const value = [varint, () => bytes(8), () => bytes(varint())][tag % 8]?.() ?? bytes(4)
    fields.push({ field: Math.floor(tag / 8), value })
  }
  return fields
}
