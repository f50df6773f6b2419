/** The first lines of model files: what identifies them to the reader in the browser and to the type that the API proposes. */

/** Touchstone 2: the version stands before all other lines but comments. */
export const touchstone2 = /^(?:\s|![^\n]*\n)*\[Version\]\s*2/i

/** Touchstone 1: the option line stands before all other lines but comments. */
export const touchstone1 = /^(?:\s|![^\n]*\n)*#(?:[ \t]+(?:[kmgt]?hz|[syzhg]|ri|ma|db|r|[\d.e+-]+))+[ \t\r]*(?:!|\n|$)/i

/** IBIS, after comments. */
export const ibis = /^(?:\s|\|[^\n]*\n)*\[IBIS[ _]ver\]/i
