import type { FastifyReply, FastifyRequest } from 'fastify'

/** Says in the answer's head where the next page is (RFC 8288), relative to this one. On the last page, nothing. */
export function linkNext({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, cursor: string | null) {
  if (cursor === null) return
  const [, query] = request.url.split('?')
  const next = new URLSearchParams(query)
  next.set('cursor', cursor)
  reply.header('link', `<?${next}>; rel="next"`)
}
