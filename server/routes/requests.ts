/** Simulation requests: listed, and looked at while they await their payment. */
import { and, eq } from 'drizzle-orm'

import { visibleTo } from '../store/projects'
import { listRequests, requestAnswer, type RequestPlace } from '../store/requests'
import { projects } from '../store/schema'
import type { Handlers, Surroundings } from './call'
import { askAboutPayment } from './unpaid-requests'

const PAGE = 50

export const requestHandlers = ({ db, payments }: Surroundings) =>
  ({
    async listSimulationRequests({ identity, project, query: { limit = PAGE, cursor } }) {
      const visible = visibleTo(db, identity)
      const where = project ? (and(visible, eq(projects.id, project.id)) ?? visible) : visible
      const after = cursor === undefined ? null : placeOf(cursor)
      // One more than asked for tells whether there is another page.
      const found = await listRequests(db, { where, after, limit: limit + 1 })
      const requests = found.slice(0, limit)
      const last = requests.at(-1)
      return { requests, next: last && found.length > limit ? cursorOf(last) : null }
    },

    async getSimulationRequest({ project, simulationRequest, request }) {
      return requestAnswer(await askAboutPayment({ db, payments }, simulationRequest, request.log), project.name)
    },
  }) satisfies Partial<Handlers>

/** The contract's pattern has checked it. */
const placeOf = (cursor: string): RequestPlace => {
  const [time = '', id = ''] = cursor.split('_')
  return { created: new Date(Number(time)), id }
}

const cursorOf = ({ created, id }: { created: string; id: string }) => `${Date.parse(created)}_${id}`
