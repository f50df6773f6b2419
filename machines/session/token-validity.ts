/** An API call refreshes a token that expires sooner than this, in seconds, before it uses it. */
export const callValiditySeconds = 5

/**
 * The minimum remaining validity, in seconds, of a token lent to another tab, so that it lasts until that tab's next check
 * (token-refresh.ts).
 */
export const loanValiditySeconds = 35
