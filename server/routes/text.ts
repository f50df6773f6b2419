/** Text that people type, made fit for where it goes. */
import { visibleName, visibleText } from '../unseen'

/** One line of visible characters: nothing in it can begin a new header, record or log line. */
export const oneLine = (text: string) => visibleName(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')).trim()

/** Lines end in LF, and no other control character but the tab is left. */
export const plainText = (text: string) =>
  visibleText(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** Whether any text in a JSON value holds a NUL, which no database text can. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsNul)
}
