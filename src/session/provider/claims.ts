import type { Session } from '../../../machines/session/roles'

type Claims = Record<string, unknown>

const isRecord = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textIn = (claims: Claims, name: string) => (typeof claims[name] === 'string' ? claims[name] : '')

const roleList = (value: unknown): string[] => {
  const roles = isRecord(value) ? value['roles'] : undefined
  return Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : []
}

/**
 * The claims of a JWT, not verified here, because the API verifies the token of each call. Throws if the token is not a
 * JWT.
 */
export function claimsOf(token: string): Claims {
  const payload = token.split('.')[1]
  if (!payload) throw new Error('The token is not a JWT.')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (!isRecord(claims)) throw new Error('The token contains no claims.')
  return claims
}

/** The session for an access token. Missing or malformed role lists become empty. */
export function sessionFrom(accessToken: string): Session {
  const claims = claimsOf(accessToken)
  const clients = isRecord(claims['resource_access']) ? claims['resource_access'] : {}
  return {
    accessToken,
    decodedToken: claims,
    userId: textIn(claims, 'sub'),
    username: textIn(claims, 'preferred_username'),
    realmRoles: roleList(claims['realm_access']),
    resourceRoles: Object.fromEntries(Object.entries(clients).map(([client, access]) => [client, roleList(access)])),
  }
}
