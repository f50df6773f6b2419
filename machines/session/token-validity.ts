/** Before an API call, a token that expires within this time, in seconds, is refreshed. */
export const callValiditySeconds = 5

/**
 * The minimum remaining validity, in seconds, of a token lent to another tab, so that it lasts until that tab's next
 * check (token-refresh.ts).
 */
export const loanValiditySeconds = 35
