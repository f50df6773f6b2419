import { fullnameOf, initialsOf, type ProfileClaims, type UserProfile } from '../../machines/session/profile'
import type { SessionStatus, User } from '../../machines/session/session.machine'

/** The visitor as shown in the header and hero. */
export type Viewer =
  | { status: 'unknown' | 'anonymous' }
  | { status: 'signed-in'; fullname: string; email: string; initials: string }

/** Builds the viewer from the provider's profile, or from the API's user until the profile is loaded. */
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
