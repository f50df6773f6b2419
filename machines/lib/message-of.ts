/** The message to show for a failure: the error's own, which the server writes for users, or else the caller's fallback. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof Error && error.message !== '' ? error.message : fallback

/** The same message as the parameter of an action that runs when an actor fails. */
export const messageOr =
  (fallback: string) =>
  ({ event }: { event: { error: unknown } }) =>
    messageOf(event.error, fallback)
