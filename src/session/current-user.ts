import { fullnameOf, initialsOf, type ProfileClaims, type UserProfile } from '../../machines/session/profile'
import type { SessionStatus, User } from '../../machines/session/session.machine'

/** Who looks at the page, as header and hero show it. */
export type Viewer =
  | { status: 'unknown' | 'anonymous' }
  | { status: 'signed-in'; fullname: string; email: string; initials: string }

/** The provider's profile, and until it is there the API's user. */
export const viewerOf = (status: SessionStatus, profile: UserProfile | null, user: User | null): Viewer => {
  if (status !== 'authenticated') return { status }
  const claims: ProfileClaims | null = profile ?? user
  return {
    status: 'signed-in',
    fullname: fullnameOf(claims ?? {}),
    email: claims?.email ?? '',
    initials: initialsOf(claims),
  }
}
