/**
 * Input and output types of route handlers, derived from the contract. The policy determines the context: a project
 * operation gets its project, a signed-in operation gets the caller's identity, and a public operation gets neither.
 */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { operations } from '../../openapi/generated/product'
import type { Identity } from './bearer-token'
import type { ServerConfig } from '../config'
import type { PaymentProvider } from '../payments/provider'
import type { OperationId } from '../http/contract'
import type { policy } from './policy'
import type { CommentRow } from '../comments/store'
import type { Database, Db } from '../database/database'
import type { Leases } from '../database/leases'
import type { FileRow } from '../files/file-records'
import type { Storage } from '../storage/storage'
import type { ProjectRow } from '../projects/store'
import type { RequestRow } from '../requests/store'
import type { ContactRow } from '../staff/contact-store'
import type { UnfinishedUploads } from '../transfers/unfinished-uploads'
import type { UploadLocks } from '../transfers/upload-lock-on-node'
import type { LiveHub } from '../live/live-hub'

/** Services shared by all route handlers. */
export type AppServices = {
  config: ServerConfig
  db: Db
  isAnswering: Database['isAnswering']
  storage: Storage
  unfinished: UnfinishedUploads
  locks: UploadLocks
  live: LiveHub
  leases: Leases
  payments: PaymentProvider
}

/** The data that the hooks have resolved for a call before its handler runs. */
export type ResolvedCall = {
  identity?: Identity
  project?: ProjectRow
  file?: FileRow
  simulationRequest?: RequestRow
  contactMessage?: ContactRow
  comment?: CommentRow
}

declare module 'fastify' {
  interface FastifyRequest {
    resolved: ResolvedCall
    /** The raw body, set only where a signature over it has to be verified. */
    rawBody: Buffer | null
  }
  interface FastifyContextConfig {
    operationId?: OperationId
  }
}

type Parameters<Op extends OperationId, Part extends 'path' | 'query' | 'header'> = NonNullable<
  operations[Op]['parameters'][Part]
>

type Body<Op extends OperationId> = operations[Op] extends {
  requestBody: { content: { 'application/json': infer B } | { 'application/x-www-form-urlencoded': infer B } }
}
  ? B
  : undefined

type Rules = typeof policy

type Found<Op extends OperationId> = Rules[Op] extends { for: 'anyone' }
  ? unknown
  : { identity: Identity } & (Rules[Op] extends {
      for: 'project'
      by: 'path' | 'deleted-path' | 'body' | 'file' | 'kept-file' | 'deleted-file' | 'request' | 'comment'
    }
      ? { project: ProjectRow }
      : unknown) &
      (Rules[Op] extends { by: 'query' | 'kept-request' } ? { project: ProjectRow | undefined } : unknown) &
      (Rules[Op] extends { by: 'file' | 'kept-file' | 'deleted-file' } ? { file: FileRow } : unknown) &
      (Rules[Op] extends { by: 'request' | 'kept-request' | 'paid-request' }
        ? { simulationRequest: RequestRow }
        : unknown) &
      (Rules[Op] extends { by: 'contact-message' } ? { contactMessage: ContactRow } : unknown) &
      (Rules[Op] extends { by: 'comment' } ? { comment: CommentRow } : unknown)

export type Call<Op extends OperationId> = Found<Op> & {
  request: FastifyRequest
  reply: FastifyReply
  path: Parameters<Op, 'path'>
  query: Parameters<Op, 'query'>
  headers: Parameters<Op, 'header'>
  body: Body<Op>
}

type Success<Op extends OperationId> = operations[Op]['responses'][Extract<
  keyof operations[Op]['responses'],
  200 | 201 | 204
>]

/** The operation's JSON response, nothing for a 204, or raw content, whose headers the handler sets on the reply. */
export type Answer<Op extends OperationId> = Content<Success<Op>>

type Content<Answered> = Answered extends { content: { 'application/json': infer Json } }
  ? Json
  : Answered extends { content?: never }
    ? undefined
    : Readable | string

export type Handlers = { [Op in OperationId]: (call: Call<Op>) => Promise<Answer<Op>> }
