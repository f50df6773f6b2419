/** Handlers that list and export a project's activity. */
import { Readable } from 'node:stream'

import { csvLine } from '../../machines/lib/csv'
import type { AppServices, Handlers } from '../auth/route-context'
import { pageRequest } from '../database/pages'
import { attachment, exportedName } from '../transfers/attachment'
import { activePeople, everyEntry, listActivity } from './store'

const DEFAULT_PAGE_SIZE = 50

export const activityHandlers = ({ db }: AppServices) =>
  ({
    async listActivity({ project, query }) {
      const [page, people] = await Promise.all([
        listActivity(db, project.id, query, pageRequest(query, DEFAULT_PAGE_SIZE)),
        query.cursor === undefined ? activePeople(db, project.id) : null,
      ])
      return { ...page, ...(people && { people }) }
    },

    async exportActivityCsv({ request, reply, project }) {
      attachment(reply, exportedName(project, 'activity.csv')).type('text/csv; charset=utf-8')
      return Readable.from(request.method === 'HEAD' ? [] : csvOf(everyEntry(db, project.id)))
    },
  }) satisfies Partial<Handlers>

const columns = ['Time', 'Person', 'User ID', 'Activity', 'Subject', 'Before', 'After', 'File ID', 'Request ID']

async function* csvOf(entries: ReturnType<typeof everyEntry>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const { at, personName, personId, kind, subject, before, after, fileId, requestId } of entries) {
    const cells = [personName, personId, kind, subject, before, after, fileId, requestId]
    yield csvLine([at.toISOString(), ...cells.map((cell) => cell ?? '')])
  }
}
