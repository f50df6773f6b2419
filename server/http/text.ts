/** Cleans up text that users type. */
import { visibleName, visibleText } from './invisible-characters'

/** Reduces a string to one line of visible characters, so that it cannot inject a header, record or log line. */
export const oneLine = (text: string) => visibleName(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')).trim()

/**
 * Normalizes line endings to LF, removes invisible characters and all other control characters except tabs, and trims
 * the text.
 */
export const plainText = (text: string) =>
  visibleText(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
