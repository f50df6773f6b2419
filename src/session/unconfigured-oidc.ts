import type { SessionPort } from './oidc-adapter'

/** What a configuration without a provider lacks, in the adapter's words. */
const missingSetup = (auth: object | undefined) =>
  auth === undefined ? 'The VueKeycloakPluginConfig is required' : 'The KeycloakConfig is required'

/** Stands in where config.json names no provider: the public pages work, a login says what is missing. */
export function createMissingPort(auth: object | undefined): SessionPort {
  const refuse = () => Promise.reject(Object.assign(new Error(missingSetup(auth)), { kind: 'not-set-up' }))
  return {
    lookAhead: () => {},
    checkSession: refuse,
    probeSession: refuse,
    borrowSession: refuse,
    finishLogin: refuse,
    refreshToken: refuse,
    startLogin: refuse,
    logInAt: refuse,
    endSession: refuse,
    clearToken: () => {},
    accessToken: () => undefined,
    secondsLeft: () => 0,
    onRenewed: () => {},
  }
}
