/** Calls the API over HTTP as one user. */
import type { components } from '../../openapi/generated/product'

type Schemas = components['schemas']
export type Answer<Body = unknown> = { status: number; headers: Headers; body: Body; bytes: Buffer }

type Init = { json?: unknown; form?: FormData; headers?: Record<string, string>; body?: BodyInit }

export type Caller = {
  base: string
  authorization: Record<string, string>
  call<Body = Schemas['Problem']>(method: string, path: string, init?: Init): Promise<Answer<Body>>
}

export function caller(base: string, token?: string): Caller {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  return {
    base,
    authorization,
    async call<Body>(method: string, path: string, { json, form, headers, body }: Init = {}) {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { ...authorization, ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
        body: json === undefined ? (form ?? body ?? null) : JSON.stringify(json),
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      })
      // A stream of events does not end.
      const isEndless = response.headers.get('content-type') === 'text/event-stream' && !path.includes('once=true')
      if (isEndless) await response.body?.cancel()
      const bytes = isEndless ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer())
      const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '') && bytes.length > 0
      return {
        status: response.status,
        headers: response.headers,
        body: (isJson ? JSON.parse(bytes.toString()) : undefined) as Body,
        bytes,
      }
    },
  }
}

type Who = Caller & { id: string; username: string }

/** Builds a form from fields and named files. */
export function formOf(fields: Record<string, string>, files: Record<string, string | Uint8Array<ArrayBuffer>> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name)
  return form
}

export async function createProject(who: Who, name = `Board ${crypto.randomUUID()}`): Promise<Schemas['Project']> {
  const form = formOf({ name, uid: who.id, created_by: who.id })
  return expected(await who.call<Schemas['Project']>('POST', '/v1/projects', { form }), 201)
}

export const uploadForm = (
  who: Who,
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
  fields: Record<string, string> = {},
) => formOf({ uid: who.id, uname: who.username, ...fields }, files)

export async function upload(
  who: Who,
  projectId: string,
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
  fields: Record<string, string> = {},
): Promise<Schemas['File'][]> {
  const form = uploadForm(who, files, fields)
  return expected(await who.call<Schemas['File'][]>('POST', `/v1/projects/${projectId}/files`, { form }), 201)
}

/** The headers that create a resumable upload of this size. */
export const tusHeaders = (size: number, metadata: Record<string, string>) => ({
  'tus-resumable': '1.0.0',
  'upload-length': String(size),
  'upload-metadata': Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(','),
})

/** Reads a whole collection page by page, following the Link headers. `onPage` is called for each page. */
export async function listAll<Item>(
  who: Caller,
  path: string,
  onPage?: (items: Item[]) => Promise<void> | void,
): Promise<Item[]> {
  const found: Item[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer: Answer<Item[] | { files: Item[] }> = await who.call('GET', next)
    const body = expected(answer, 200)
    const items = Array.isArray(body) ? body : body.files
    found.push(...items)
    await onPage?.(items)
    const link = answer.headers.get('link')
    const [, address] = /^<(\?[^>]+)>; rel="next"$/.exec(link ?? '') ?? []
    if (link !== null && address === undefined) throw new Error(`No address of a next page: ${link}`)
    next = address && `${path.split('?')[0]}${address}`
  }
  return found
}

/** Returns the body of a response, which must have this status. */
export function expected<Body>(answer: Answer<Body>, status: number): Body {
  if (answer.status !== status) {
    throw new Error(`Expected ${status}, got ${answer.status}: ${answer.bytes.toString().slice(0, 500)}`)
  }
  return answer.body
}
