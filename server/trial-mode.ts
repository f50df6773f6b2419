/**
 * Prevents the trial parts (demo accounts, free payments, demo tool) from being reachable from other computers, unless
 * TRIAL=yes is set.
 */
import { lookup } from 'node:dns/promises'
import net from 'node:net'

import { ConfigError, type ServerConfig } from './config'

const loopback = new net.BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

type Settings = Pick<ServerConfig, 'host' | 'publicUrl' | 'apiPublicUrl' | 'isTrial' | 'oidc' | 'payments' | 's2spice'>

/** Throws a ConfigError if a trial part would be reachable from other computers and TRIAL=yes is not set. */
export async function refuseRemoteTrial(config: Settings): Promise<void> {
  const parts = trialParts(config)
  if (config.isTrial || parts.length === 0) return
  const publicHost = hostOf(config.publicUrl)
  const apiHost = hostOf(config.apiPublicUrl)
  const exposed = [
    ...((await isLoopback(config.host)) ? [] : [`HOST is ${config.host}`]),
    ...((await isLoopback(publicHost)) ? [] : [`PUBLIC_URL points to ${publicHost}`]),
    ...(apiHost === publicHost || (await isLoopback(apiHost)) ? [] : [`API_PUBLIC_URL points to ${apiHost}`]),
  ]
  if (exposed.length === 0) return
  throw new ConfigError(
    `Trial parts would be reachable from other computers (${exposed.join(', ')}): ${parts.join('; ')}. ` +
      'Set the variables that replace them, or TRIAL=yes if everyone may use the trial parts.',
  )
}

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

/** Lists the trial parts in use, each with the variables that replace it with a real service. */
const trialParts = ({ oidc, payments, s2spice }: Settings) => [
  ...(oidc.embedded ? ['sign-in with demo accounts (replaced by OIDC_ISSUER)'] : []),
  ...(payments.kind === 'sandbox'
    ? ['simulated payments (replaced by STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET)']
    : []),
  ...(s2spice.embedded ? ['demo tool (replaced by S2SPICE_SERVER_URL and S2SPICE_API_URL)'] : []),
]

/** Whether a host resolves only to this computer. A name that cannot be resolved may belong to another computer. */
async function isLoopback(host: string): Promise<boolean> {
  if (/(^|\.)localhost\.?$/i.test(host)) return true
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return (
    addresses.length > 0 &&
    addresses.every(({ address, family }) => loopback.check(address, family === 6 ? 'ipv6' : 'ipv4'))
  )
}
