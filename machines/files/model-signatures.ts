/**
 * Patterns for the names and the start of model files. The browser and the API both use them to detect the file type.
 */

/** The names of model files, in lower case. */
export const modelNames = /\.([syzgh]\d+p|snp|citi?|cti|ibs|ebd|pkg|ami|cir|ckt|sp|spi|spice|lib|mod)$/

/** Touchstone 2: only comments may precede the version. */
export const touchstone2 = /^(?:\s|![^\n]*\n)*\[Version\]\s*2/i

/** Touchstone 1: only comments may precede the option line. */
export const touchstone1 = /^(?:\s|![^\n]*\n)*#(?:[ \t]+(?:[kmgt]?hz|[syzhg]|ri|ma|db|r|[\d.e+-]+))+[ \t\r]*(?:!|\n|$)/i

/** CITI: only comments may precede the version. */
export const citi = /^(?:\s|[!#][^\n]*\n)*CITIFILE\s+A\.\d/i

/** IBIS: only comments may precede the version. */
export const ibis = /^(?:\s|\|[^\n]*\n)*\[IBIS[ _]ver\]/i

/** AMI: only comments may precede the root list, which contains one of the two parameter lists that IBIS defines. */
export const ami = /^(?:\s|\|[^\n]*\n)*\(\s*[^\s()|][^]*?\(\s*(?:Reserved_Parameters|Model_Specific)\b/i
