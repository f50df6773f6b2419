import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import type { PaymentProvider } from './provider'

/** Loads the configured payment provider. The other provider's code is not loaded. */
export async function paymentsFor(config: ServerConfig, db: Db): Promise<PaymentProvider> {
  if (config.payments.kind === 'sandbox') return (await import('./sandbox')).createSandbox({ config, db })
  return (await import('./stripe')).createStripe(config.payments)
}
