/** Enforces the access policy with two hooks that run before every route. */
import type { FastifyRequest } from 'fastify'

import { isPaidFor } from '../../machines/requests/touched-rows'
import { isStaff } from '../../machines/staff/staff-role'
import { refuseOtherIdentity, type Identity } from './bearer-token'
import { decide, policy, type Naming, type Rule } from './policy'
import { noSuchProject, Problem } from '../http/problem'
import type { Db } from '../database/database'
import type { NodeSignals } from '../database/node-signals'
import { findDeletedFile, findFile, findKeptFile } from '../files/file-records'
import { createUserStore } from '../sharing/users'
import { findProject } from '../projects/store'
import { findRequest, isKeptFor } from '../requests/store'
import { findContactMessage } from '../staff/contact-store'
import { findComment } from '../comments/store'
import type { ResolvedCall } from './route-context'

const noSuchFile = () => new Problem(404, 'There is no such file, or you are not a member of its project.')
const noSuchRequest = () => new Problem(404, 'There is no such request, or you are not a member of its project.')

const noSuchComment = () => new Problem(404, 'There is no such comment, or you are not a member of its project.')

const ruleOf = (request: FastifyRequest): Rule | undefined => {
  const { operationId } = request.routeOptions.config
  return operationId && policy[operationId]
}

/**
 * Creates the two hooks: `authenticate` runs before the body is read, `authorize` after the request has been validated.
 * Neither returns a promise if there is nothing to wait for.
 */
export function createAccess(
  { db, signals }: { db: Db; signals: NodeSignals },
  verify: (authorization: string | undefined) => Promise<Identity>,
) {
  const users = createUserStore(db, signals)

  async function identify(request: FastifyRequest) {
    const identity = await verify(request.headers.authorization)
    await users.remember(identity)
    request.resolved = { identity }
  }

  async function resolveProject(request: FastifyRequest, identity: Identity, { by, need }: ProjectRule) {
    const named = await findNamed(db, request, by)
    if (!named) return
    const found = await findProject(db, named.projectId, identity.id, { deleted: by === 'deleted-path' })
    if (!found && by === 'kept-request' && isKeptFor(identity, named.found?.simulationRequest)) {
      request.resolved = { identity, ...named.found }
      return
    }
    if (!found) throw named.missing()
    const verdict = decide(need, identity, found.standing)
    if (verdict === 'hidden') throw named.missing()
    if (verdict !== 'allowed') throw new Problem(403, verdict.refused)
    request.resolved = { identity, project: found.project, ...named.found }
  }

  async function resolveStaff(request: FastifyRequest, identity: Identity, by: StaffRule['by']) {
    // Checked before any lookup, so that others cannot find out what exists.
    if (!isStaff(identity.roles)) throw new Problem(403, 'This requires the staff role.')
    if (by === 'nothing') return
    const { id } = request.params as { id: string }
    if (by === 'contact-message') {
      const contactMessage = await findContactMessage(db, id)
      if (!contactMessage) throw new Problem(404, 'There is no such message.')
      request.resolved = { identity, contactMessage }
      return
    }
    const simulationRequest = await findRequest(db, id)
    if (!simulationRequest || simulationRequest.number === null || simulationRequest.status === 'draft') {
      throw new Problem(404, 'There is no such request.')
    }
    if (by === 'paid-request' && !isPaidFor(simulationRequest)) {
      throw new Problem(409, 'The request must be paid and not canceled.')
    }
    request.resolved = { identity, simulationRequest }
  }

  return {
    authenticate: (request: FastifyRequest): Promise<void> | undefined => {
      const rule = ruleOf(request)
      return rule && rule.for !== 'anyone' ? identify(request) : undefined
    },

    authorize: (request: FastifyRequest): Promise<void> | undefined => {
      const rule = ruleOf(request)
      const { identity } = request.resolved
      if (!rule || !identity) return undefined
      refuseOtherIdentity(identity, request.query)
      refuseOtherIdentity(identity, request.body)
      if (rule.for === 'staff') return resolveStaff(request, identity, rule.by)
      return rule.for === 'project' ? resolveProject(request, identity, rule) : undefined
    },

    close: users.close,
  }
}

type ProjectRule = Extract<Rule, { for: 'project' }>
type StaffRule = Extract<Rule, { for: 'staff' }>

const fileBy = { file: findFile, 'kept-file': findKeptFile, 'deleted-file': findDeletedFile }

type Named = { projectId: string; found?: ResolvedCall; missing: () => Problem }

/** Finds the project that a call refers to. Returns undefined for a list call without a project. */
async function findNamed(db: Db, request: FastifyRequest, by: Naming): Promise<Named | undefined> {
  const { id } = request.params as { id: string }
  switch (by) {
    case 'path':
    case 'deleted-path':
      return { projectId: id, missing: noSuchProject }
    case 'body':
      return { projectId: (request.body as { project_id: string }).project_id, missing: noSuchProject }
    case 'query': {
      const { project_id: projectId } = request.query as { project_id?: string }
      return projectId === undefined ? undefined : { projectId, missing: noSuchProject }
    }
    case 'file':
    case 'kept-file':
    case 'deleted-file': {
      const file = await fileBy[by](db, id)
      if (!file) throw noSuchFile()
      return { projectId: file.projectId, found: { file }, missing: noSuchFile }
    }
    case 'comment': {
      const comment = await findComment(db, id)
      if (!comment) throw noSuchComment()
      return { projectId: comment.projectId, found: { comment }, missing: noSuchComment }
    }
    case 'request':
    case 'kept-request': {
      const simulationRequest = await findRequest(db, id)
      if (!simulationRequest) throw noSuchRequest()
      return { projectId: simulationRequest.projectId, found: { simulationRequest }, missing: noSuchRequest }
    }
  }
}
