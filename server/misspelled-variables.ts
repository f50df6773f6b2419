/** Finds misspelled variables that were probably meant for the server, which would silently ignore them. */
import { closest, distance } from 'fastest-levenshtein'

import { variableNames } from './config'

/** Prefixes that only this server's variables have. */
const prefixes = ['OIDC_', 'S2SPICE_', 'S3_', 'STRIPE_']

/**
 * Names of at least this length may differ by two letters, shorter ones by one. Very short ones, such as HOST, must
 * match except for case, since they differ by one letter from too many other names.
 */
const LONG_NAME = 8

/**
 * Returns a warning for each unknown variable that resembles one of the server's. Other programs' variables are
 * ignored, and values are never included, because they may be secrets.
 */
export function misspelledVariables(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    const likely = likelyName(name)
    return likely === null ? [] : [`${name} is not a variable of this server and is ignored. Did you mean ${likely}?`]
  })
}

function likelyName(name: string): string | null {
  const spelling = name.toUpperCase().replaceAll('-', '_')
  if (variableNames.includes(name)) return null
  if (variableNames.includes(spelling)) return spelling
  const prefix = prefixes.find((one) => spelling.startsWith(one))
  if (prefix) {
    return closest(
      spelling,
      variableNames.filter((one) => one.startsWith(prefix)),
    )
  }
  const nearest = closest(spelling, variableNames)
  return distance(spelling, nearest) <= (nearest.length >= LONG_NAME ? 2 : 1) && nearest.length > 4 ? nearest : null
}
