import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sets a Link header (RFC 8288) with the relative URL of the next page. Does nothing on the last page. */
export function linkNext({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, cursor: string | null) {
  if (cursor === null) return
  const [, query] = request.url.split('?')
  const next = new URLSearchParams(query)
  next.set('cursor', cursor)
  reply.header('link', `<?${next}>; rel="next"`)
}
