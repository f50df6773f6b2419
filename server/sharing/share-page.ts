/** The page of a share link: file details, password input if required, and the download. It works without a script. */
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { fileSize } from '../../machines/lib/file-size'
import { html, isForeignPost, page, pageHeaders, registerPageParts } from '../http/page'
import { Problem, problemOf } from '../http/problem'
import { sendFile } from '../transfers/downloads'
import type { Db } from '../database/database'
import type { Storage } from '../storage/storage'
import { findShare, type OpenShare, opens } from './share-store'

const base = '/share'

type Frame = { isTrial: boolean; siteUrl: string }

const ATTEMPTS_PER_MINUTE = 10

/** Registers the page on the site's listener. */
export async function registerSharePage(
  app: FastifyInstance,
  { db, storage, ...frame }: { db: Db; storage: Storage } & Frame,
) {
  const endedPage = messagePage({
    ...frame,
    title: 'This link no longer works',
    text: 'It has expired or been revoked, its file was deleted, or the link never existed. Ask the person who sent it for a new one.',
  })
  await app.register(async (pages) => {
    registerPageParts(pages, base)
    await pages.register(formbody, { bodyLimit: 4096 })
    await pages.register(rateLimit, {
      global: false,
      errorResponseBuilder: () => new Problem(429, 'Too many attempts. Wait a minute, then go back and try again.'),
    })
    pages.setErrorHandler((error, _request, reply) => {
      const problem = problemOf(error)
      if (problem.status >= 500) pages.log.error({ err: problem.cause ?? problem }, 'A request to a share page failed.')
      return show(
        reply.headers(problem.headers),
        problem.status,
        messagePage({ ...frame, title: 'Something went wrong', text: problem.message }),
      )
    })

    pages.get<{ Params: { token: string } }>(`${base}/:token`, async (request, reply) => {
      const share = await findShare(db, request.params.token)
      return share ? show(reply, 200, filePage({ share, frame, isWrong: false })) : show(reply, 404, endedPage)
    })

    pages.post<{ Params: { token: string }; Body: { password?: string | string[] } | undefined }>(
      `${base}/:token`,
      { config: { rateLimit: { max: ATTEMPTS_PER_MINUTE, timeWindow: '1 minute' } } },
      async (request, reply) => {
        const share = isForeignPost(request.headers['sec-fetch-site'])
          ? null
          : await findShare(db, request.params.token)
        if (!share) return show(reply, 404, endedPage)
        const password = request.body?.password
        if (!(await opens(share, typeof password === 'string' ? password : undefined))) {
          return show(reply, 403, filePage({ share, frame, isWrong: true }))
        }
        reply.headers({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        return reply.send(await sendFile(request, reply, storage, share.file))
      },
    )
  })
}

const show = (reply: FastifyReply, status: number, text: string) => reply.code(status).headers(pageHeaders()).send(text)

const dateText = (date: Date) => date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function filePage({ share, frame, isWrong }: { share: OpenShare; frame: Frame; isWrong: boolean }): string {
  const { file, expiresAt, passwordHash } = share
  return page({
    ...frame,
    title: file.name,
    base,
    main: html`<p class="eyebrow">Shared file</p>
<h1>${file.name}</h1>
<p>${fileSize(file.size)}. The link works until ${dateText(expiresAt)}.</p>
${isWrong ? html`<p class="alert" role="alert">The password is wrong. Ask the person who sent you the link for the password.</p>` : null}
<form method="post">
${
  passwordHash === null
    ? null
    : html`<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" required autocomplete="off"${isWrong ? html` aria-invalid="true"` : null}>
</div>`
}
<button class="full">Download</button>
</form>
<p class="small"><a href="${frame.siteUrl}/">Go to the site</a></p>`,
  })
}

const messagePage = ({ title, text, ...frame }: { title: string; text: string } & Frame) =>
  page({
    ...frame,
    title,
    base,
    main: html`<h1>${title}</h1>
<p>${text}</p>
<p class="actions"><a class="button" href="${frame.siteUrl}/">Go to the site</a></p>`,
  })
