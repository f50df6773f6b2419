/** Text that people type, made fit for where it goes. */
import { visibleName, visibleText } from './invisible-characters'

/** One line of visible characters: nothing in it can begin a new header, record or log line. */
export const oneLine = (text: string) => visibleName(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')).trim()

/** Lines end in LF, and no other control character but the tab is left. */
export const plainText = (text: string) =>
  visibleText(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
