/** Handlers that list simulation requests and return single ones. */
import { and, eq } from 'drizzle-orm'

import { visibleTo } from '../projects/store'
import { pageRequest } from '../database/pages'
import { listMessages, writeAsCustomer } from './conversation'
import { deliveriesOf, deliveryAnswers, reportOf } from './delivery'
import { refundAnswers, refundsOf } from './refunds'
import { listRequests, requestAnswer, requestFilter } from './store'
import { projects } from '../database/schema'
import type { Handlers, AppServices } from '../auth/route-context'
import { askAboutPayment } from './unpaid-requests'

const DEFAULT_PAGE_SIZE = 50

export const requestHandlers = ({ db, payments }: AppServices) =>
  ({
    async listSimulationRequests({ identity, project, query }) {
      const visible = visibleTo(db, identity)
      const inProjects = and(visible, project && eq(projects.id, project.id))
      const listing = { inProjects, filter: requestFilter(query), withKept: project === undefined }
      return listRequests(db, listing, identity, pageRequest(query, DEFAULT_PAGE_SIZE))
    },

    async getSimulationRequest({ project, simulationRequest, request }) {
      const current = await askAboutPayment({ db, payments }, simulationRequest, request.log)
      const deliveries = current.status === 'delivered' ? await deliveriesOf(db, current) : []
      const refunds = current.paidAt === null ? [] : await refundsOf(db, current.id)
      const shown = refunds.filter(({ state }) => state !== 'failed')
      return {
        ...requestAnswer(current, project?.name ?? current.projectName ?? ''),
        ...(shown.length > 0 && { refunds: refundAnswers(shown, current) }),
        ...(deliveries.length > 1 && { deliveries: deliveryAnswers(deliveries) }),
        ...(deliveries[0] && { delivered_files: deliveries[0].files }),
      }
    },

    listRequestMessages: ({ simulationRequest: { id }, query }) =>
      listMessages(db, id, pageRequest(query, DEFAULT_PAGE_SIZE)),

    addRequestMessage: ({ identity, simulationRequest, body }) =>
      writeAsCustomer(db, simulationRequest, identity, body),

    getRequestReport: ({ simulationRequest, query }) => reportOf(db, simulationRequest.id, query),
  }) satisfies Partial<Handlers>
