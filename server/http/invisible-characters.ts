/**
 * Characters that nobody sees: controls, zero-width characters, and those that turn the direction of writing, by which
 * "gpj.exe" reads as "exe.jpg". They are dropped from all text that one person writes and another one reads.
 */

// Default_Ignorable_Code_Point holds every zero-width and bidirectional character of Unicode.
const inNames = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu
// Joiners shape the letters of several scripts and join emoji, which variation selectors make coloured.
const inTexts = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** A name without them, so that two names that look the same are the same. */
export const visibleName = (name: string) => name.replace(inNames, '')

/** A text of several lines without them; controls and line ends are its reader's business. */
export const visibleText = (text: string) => text.replace(inTexts, '')
