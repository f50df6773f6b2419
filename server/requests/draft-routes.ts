/** Handlers for a person's own drafts of simulation requests. */
import type { components } from '../../openapi/generated/product'
import type { AppServices, Handlers } from '../auth/route-context'
import { noSuchProject, Problem } from '../http/problem'
import { lockProject, visibleTo } from '../projects/store'
import { lockPerson } from '../sharing/users'
import { deleteDraft, findDraft, latestDraftIn, MAX_DRAFTS, saveDraft } from './draft-store'

const MAX_KB = 512

const otherVersion = (draft: components['schemas']['RequestDraft'] | null) =>
  new Problem(412, 'This request has been changed, sent or discarded elsewhere. Please load it again.', {
    members: { draft },
  })

const stampIn = (header: string | undefined) => header?.slice(1, -1) ?? null

export const draftHandlers = ({ db }: AppServices) =>
  ({
    async getRequestDraft({ identity, project }) {
      return { draft: await findDraft(db, { personId: identity.id, projectId: project.id }) }
    },

    async saveRequestDraft({ identity, project, body, headers }) {
      if (Buffer.byteLength(JSON.stringify(body.content)) > MAX_KB * 1024) {
        throw new Problem(413, `A draft can be at most ${MAX_KB} KB. Please remove some rows.`)
      }
      const owner = { personId: identity.id, projectId: project.id }
      const saved = await db.transaction(async (tx) => {
        await lockPerson(tx, identity)
        // Under this lock, versions are compared one at a time, and the project cannot be deleted.
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        return saveDraft(tx, owner, body, stampIn(headers['if-match']))
      })
      if (saved === 'limit') {
        throw new Problem(409, `You can have at most ${MAX_DRAFTS} drafts. Please send or discard one.`)
      }
      if (saved !== 'saved') throw otherVersion(saved.current)
      return undefined
    },

    async deleteRequestDraft({ identity, project, headers }) {
      const owner = { personId: identity.id, projectId: project.id }
      const left = await db.transaction(async (tx) => {
        await lockPerson(tx, identity)
        return deleteDraft(tx, owner, stampIn(headers['if-match']))
      })
      if (left) throw otherVersion(left)
      return undefined
    },

    async getLatestRequestDraft({ identity }) {
      return { project_id: await latestDraftIn(db, identity.id, visibleTo(db, identity)) }
    },
  }) satisfies Partial<Handlers>
