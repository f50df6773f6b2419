import type { SessionPort } from './oidc-adapter'

/** The adapter's error message for the missing part of the configuration. */
const missingSetup = (auth: object | undefined) =>
  auth === undefined ? 'The VueKeycloakPluginConfig is required' : 'The KeycloakConfig is required'

/** The port used when config.json specifies no provider. Public pages work; a login reports what is missing. */
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
    expectLender: () => {},
    accessToken: () => undefined,
    secondsLeft: () => 0,
    onRenewed: () => {},
  }
}
