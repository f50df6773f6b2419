/** Identifies the caller from the bearer token, which is verified against the identity provider's public keys. */
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'

import { Problem } from '../http/problem'
import { visibleName } from '../http/invisible-characters'

export type Identity = {
  /** The token's `sub` claim. */
  id: string
  username: string
  fullname: string
  firstName: string | null
  lastName: string | null
  email: string | null
  /** The token's `realm_access.roles` claim. */
  roles: string[]
  /**
   * When the person signed in, in whole seconds. Refreshed tokens keep this time. If the provider does not state it,
   * this is the time when the token was issued; a token with neither counts as old.
   */
  signedInAt: Date
  /** When the token was issued; the current time if the provider does not state it or its clock is ahead. */
  issuedAt: Date
  /** When the token expires. */
  expiresAt: Date
}

type Oidc = { issuer: string; audience: string }

const ALGORITHMS = ['RS256', 'ES256', 'PS256']
const PROVIDER_TIMEOUT_MS = 5000
const CLOCK_TOLERANCE_S = 5
/** Longer names are truncated. */
const NAME_CHARACTERS = 255
/** The longest possible e-mail address (RFC 5321). */
const EMAIL_CHARACTERS = 254

export type Verifier = {
  /**
   * Verifies an Authorization header. Throws a Problem: 401 for a missing or invalid token, 503 if the provider's keys
   * are unavailable.
   */
  verify: (authorization: string | undefined) => Promise<Identity>
  /** Whether the provider's keys are known. Tries to fetch them if not. */
  hasKeys: () => Promise<boolean>
}

/** Creates a verifier. The provider's keys are fetched on the first call, not at startup. */
export function createVerifier(oidc: Oidc): Verifier {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined
  const findKeys = async () => {
    keys ??= createRemoteJWKSet(await keysAddress(oidc.issuer), { timeoutDuration: PROVIDER_TIMEOUT_MS })
    return keys
  }

  const verify = async (authorization: string | undefined) => {
    const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1]
    if (!token) throw unauthorized('Please sign in: this call requires a bearer token.')
    try {
      const { payload } = await jwtVerify(token, await findKeys(), {
        issuer: oidc.issuer,
        audience: oidc.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: CLOCK_TOLERANCE_S,
      })
      return identityOf(payload)
    } catch (error) {
      throw refusalFor(error)
    }
  }

  return {
    verify,
    async hasKeys() {
      try {
        const found = await findKeys()
        if (!found.jwks()) await found.reload()
        return true
      } catch {
        return false
      }
    },
  }
}

async function keysAddress(issuer: string): Promise<URL> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  })
  if (!response.ok)
    throw new Error(`The identity provider responded to the discovery request with status ${response.status}.`)
  const found = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
  if (found.issuer !== issuer) throw new Error(`The identity provider is not the configured issuer ${issuer}.`)
  return new URL(String(found.jwks_uri))
}

function identityOf(claims: JWTPayload): Identity {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const id = claims.sub ?? ''
  const visible = (name: string) => truncate(visibleName(text(name) ?? '').trim()) || null
  const firstName = visible('given_name')
  const lastName = visible('family_name')
  const email = text('email')
  const authTime = claims['auth_time']
  const roles = (claims['realm_access'] as { roles?: unknown } | null | undefined)?.roles
  return {
    id,
    username: truncate(text('preferred_username') ?? id),
    fullname: truncate(
      [firstName, lastName].filter(Boolean).join(' ') ||
        (visible('preferred_username') ?? visible('name') ?? 'Unknown User'),
    ),
    firstName,
    lastName,
    email: email !== null && email.length <= EMAIL_CHARACTERS ? email : null,
    signedInAt: new Date((typeof authTime === 'number' ? authTime : (claims.iat ?? 0)) * 1000),
    issuedAt: new Date(Math.min(Date.now(), (claims.iat ?? Infinity) * 1000)),
    expiresAt: new Date((claims.exp ?? 0) * 1000),
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [],
  }
}

const truncate = (name: string) => [...name].slice(0, NAME_CHARACTERS).join('')

function refusalFor(error: unknown): Problem {
  if (error instanceof errors.JWTExpired) return unauthorized('Your sign-in has expired. Please sign in again.', error)
  if (badToken.some((kind) => error instanceof kind)) {
    return unauthorized('Your sign-in is not valid here. Please sign in again.', error)
  }
  return new Problem(503, 'Sign-ins cannot be verified at the moment. Please try again in a minute.', {
    headers: { 'retry-after': '30' },
    cause: error,
  })
}

const badToken = [
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

const unauthorized = (message: string, cause?: unknown) =>
  new Problem(401, message, {
    headers: { 'www-authenticate': cause ? 'Bearer error="invalid_token"' : 'Bearer' },
    cause,
  })

/** Fields of a call that identify the caller, and the value that each field must have. */
const claimedBy: Record<string, (identity: Identity) => string | null> = {
  uid: (identity) => identity.id,
  created_by: (identity) => identity.id,
  uname: (identity) => identity.username,
  uemail: (identity) => identity.email,
}

/** Throws a 403 that names the field if an identity field in a query or body does not match the token's owner. */
export function refuseOtherIdentity(identity: Identity, fields: unknown): void {
  if (typeof fields !== 'object' || fields === null) return
  for (const [field, expected] of Object.entries(claimedBy)) {
    const given = (fields as Record<string, unknown>)[field]
    if (given === undefined || given === (expected(identity) ?? '')) continue
    const message = `${field} does not match the signed-in user. Omit it, or sign in as the user it names.`
    throw new Problem(403, message, { errors: [{ field, message }] })
  }
}
