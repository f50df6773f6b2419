/** What the provider says of a person, as the account or user-info endpoint answers. */
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

/** The person as header and menus show them; kept in this tab as userProfile. */
export type UserProfile = ProfileClaims & { fullname: string }

const filled = (text: string | undefined) => text?.trim() || undefined

/** First plus last name; otherwise username, then preferred_username, then name. */
export const fullnameOf = (claims: ProfileClaims): string =>
  [filled(claims.firstName), filled(claims.lastName)].filter(Boolean).join(' ') ||
  (filled(claims.username) ?? filled(claims.preferred_username) ?? filled(claims.name) ?? 'Unknown User')

const initial = (name: string | undefined) => filled(name)?.charAt(0).toUpperCase() ?? '?'

/** First letters of first and last name; '?' for a missing part, '??' without a profile. */
export const initialsOf = (profile: ProfileClaims | null) =>
  profile ? `${initial(profile.firstName)}${initial(profile.lastName)}` : '??'
