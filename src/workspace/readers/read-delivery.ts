import type { DeliveryQuestions } from '../../analysis/worker/delivery-worker-protocol'
import deliveryUrl from '../../analysis/worker/delivery.worker.ts?worker&url'
import { openWorkerConnection } from './worker-connection'

/** Sends one request about the files of a delivery to a separate worker, which is terminated on response or abort. */
export async function askAboutDelivery<A extends keyof DeliveryQuestions>(
  about: A,
  request: DeliveryQuestions[A]['request'],
  signal: AbortSignal,
): Promise<DeliveryQuestions[A]['response']> {
  const worker = openWorkerConnection<DeliveryQuestions>(deliveryUrl)
  try {
    return await worker.ask(about, request, signal)
  } finally {
    worker.close()
  }
}
