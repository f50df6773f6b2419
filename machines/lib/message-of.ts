/** The message to show for a failure: the error's own, which is written for users, or else the caller's fallback. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof Error && error.message !== '' ? error.message : fallback

/** Like `messageOf`, for use as the `params` of an action: reads the error from the event of a failed actor. */
export const messageOr =
  (fallback: string) =>
  ({ event }: { event: { error: unknown } }) =>
    messageOf(event.error, fallback)
