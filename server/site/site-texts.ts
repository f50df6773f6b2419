import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Stands in a build for the address that the site will have (scripts/build.mjs). */
const placeholder = 'https://site.invalid'

type SiteText = { type: string; etag: string; bodies: { encoding: string | null; body: Buffer }[] }

/** Answers with the text; 304 where the browser has it. */
export type SendText = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

const compressions = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
}

/**
 * The pages and files that name the site's own address, with the address that it has here: search engines take only
 * full ones. Null where the built site has no such file.
 */
export async function loadSiteText(o: {
  clientDir: string
  file: string
  type: string
  publicUrl: string
}): Promise<SendText | null> {
  const file = path.join(o.clientDir, o.file)
  if (!existsSync(file)) return null
  const text = await readFile(file, 'utf8')
  const body = Buffer.from(text.replaceAll(placeholder, o.publicUrl))
  const packed = await Promise.all(
    Object.entries(compressions).map(async ([encoding, compress]) => ({ encoding, body: await compress(body) })),
  )
  return sender({
    type: o.type,
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    bodies: [...packed, { encoding: null, body }],
  })
}

const sender =
  ({ type, etag, bodies }: SiteText): SendText =>
  (request, reply) => {
    reply.headers({ etag, vary: 'accept-encoding', 'content-type': type })
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
    const accepted = (request.headers['accept-encoding'] ?? '').split(/\s*,\s*/).map((one) => one.split(';', 1)[0])
    const { encoding, body } = bodies.find((one) => one.encoding === null || accepted.includes(one.encoding)) ?? {}
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(body)
  }
