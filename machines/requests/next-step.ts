/** The next step of a simulation request, and its due date. */
import type { components } from '../../openapi/generated/product'
import { deliveryText, TURNAROUND_DAYS } from '../wizard/turnaround'

type Request = Pick<
  components['schemas']['SimulationRequest'],
  'status' | 'due' | 'waiting' | 'delivered' | 'paid' | 'turnaround_days'
>

export type NextStep = {
  title: string
  text: string
  /** The delivery date, while the delivery is pending. */
  due: string | null
  isLate: boolean
}

/** Whether a request is paid, and neither delivered nor canceled. */
export const isPending = ({ status }: Pick<Request, 'status'>) => status === 'paid' || status === 'in progress'

type Dates = Pick<Request, 'status' | 'due' | 'waiting'>

/**
 * Returns the delivery date while a delivery is pending. Null otherwise, and while the customer's answer is awaited.
 */
export function pendingDelivery(request: Dates, now: Date): { due: string; isLate: boolean } | null {
  const { due, waiting } = request
  return isPending(request) && due !== null && waiting === null ? { due, isLate: new Date(due) < now } : null
}

/** Describes the next step for the customer. */
export function nextStep(request: Request, now: Date): NextStep {
  const { status, waiting, paid, turnaround_days: turnaround } = request
  const step = (title: string, text: string): NextStep => ({ title, text, due: null, isLate: false })
  const { due, isLate } = pendingDelivery(request, now) ?? { due: null, isLate: false }
  const expected = (title: string, text: string): NextStep => ({
    title: isLate ? 'The delivery is late' : title,
    text: isLate ? 'We are sorry. We are still working on it; you can write to us at any time.' : text,
    due,
    isLate,
  })
  if (waiting !== null) {
    const text =
      'An engineer needs your answer or approval. The delivery date is postponed by one business day for each business day until you respond.'
    return step('Waiting for your answer', text)
  }
  switch (status) {
    case 'draft':
    case 'awaiting payment':
      return step(
        'Pay to start the simulation',
        `We deliver ${deliveryText(turnaround ?? TURNAROUND_DAYS)}. You can cancel at no cost until you pay.`,
      )
    case 'paid':
      return expected(
        'We are checking your files',
        'An engineer checks the files and starts the simulation. You do not need to do anything.',
      )
    case 'in progress':
      return expected(
        'We are running the simulation',
        'We will notify you when the results are in Reports. You do not need to do anything.',
      )
    case 'delivered':
      return step('The results are ready', 'The files are in the project’s Reports folder.')
    case 'cancelled':
      return paid === null
        ? step('This request is canceled', 'Nothing was charged. Repeat the request to place the same order again.')
        : step(
            'This request is canceled',
            'Repeat the request to place the same order again. Refunds are listed below.',
          )
  }
}
