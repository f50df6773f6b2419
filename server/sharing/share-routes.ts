/** API for share links to single files. Users open links on the page in share-page.ts. */
import { Problem } from '../http/problem'
import { pageRequest } from '../database/pages'
import { addShare, endShare, findShare, listShares, opens, TooManyLinks } from './share-store'
import type { Handlers, AppServices } from '../auth/route-context'
import { sendFile } from '../transfers/downloads'
import { linkNext } from '../http/page-link'

const DAY_MS = 86_400_000
/** Default page size. Most files have fewer links, so one call returns all of them. */
const DEFAULT_PAGE_SIZE = 50

const noSuchLink = () =>
  new Problem(
    404,
    'This link has expired or been revoked, its file was deleted, or the link never existed. Ask the person who sent it for a new one.',
  )

export const shareHandlers = ({ db, storage, config }: AppServices) =>
  ({
    async listShares({ file, query, ...call }) {
      const { shares, next } = await listShares(db, file.id, pageRequest(query, DEFAULT_PAGE_SIZE))
      linkNext(call, next)
      return shares
    },

    async shareFile({ file, identity, body }) {
      const expiresAt = new Date(Date.now() + body.expires_in_days * DAY_MS)
      const { password } = body
      const wanted = { fileId: file.id, caller: identity, expiresAt, password }
      const added = await addShare(db, wanted).catch((error: unknown) => {
        throw error instanceof TooManyLinks ? new Problem(409, error.message) : error
      })
      if (!added)
        throw new Problem(409, 'This file cannot have links: it was deleted, or its project has become private.')
      const { id, token } = added
      return { id, url: `${config.apiPublicUrl}/share/${token}`, expires_at: expiresAt.toISOString() }
    },

    async revokeShare({ identity, file, path }) {
      if (!(await endShare(db, file, path.shareId, identity))) {
        throw new Problem(404, 'This file has no such share link. It may already have been revoked.')
      }
      return undefined
    },

    async downloadSharedFile({ request, reply, path }) {
      const share = await findShare(db, path.shareToken)
      if (!share) throw noSuchLink()
      if (!(await opens(share, undefined))) {
        throw new Problem(401, 'This link requires a password. Open its page, or send the password in a POST request.')
      }
      return sendFile(request, reply, storage, share.file)
    },

    async unlockSharedFile({ request, reply, path, body }) {
      const share = await findShare(db, path.shareToken)
      if (!share) throw noSuchLink()
      if (!(await opens(share, body.password))) throw new Problem(403, 'The password is wrong.')
      return sendFile(request, reply, storage, share.file)
    },
  }) satisfies Partial<Handlers>
