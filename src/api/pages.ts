import { ApiError, type Reply, unwrap } from './unwrap'

/**
 * Every item of a collection: `load` is called for one page after the other, until one names no next page. An item that
 * comes on two pages counts once, as it came last. One page that fails or is aborted fails the whole list, and so does a
 * cursor that comes again: the pages would never end.
 */
export async function allPages<Item extends { id: string }>(
  load: (from: { cursor?: string }) => Promise<Reply<Item[] | { files: Item[] }>>,
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
  } while (cursor !== null)
  return [...items.values()]
}

const repeated = 'The list could not be loaded: the server sent the same page again and again. Please try again later.'

/** The cursor in a Link header (RFC 8288). Nothing else of the address counts: the next call goes where this one went. */
function nextCursor(link: string | null): string | null {
  const [, address] = /<([^>]*)>[^,<]*;\s*rel="?next\b/.exec(link ?? '') ?? []
  return address === undefined ? null : new URLSearchParams(address.split('?')[1]).get('cursor')
}
