/** The provider's claims about a user, from its account or userinfo endpoint. */
export type ProfileClaims = {
  id?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  username?: string | undefined
  preferred_username?: string | undefined
  name?: string | undefined
  email?: string | undefined
  role?: string | undefined
}

/** The user as shown in the header and menus. Stored in sessionStorage as `userProfile`. */
export type UserProfile = ProfileClaims & { fullname: string }

const trimmed = (text: string | undefined) => text?.trim() || undefined

/**
 * First and last name; if both are missing, username, preferred_username or name, in this order; "Unknown User" if all
 * are missing.
 */
export const fullnameOf = (claims: ProfileClaims): string =>
  [trimmed(claims.firstName), trimmed(claims.lastName)].filter(Boolean).join(' ') ||
  (trimmed(claims.username) ?? trimmed(claims.preferred_username) ?? trimmed(claims.name) ?? 'Unknown User')

const initial = (name: string | undefined) => trimmed(name)?.charAt(0).toUpperCase() ?? '?'

/** Initials of the first and last name: '?' for a missing part, '??' without a profile. */
export const initialsOf = (profile: ProfileClaims | null) =>
  profile ? `${initial(profile.firstName)}${initial(profile.lastName)}` : '??'
