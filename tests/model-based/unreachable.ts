/**
 * Transitions and states that no way leads to, by machine, each with the reason. A test fails for one that is walked
 * after all.
 */
export const unreachable: Record<string, Record<string, string>> = {}

/** The same of states in the running product, which a page there never rests in. */
export const unreachableInBrowser: Record<string, Record<string, string>> = {}
