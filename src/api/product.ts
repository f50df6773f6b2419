import createClient, { type Middleware } from 'openapi-fetch'

import type { components, paths } from '../../openapi/generated/product'
import { allPages } from './pages'
import { savedName } from './download-name'
import type { PostForm, Receipt } from './transfer'
import { type Reply, saysDeleted, unwrap } from './unwrap'

/** The maximum number of projects that are loaded. The list of projects has the same limit, `mostListed`. */
export const mostProjects = 1000

type File = components['schemas']['File']

/** A file to upload. Without a type, the API suggests one from the name and content. */
type Upload = {
  projectId: string
  file: globalThis.File
  name: string
  fileType: string | null
  /** The id of the file that the upload replaces. */
  replaces: string | null
}

type Sending = { onProgress: (sent: number) => void; signal: AbortSignal }
type Receiving = { onProgress: (received: number) => void; signal: AbortSignal }

type ProductApiOptions = {
  /** Base URLs of the main API, such as /api, and of the v1 API, such as /api/v1. */
  bases: { base: string; v1: string }
  /** Size in MB of the calls in which large files are uploaded; without it, a file is sent in one call. */
  uploadPartMb?: number | undefined
  /** Returns the access token, refreshed if it expires within `minValidity` seconds; -1 always refreshes it. */
  accessToken: (minValidity?: number, signal?: AbortSignal) => Promise<string | undefined>
  /**
   * Called when a call fails with a 401, before it rejects. `isDeleted`: the user has deleted their data. For a 401
   * from the stream of changes, this is called only in that case.
   */
  onUnauthorized: (isDeleted?: boolean) => void
}

/** The current user's fields that the API expects in addition to the token. */
export type CallingUser = { uid: string; uname: string; uemail: string | null }

export type ProductApi = ReturnType<typeof createProductApi>

const stallTimeoutMs = 50_000

/** JSON calls time out after 50 s. */
const within = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(stallTimeoutMs)])

const formOf = (body: object) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, String(value))
  return form
}

/** Receives the body of a response with progress, and returns it with its suggested file name. */
async function received(call: Promise<Reply<Receipt['body']>>, { onProgress, signal }: Receiving) {
  const saved = { name: null as string | null }
  const [{ receiveBody }, body] = await Promise.all([
    import('./transfer'),
    unwrap(
      call.then((reply) => {
        saved.name = savedName(reply.response.headers)
        return reply
      }),
    ),
  ])
  return { bytes: await receiveBody({ body, onProgress, signal, stallTimeoutMs }), name: saved.name }
}

/**
 * The product API client, with one function per call or group of calls. Apart from the contact form's `action`, the
 * API's paths appear only in this folder.
 */
export function createProductApi({ bases, uploadPartMb, accessToken, onUnauthorized }: ProductApiOptions) {
  // Browsers provide randomUUID only on secure origins. On other origins, users cannot sign in anyway.
  const tabId = 'randomUUID' in crypto ? crypto.randomUUID() : ''
  let position: string | null = null
  const authorization: Middleware = {
    async onRequest({ request }) {
      const token = await accessToken(undefined, request.signal)
      if (token) request.headers.set('Authorization', `Bearer ${token}`)
      request.headers.set('Tab-Id', tabId)
      return request
    },
    onResponse({ response }) {
      position = response.headers.get('change-position') ?? position
      if (response.status === 401) onUnauthorized(saysDeleted(response.headers))
    },
  }
  const main = createClient<paths>({ baseUrl: bases.base, credentials: 'include' })
  // The v1 paths in the contract include the /v1 prefix, so the base URL must not end with it.
  const v1 = createClient<paths>({ baseUrl: bases.v1.replace(/\/v1\/?$/, '') })
  main.use(authorization)
  v1.use(authorization)

  /** Posts a form to the v1 API with progress. */
  const postForm: PostForm = async (path, form, { onProgress, signal }, size) => {
    const { sendForm } = await import('./transfer')
    const token = await accessToken(undefined, signal)
    const to = { url: `${bases.v1}${path}`, form, size, token, tabId }
    return sendForm({ ...to, onProgress, onUnauthorized, signal, stallTimeoutMs })
  }

  return {
    sendContactMessage: (message: components['schemas']['ContactMessage'], signal: AbortSignal) =>
      unwrap(v1.POST('/v1/contact', { body: message, signal: within(signal) })),

    getMe: (signal: AbortSignal) => unwrap(v1.GET('/v1/users/me', { signal: within(signal) })),

    issueToolToken: (tool: 's2spice', signal: AbortSignal) =>
      unwrap(v1.POST('/v1/tools/{tool}/token', { params: { path: { tool } }, signal: within(signal) })),

    getPrices: (signal: AbortSignal) => unwrap(v1.GET('/v1/prices', { signal: within(signal) })),

    /**
     * The newest projects, up to 1,000. Users who have access to more, such as administrators, find the others by
     * searching.
     */
    listProjects: ({ uid, uname }: CallingUser, signal: AbortSignal) =>
      allPages(
        (from) => v1.GET('/v1/projects', { params: { query: { uid, uname, ...from } }, signal: within(signal) }),
        mostProjects,
      ),

    /** The newest projects that match these words, or the one with this id. */
    findProjects: (q: string, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/projects', { params: { query: { q } }, signal: within(signal) })),

    /** Idempotent: a repeated call with the same key returns the same project. */
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

    /** Updates the project only if its version matches; otherwise the error contains the current project. */
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

    /** The newest files up to the limit, or all files if there is no limit, and the total count. */
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

    /** The storage used, in MB (1,048,576 bytes). */
    getFilesSize: ({ uid }: CallingUser, projectId: string, signal: AbortSignal) =>
      unwrap(
        v1.GET('/v1/projects/{id}/files/size', {
          params: { path: { id: projectId }, query: { uid } },
          signal: within(signal),
        }),
      ),

    /** Calls for members and share links, loaded on demand because no page needs them to start. */
    sharing: async () => (await import('./sharing')).sharingCalls(v1, within),

    /** Calls for the user's own data, loaded on demand because no page needs them to start. */
    people: async () => (await import('./people')).peopleCalls(v1, within, received),

    /** Calls for activity and revisions, loaded on demand because no page needs them to start. */
    history: async () => (await import('./history')).historyCalls(v1, within, received),

    /** Calls for comments, loaded with the comments of a file. */
    comments: async () => (await import('./comments')).commentCalls(v1, within),

    /** Calls for notices, loaded with the button in the header. */
    notices: async () => (await import('./notices')).noticeCalls(v1, within),

    /** Calls made by the company's staff, loaded with their pages. */
    staff: async () => (await import('./staff')).staffCalls(v1, within, postForm, received),

    /** Calls that search all projects, loaded with the command menu. */
    search: async () => (await import('./search')).searchCalls(v1, within),

    listFileTypes: (signal: AbortSignal) => unwrap(v1.GET('/v1/file-types', { signal: within(signal) })),

    readThumbnail: async (fileId: string, signal: AbortSignal) => {
      const { png } = await unwrap(
        v1.GET('/v1/files/{id}/thumbnail', { params: { path: { id: fileId } }, signal: within(signal) }),
      )
      return png
    },

    /** `png` is in Base64. */
    storeThumbnail: (fileId: string, png: string, signal: AbortSignal) =>
      unwrap(
        v1.PUT('/v1/files/{id}/thumbnail', {
          params: { path: { id: fileId } },
          body: { png },
          signal: within(signal),
        }),
      ),

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

    /** Downloads a file. Returns its bytes and the suggested file name. */
    downloadFile: (fileId: string, receiving: Receiving) =>
      received(
        main.GET('/files/{id}/download', {
          params: { path: { id: fileId } },
          parseAs: 'stream',
          signal: receiving.signal,
        }),
        receiving,
      ),

    /** The bytes of a file for its preview. */
    readFile: (fileId: string, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/files/{id}/download', { params: { path: { id: fileId } }, parseAs: 'blob', signal })),

    /** A range of a file's bytes; `to` is exclusive. */
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

    /** A short-lived URL from which the browser can stream the file. */
    createDownloadUrl: (fileId: string, signal: AbortSignal) =>
      unwrap(v1.POST('/v1/files/{id}/address', { params: { path: { id: fileId } }, signal: within(signal) })),

    /** All input files of a project as a ZIP archive, or a list of them as CSV. */
    exportInputs: ({ uid }: CallingUser, what: 'zip' | 'csv', projectId: string, receiving: Receiving) => {
      const params = { path: { id: projectId }, query: { uid } }
      const options = { params, parseAs: 'stream', signal: receiving.signal } as const
      return what === 'zip'
        ? received(v1.GET('/v1/projects/{id}/inputs/export', options), receiving)
        : received(v1.GET('/v1/projects/{id}/inputs/export/csv', options), receiving)
    },

    /**
     * Uploads one file to the project's inputs under `name`. `onProgress` receives the number of bytes sent. An aborted
     * upload leaves nothing on the server.
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
      const answer = await postForm(
        `/projects/${encodeURIComponent(projectId)}/files`,
        form,
        { onProgress, signal },
        file.size,
      )
      return Array.isArray(answer) ? (answer as File[]) : []
    },

    /**
     * Uploads one file so that the upload can be resumed. `onBegun` receives the upload's URL; a later call with
     * that URL as `address` resumes the upload. The result is empty if the server already had the whole file.
     */
    uploadResumably: async (
      { uid, uname, uemail }: CallingUser,
      { projectId, file, name, fileType, replaces, address }: Upload & { address: string | null },
      { onBegun, ...transfer }: Sending & { onBegun: (address: string) => void },
    ) => {
      const { sendResumable } = await import('./resumable')
      const answer = await sendResumable({
        ...(uploadPartMb !== undefined && { partBytes: uploadPartMb * 1024 * 1024 }),
        ...transfer,
        file,
        address,
        onBegun,
        onUnauthorized,
        stallTimeoutMs,
        // This URL is absolute, because the URLs in the API's responses are resolved against it.
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
        tabId,
        token: (isRefused) => accessToken(isRefused ? -1 : undefined, transfer.signal),
      })
      return answer ? [answer as File] : []
    },

    /** Cancels a resumable upload and deletes the data received so far. */
    cancelUpload: (address: string, signal: AbortSignal) => {
      const [uploadId = '', , id = ''] = address.split('/').toReversed()
      const params = { path: { id, uploadId }, header: { 'tus-resumable': '1.0.0' } } as const
      return unwrap(v1.DELETE('/v1/projects/{id}/uploads/{uploadId}', { params, signal: within(signal) }))
    },

    /** Projects for a simulation request, sorted by last activity, newest first. */
    listRequestProjects: async (signal: AbortSignal) => {
      const projects = await allPages((query) => main.GET('/projects', { params: { query }, signal: within(signal) }))
      return projects.toSorted((one, other) => other.lastActivity.localeCompare(one.lastActivity))
    },

    listRequestFiles: (projectId: string, signal: AbortSignal) =>
      allPages((query) =>
        main.GET('/projects/{id}/files', { params: { path: { id: projectId }, query }, signal: within(signal) }),
      ),

    /** The stream of changes, loaded once the list of projects is shown. */
    changes: async () =>
      (await import('./changes')).changeCalls({
        base: bases.v1,
        accessToken,
        tabId,
        latestId: () => position,
        onUnauthorized,
      }),

    /** Calls for orders, loaded on demand because no page needs them to start. */
    orders: async () => (await import('./orders')).orderCalls(main, v1, within, postForm, received),
  }
}
