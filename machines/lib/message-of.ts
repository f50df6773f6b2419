/** The message to show for a failure: the error's own, which the server writes for users, or else the caller's fallback. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof Error && error.message !== '' ? error.message : fallback
