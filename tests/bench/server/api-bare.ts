/**
 * The server that bench:api compares the product with: Fastify without hooks, validation, logging or an ORM. It
 * verifies the same token, sends the same statements to the same database, and responds with the same bytes.
 */
import type { AddressInfo } from 'node:net'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyRequest } from 'fastify'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import pg from 'pg'

export type Statement = { text: string; values: unknown[] }

export type BareTask = {
  clientDir: string
  databaseUrl: string
  issuer: string
  audience: string
  storageLimitBytes: number
  projects: Statement[]
  files: Statement[]
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

async function serve({ clientDir, databaseUrl, issuer, audience, storageLimitBytes, ...statements }: BareTask) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`))
  const pool = new pg.Pool({ connectionString: databaseUrl })
  const authenticate = ({ headers }: FastifyRequest) =>
    jwtVerify(headers.authorization?.slice('Bearer '.length) ?? '', keys, { issuer, audience })
  /** Runs the statements one after the other and returns the rows of each, as arrays of column values. */
  const run = async (list: Statement[]) => {
    const results: unknown[][][] = []
    for (const statement of list) results.push((await pool.query({ ...statement, rowMode: 'array' })).rows)
    return results
  }

  const app = Fastify()
  await app.register(fastifyStatic, { root: clientDir, preCompressed: true, maxAge: '1y', immutable: true })
  app.get('/health', async () => {
    await pool.query('select 1')
    return { status: 'ok' }
  })
  app.get('/projects', async (request) => {
    await authenticate(request)
    const [rows = []] = await run(statements.projects)
    return rows.map((row) => {
      const [newestRequest, thumbnail, newestFile, hasNews, hasRequestNews, id, name, notes, type, isPrivate] = row
      const [createdBy, createdByName, created, lastActivity, version, fileCount, usedBytes] = row.slice(10)
      const [ownLimit, openComments] = row.slice(17)
      return {
        ...{ newestRequest, thumbnail, newestFile, hasNews, hasRequestNews, id, name, notes, type, isPrivate },
        ...{ created_by: createdBy, created_by_name: createdByName, created, lastActivity, version, fileCount },
        ...{ usedBytes, storageLimitBytes: ownLimit ?? storageLimitBytes, openComments },
      }
    })
  })
  app.get('/files', async (request) => {
    await authenticate(request)
    // The project, its files, and which of them are pinned. None has earlier revisions, comments or news.
    const [, rows = [], pins = []] = await run(statements.files)
    const pinned = new Set(pins.map(([id]) => id))
    return rows.map(([id, project, name, size, sha256, folder, , proposed, modified, uploaded, ...rest]) => ({
      ...{ id, project_id: project, name, size, sha256, folderId: folder, fileType: rest.at(-1) },
      ...{ modified_at: modified, uploaded_at: uploaded, metadata: { file_type: proposed }, pinned: pinned.has(id) },
      ...{ revisions: 1, total_size: size, open_comments: 0, news: null },
    }))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
}

process.on('message', (task: BareTask | 'cpu' | 'stop') => {
  if (task === 'stop') process.exit()
  if (task === 'cpu') process.send?.(process.cpuUsage())
  else
    serve(task).catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
})
