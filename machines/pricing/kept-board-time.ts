/** How long a board is kept during sign-in. */
export const keptForMs = 24 * 60 * 60 * 1000

/** Whether a board has been kept too long. A time in the future is invalid, so the board counts as expired. */
export const isExpired = (keptAt: number, now: number) => !(keptAt <= now && now - keptAt < keptForMs)
