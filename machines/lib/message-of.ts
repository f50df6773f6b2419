/** The words for a failure: what was thrown says it, written for the person by the server, or else the call's own fall-back. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof Error && error.message !== '' ? error.message : fallback
