/** A simulation request as its customer sees it, derived from the data that the staff's page has loaded. */
import type { components } from '../../../openapi/generated/product'

type Schemas = components['schemas']
type Summary = Schemas['SimulationRequestSummary']

/** The project name under which a request is listed once its project has been deleted. */
const NO_PROJECT = 'Deleted project'

/** Converts a request in the staff's queue to an item in the customer's own list. */
export const customersSummary = (request: Schemas['StaffRequestSummary']): Summary => {
  const { customer, assignee: _assignee, written: _written, dispute: _dispute, ...shared } = request
  return { ...shared, project_name: request.project_name ?? NO_PROJECT, created_by_name: customer.name }
}

/** The request as its customer sees it. Failed refunds are omitted, because only the staff see them. */
export function customersView({
  summary,
  files,
  si,
  pi,
  ...request
}: Schemas['StaffRequest']): Schemas['SimulationRequest'] {
  const { turnaround_days: turnaround, billing, deleted_project: deleted } = request
  const deliveries = summary.status === 'delivered' ? request.deliveries : []
  const refunds = request.refunds.filter(({ state }) => state !== 'failed')
  const file = (role: Schemas['OrderedFile']['role']) => files.find((one) => one.role === role) ?? null
  // The previous server release does not send the roles, but it lists the layout first.
  const layout = file('layout') ?? files[0]
  if (!layout) throw new Error('The request has no layout.')
  return {
    ...customersSummary(summary),
    ...(deleted !== undefined && { project_name: deleted, project_deleted: true }),
    ...{ si, pi, layout, stackup: file('stackup'), material: file('material') },
    ...(turnaround !== undefined && { turnaround_days: turnaround }),
    ...(billing && { billing }),
    ...(refunds.length > 0 && { refunds }),
    ...(deliveries.length > 1 && { deliveries }),
    ...(deliveries[0] && { delivered_files: deliveries[0].files }),
  }
}
