/** Simulation requests: listed, and looked at while they await their payment. */
import { and, eq } from 'drizzle-orm'

import type { PaymentProvider } from '../payments/provider'
import { visibleTo } from '../store/projects'
import { listRequests, notePayment, requestAnswer, type RequestRow } from '../store/requests'
import { projects } from '../store/schema'
import type { Handlers, Surroundings } from './call'

export const requestHandlers = ({ db, payments }: Surroundings) =>
  ({
    async listSimulationRequests({ identity, project }) {
      const visible = visibleTo(db, identity)
      const where = project ? (and(visible, eq(projects.id, project.id)) ?? visible) : visible
      return (await listRequests(db, where)).map(({ row, projectName }) => requestAnswer(row, projectName))
    },

    async getSimulationRequest({ project, simulationRequest, request }) {
      const state = await askedState(payments, simulationRequest).catch((error: unknown) => {
        // What is kept is still true; the next look asks again.
        request.log.warn({ err: error }, 'The payment provider does not say how a checkout stands.')
        return null
      })
      const noted = state && (await notePayment(db, state.checkoutId, state.state))
      return requestAnswer(noted ?? simulationRequest, project.name)
    },
  }) satisfies Partial<Handlers>

/** The provider's own word, for when its webhook has not come (yet). */
async function askedState(payments: PaymentProvider, { status, checkoutId }: RequestRow) {
  if (status !== 'awaiting payment' || checkoutId === null) return null
  return { checkoutId, state: await payments.stateOf(checkoutId) }
}
