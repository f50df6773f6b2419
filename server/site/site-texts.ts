import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { LatestPart } from './latest-content'

/** Placeholder for the site's URL in a build (scripts/build.mjs). */
const placeholder = 'https://site.invalid'

type SiteText = { type: string; etag: string; bodies: { encoding: string | null; body: Buffer }[] }

/** Sends the text, or a 304 if the browser has it cached. */
export type SendText = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

const compressions = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
}

/**
 * Loads a page or file that contains the site's URL and inserts the configured URL, since search engines require
 * absolute URLs. In a trial, it also reveals the page's notice, which therefore needs no JavaScript. It also inserts
 * what the staff have changed since the build. Returns null if the built site has no such file.
 */
export async function loadSiteText(o: {
  clientDir: string
  file: string
  type: string
  publicUrl: string
  isTrial: boolean
  parts: LatestPart[]
}): Promise<SendText | null> {
  const file = path.join(o.clientDir, o.file)
  if (!existsSync(file)) return null
  const text = await readFile(file, 'utf8')
  const described = text.replaceAll(placeholder, o.publicUrl)
  const page = o.isTrial ? described.replace(/(<aside id="trial-notice"[^>]*?) hidden/, '$1') : described
  const parts = o.parts.filter((part) => part.isIn(page))
  return parts.length > 0 ? filledSender(page, o.type, parts) : senderOf(page, o.type)
}

/** Sends a page or file with the current state of its parts. The text is compressed again only when a part changes. */
function filledSender(text: string, type: string, parts: LatestPart[]): SendText {
  let last = { key: parts.map(() => '').join('\n'), send: senderOf(text, type) }
  return async (request, reply) => {
    const fillings = await Promise.all(parts.map((part) => part.filling()))
    const key = fillings.map((filling) => filling?.key ?? '').join('\n')
    if (key !== last.key) {
      const filled = fillings.reduce((page, filling) => filling?.fill(page) ?? page, text)
      last = { key, send: senderOf(filled, type) }
    }
    return (await last.send)(request, reply)
  }
}

async function senderOf(text: string, type: string): Promise<SendText> {
  const body = Buffer.from(text)
  const compressed = await Promise.all(
    Object.entries(compressions).map(async ([encoding, compress]) => ({ encoding, body: await compress(body) })),
  )
  return sender({
    type,
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    bodies: [...compressed, { encoding: null, body }],
  })
}

const sender =
  ({ type, etag, bodies }: SiteText): SendText =>
  (request, reply) => {
    reply.headers({ etag, vary: 'accept-encoding', 'content-type': type })
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
    const accepted = (request.headers['accept-encoding'] ?? '').split(/\s*,\s*/).map((entry) => entry.split(';', 1)[0])
    const { encoding, body } =
      bodies.find((variant) => variant.encoding === null || accepted.includes(variant.encoding)) ?? {}
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(body)
  }
