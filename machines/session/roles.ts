/** A signed-in person's access token, and what it says of them. */
export type Session = {
  accessToken: string
  decodedToken: Record<string, unknown>
  /** The sub claim. */
  userId: string
  /** The preferred_username claim. */
  username: string
  realmRoles: string[]
  /** Roles per client of the provider. */
  resourceRoles: Record<string, string[]>
}

/** Whether the person holds every one of these realm roles. */
export const hasRealmRoles = (session: Session | null, roles: string[]) =>
  session !== null && roles.every((role) => session.realmRoles.includes(role))

/** Whether the person holds every one of these roles for a client of the provider. */
export const hasResourceRoles = (session: Session | null, client: string, roles: string[]) =>
  session !== null && roles.every((role) => session.resourceRoles[client]?.includes(role) ?? false)
