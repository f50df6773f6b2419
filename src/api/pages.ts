import { ApiError, type Reply, unwrap } from './unwrap'

/**
 * Loads every item of a paginated collection, page by page, until a page has no next link or there are at least `most`
 * items. If an item appears on two pages, the version on the later page is returned. The call rejects if a page fails
 * or is aborted, or if a cursor repeats, because paging would then never end.
 */
export async function allPages<Item extends { id: string }>(
  load: (from: { cursor?: string }) => Promise<Reply<Item[] | { files: Item[] }>>,
  most = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items = new Map<string, Item>()
  const seen = new Set<string>()
  let cursor: string | null = null
  do {
    let link: string | null = null
    const page: Item[] | { files: Item[] } = await unwrap(
      load(cursor === null ? {} : { cursor }).then((reply) => {
        link = reply.response.headers.get('link')
        return reply
      }),
    )
    for (const item of Array.isArray(page) ? page : page.files) items.set(item.id, item)
    cursor = nextCursor(link)
    if (cursor !== null && seen.has(cursor)) throw new ApiError(502, { message: repeated })
    if (cursor !== null) seen.add(cursor)
  } while (cursor !== null && items.size < most)
  return [...items.values()]
}

const repeated = 'The list could not be loaded: the server sent the same page repeatedly. Please try again later.'

/** The cursor in a Link header (RFC 8288). The rest of the link is ignored; the next call uses the same endpoint. */
function nextCursor(link: string | null): string | null {
  const [, address] = /<([^>]*)>[^,<]*;\s*rel="?next\b/.exec(link ?? '') ?? []
  return address === undefined ? null : new URLSearchParams(address.split('?')[1]).get('cursor')
}
