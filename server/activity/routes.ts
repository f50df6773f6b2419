/** Handlers that list and export a project's activity. */
import { Readable } from 'node:stream'

import { csvLine } from '../../machines/lib/csv-cells'
import type { AppServices, Handlers } from '../auth/route-context'
import { pageRequest } from '../database/pages'
import { attachment, exportedName } from '../transfers/content-disposition'
import { activePeople, entryCells, entryColumns, everyEntry, listActivity } from './store'

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

async function* csvOf(entries: ReturnType<typeof everyEntry>): AsyncGenerator<string> {
  yield csvLine(entryColumns)
  for await (const entry of entries) yield csvLine(entryCells(entry))
}
