/** A signed-in user's access token and its claims. */
export type Session = {
  accessToken: string
  decodedToken: Record<string, unknown>
  /** The sub claim. */
  userId: string
  /** The preferred_username claim. */
  username: string
  realmRoles: string[]
  /** Role names by OIDC client ID. */
  resourceRoles: Record<string, string[]>
}

/** Whether the user has all of the given realm roles. */
export const hasRealmRoles = (session: Session | null, roles: string[]) =>
  session !== null && roles.every((role) => session.realmRoles.includes(role))

/** Whether the user has all of the given roles of an OIDC client. */
export const hasResourceRoles = (session: Session | null, client: string, roles: string[]) =>
  session !== null && roles.every((role) => session.resourceRoles[client]?.includes(role) ?? false)
