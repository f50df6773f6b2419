import createClient, { type Middleware } from 'openapi-fetch'

import type { components, paths } from '../../openapi/generated/product'
import { allPages } from './pages'
import { savedName } from './download-name'
import { type Receipt, receiveBody, sendForm } from './transfer'
import { type Reply, unwrap } from './unwrap'

type File = components['schemas']['File']

/** A file to send. Without a type, one is proposed from its name and content. */
type Upload = {
  projectId: string
  file: globalThis.File
  name: string
  fileType: string | null
  /** The id of the file whose place it takes. */
  replaces: string | null
}

type Sending = { onProgress: (sent: number) => void; signal: AbortSignal }
type Receiving = { onProgress: (received: number) => void; signal: AbortSignal }

type ProductApiOptions = {
  /** Main API, such as /api; and the v1 API, such as /api/v1. */
  bases: { base: string; v1: string }
  /** Made fresh where fewer than so many seconds of it are left; -1 makes it fresh in any case. */
  accessToken: (minValidity?: number, signal?: AbortSignal) => Promise<string | undefined>
  /** Told of every 401, after which the call fails as any other. */
  onUnauthorized: () => void
}

/** Who acts, as the API wants to hear it beside the token. */
export type CallingUser = { uid: string; uname: string; uemail: string | null }

export type ProductApi = ReturnType<typeof createProductApi>

const stallTimeoutMs = 50_000

/** Calls that carry JSON give up after 50 s. */
const within = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(stallTimeoutMs)])

const formOf = (body: object) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, String(value))
  return form
}

/** The bytes of an answer as they come, and the name under which they are to be saved. */
async function received(call: Promise<Reply<Receipt['body']>>, { onProgress, signal }: Receiving) {
  const named = { name: null as string | null }
  const body = await unwrap(
    call.then((reply) => {
      named.name = savedName(reply.response.headers)
      return reply
    }),
  )
  return { bytes: await receiveBody({ body, onProgress, signal, stallTimeoutMs }), name: named.name }
}

/** The product API, one function per call. Nothing else in the app knows its paths. */
export function createProductApi({ bases, accessToken, onUnauthorized }: ProductApiOptions) {
  const authorization: Middleware = {
    async onRequest({ request }) {
      const token = await accessToken(undefined, request.signal)
      if (token) request.headers.set('Authorization', `Bearer ${token}`)
      return request
    },
    onResponse({ response }) {
      if (response.status === 401) onUnauthorized()
    },
  }
  const main = createClient<paths>({ baseUrl: bases.base, credentials: 'include' })
  // The contract's v1 paths begin with /v1 themselves.
  const v1 = createClient<paths>({ baseUrl: bases.v1.replace(/\/v1\/?$/, '') })
  main.use(authorization)
  v1.use(authorization)

  return {
    sendContactMessage: (message: components['schemas']['ContactMessage'], signal: AbortSignal) =>
      unwrap(v1.POST('/v1/contact', { body: message, signal: within(signal) })),

    getMe: (signal: AbortSignal) => unwrap(v1.GET('/v1/users/me', { signal: within(signal) })),

    issueToolToken: (tool: 's2spice', signal: AbortSignal) =>
      unwrap(v1.POST('/v1/tools/{tool}/token', { params: { path: { tool } }, signal: within(signal) })),

    getPrices: (signal: AbortSignal) => unwrap(v1.GET('/v1/prices', { signal: within(signal) })),

    listProjects: ({ uid, uname }: CallingUser, signal: AbortSignal) =>
      allPages((from) =>
        v1.GET('/v1/projects', { params: { query: { uid, uname, ...from } }, signal: within(signal) }),
      ),

    /** Sent again with the same key, it is the same project. */
    createProject: (
      { uid }: CallingUser,
      { key, name, notes }: { key: string; name: string; notes: string | null },
      signal: AbortSignal,
    ) =>
      unwrap(
        v1.POST('/v1/projects', {
          params: { header: { 'idempotency-key': key } },
          body: { name, ...(notes && { notes }), uid, created_by: uid },
          bodySerializer: formOf,
          signal: within(signal),
        }),
      ),

    /** Changes the version that was seen and no other: otherwise the error carries the project as it now is. */
    updateProject: (
      { id, version, fields }: { id: string; version: number; fields: components['schemas']['ProjectChanges'] },
      signal: AbortSignal,
    ) =>
      unwrap(
        v1.PUT('/v1/projects/{id}', {
          params: { path: { id }, header: { 'if-match': `"${version}"` } },
          body: { ...fields, lastActivity: new Date().toISOString() },
          signal: within(signal),
        }),
      ),

    deleteProject: (id: string, signal: AbortSignal) =>
      unwrap(v1.DELETE('/v1/projects/{id}', { params: { path: { id } }, signal: within(signal) })),

    /** The newest files where there is a limit, else all of them; and how many there are in all. */
    listFiles: async ({ uid }: CallingUser, projectId: string, limit: number | null, signal: AbortSignal) => {
      const load = (query: { limit?: number; cursor?: string }) =>
        v1.GET('/v1/projects/{id}/files', {
          params: { path: { id: projectId }, query: { uid, ...query } },
          signal: within(signal),
        })
      const answer = limit === null ? await allPages(load) : await unwrap(load({ limit }))
      const files = Array.isArray(answer) ? answer : answer.files
      return { files, total: Array.isArray(answer) ? files.length : (answer.total ?? files.length) }
    },

    /** MB used, of 1,048,576 bytes each. */
    getFilesSize: ({ uid }: CallingUser, projectId: string, signal: AbortSignal) =>
      unwrap(
        v1.GET('/v1/projects/{id}/files/size', {
          params: { path: { id: projectId }, query: { uid } },
          signal: within(signal),
        }),
      ),

    /** Calls about members and share links, which no page needs to begin with. */
    sharing: async () => (await import('./sharing')).sharingCalls(v1, within),

    listFileTypes: (signal: AbortSignal) => unwrap(v1.GET('/v1/file-types', { signal: within(signal) })),

    changeFileType: (fileId: string, fileType: string, signal: AbortSignal) =>
      unwrap(
        v1.PUT('/v1/files/{id}/type', {
          params: { path: { id: fileId } },
          body: { fileType },
          signal: within(signal),
        }),
      ),

    deleteFile: (fileId: string, signal: AbortSignal) =>
      unwrap(v1.DELETE('/v1/files/{id}', { params: { path: { id: fileId } }, signal: within(signal) })),

    /** A file's bytes, for the person to keep, and the name under which they are to be saved. */
    downloadFile: (fileId: string, receiving: Receiving) =>
      received(
        main.GET('/files/{id}/download', {
          params: { path: { id: fileId } },
          parseAs: 'stream',
          signal: receiving.signal,
        }),
        receiving,
      ),

    /** A file's bytes, for a preview. */
    readFile: (fileId: string, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/files/{id}/download', { params: { path: { id: fileId } }, parseAs: 'blob', signal })),

    /** Some of a file's bytes, `to` not among them. */
    readFilePart: async (fileId: string, { from, to }: { from: number; to: number }, signal: AbortSignal) =>
      new Uint8Array(
        await unwrap(
          v1.GET('/v1/files/{id}/download', {
            params: { path: { id: fileId } },
            headers: { range: `bytes=${from}-${to - 1}` },
            parseAs: 'arrayBuffer',
            signal: within(signal),
          }),
        ),
      ),

    /** A short-lived address from which the browser itself streams the file. */
    addressFile: (fileId: string, signal: AbortSignal) =>
      unwrap(v1.POST('/v1/files/{id}/address', { params: { path: { id: fileId } }, signal: within(signal) })),

    /** All inputs of a project as a zip, or the list of them. */
    exportInputs: ({ uid }: CallingUser, what: 'zip' | 'csv', projectId: string, receiving: Receiving) => {
      const params = { path: { id: projectId }, query: { uid } }
      const asked = { params, parseAs: 'stream', signal: receiving.signal } as const
      return what === 'zip'
        ? received(v1.GET('/v1/projects/{id}/inputs/export', asked), receiving)
        : received(v1.GET('/v1/projects/{id}/inputs/export/csv', asked), receiving)
    },

    /**
     * Sends one file into the project's Inputs, under `name`. `onProgress` hears the bytes sent; an abort leaves nothing
     * behind.
     */
    uploadFile: async (
      { uid, uname, uemail }: CallingUser,
      { projectId, file, name, fileType, replaces }: Upload,
      { onProgress, signal }: Sending,
    ) => {
      const form = formOf({
        uid,
        uname,
        uemail: uemail ?? undefined,
        ftype: fileType ?? undefined,
        replaces: replaces ?? undefined,
        last_modified_times: JSON.stringify([Math.floor(file.lastModified / 1000)]),
      })
      form.append('files', file, name)
      const kept = await sendForm({
        url: `${bases.v1}/projects/${encodeURIComponent(projectId)}/files`,
        form,
        size: file.size,
        token: await accessToken(undefined, signal),
        onProgress,
        onUnauthorized,
        signal,
        stallTimeoutMs,
      })
      return Array.isArray(kept) ? (kept as File[]) : []
    },

    /**
     * The same so that it can be continued: `onBegun` hears where, and a call with that address goes on from what has
     * arrived. Nothing is known of the file where it had all arrived before.
     */
    uploadResumably: async (
      { uid, uname, uemail }: CallingUser,
      { projectId, file, name, fileType, replaces, address }: Upload & { address: string | null },
      { onBegun, ...transfer }: Sending & { onBegun: (address: string) => void },
    ) => {
      const { sendResumable } = await import('./resumable')
      const kept = await sendResumable({
        ...transfer,
        file,
        address,
        onBegun,
        onUnauthorized,
        stallTimeoutMs,
        // Addresses that the API answers with are relative to this one.
        endpoint: new URL(`${bases.v1}/projects/${encodeURIComponent(projectId)}/uploads`, location.href).href,
        metadata: {
          uid,
          uname,
          filename: name,
          last_modified: String(Math.floor(file.lastModified / 1000)),
          ...(uemail !== null && { uemail }),
          ...(fileType !== null && { ftype: fileType }),
          ...(replaces !== null && { replaces }),
        },
        token: (isRefused) => accessToken(isRefused ? -1 : undefined, transfer.signal),
      })
      return kept ? [kept as File] : []
    },

    /** Deletes what has arrived at an address of an upload that is given up. */
    cancelUpload: (address: string, signal: AbortSignal) => {
      const [uploadId = '', , id = ''] = address.split('/').toReversed()
      const params = { path: { id, uploadId }, header: { 'tus-resumable': '1.0.0' } } as const
      return unwrap(v1.DELETE('/v1/projects/{id}/uploads/{uploadId}', { params, signal: within(signal) }))
    },

    /** Those that something happened in last come first. */
    listRequestProjects: async (signal: AbortSignal) => {
      const projects = await allPages((query) => main.GET('/projects', { params: { query }, signal: within(signal) }))
      return projects.toSorted((one, other) => (one.lastActivity < other.lastActivity ? 1 : -1))
    },

    listRequestFiles: (projectId: string, signal: AbortSignal) =>
      allPages((query) =>
        main.GET('/projects/{id}/files', { params: { path: { id: projectId }, query }, signal: within(signal) }),
      ),

    /** Calls about orders, which no page needs to begin with. */
    orders: async () => (await import('./orders')).orderCalls(main, v1, within),
  }
}
