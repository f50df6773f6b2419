import { type DeliveryRequest, replyAboutDelivery } from './delivery-worker-protocol'

/** The worker that computes the report of a delivery before the delivery is sent. */
addEventListener('message', ({ data }: MessageEvent<DeliveryRequest>) => {
  replyAboutDelivery(data)
    .then((reply) => self.postMessage(reply))
    .catch(reportError)
})
