import type { SessionStatus, User } from '../../machines/session/session.machine'

/** Who looks at the page, as header and hero show it. */
export type Viewer =
  | { status: 'unknown' | 'anonymous' }
  | { status: 'signed-in'; fullname: string; email: string; initials: string }

const initial = (name: string | undefined) => name?.trim().charAt(0).toUpperCase() || '?'

/** First letters of first and last name; '?' for a missing one, '??' without a profile. */
export const initialsOf = (user: Pick<User, 'firstName' | 'lastName'> | null) =>
  user ? `${initial(user.firstName)}${initial(user.lastName)}` : '??'

export const viewerOf = (status: SessionStatus, user: User | null): Viewer =>
  status === 'authenticated'
    ? {
        status: 'signed-in',
        fullname: user?.fullname ?? 'Unknown User',
        email: user?.email ?? '',
        initials: initialsOf(user),
      }
    : { status }
