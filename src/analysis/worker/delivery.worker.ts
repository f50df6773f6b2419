import { type DeliveryRequest, replyAboutDelivery } from './delivery-worker-protocol'

/** The worker that computes the report of a delivery before it is sent. */
addEventListener('message', ({ data }: MessageEvent<DeliveryRequest>) => {
  replyAboutDelivery(data).then((reply) => self.postMessage(reply), console.error)
})
