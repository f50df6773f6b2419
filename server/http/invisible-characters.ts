/**
 * Removes invisible characters: control characters, zero-width characters, and those that change the writing direction,
 * which can make "gpj.exe" look like "exe.jpg". They are removed from all text that one user writes and others read.
 */

// Default_Ignorable_Code_Point contains all of Unicode's zero-width and bidirectional control characters.
const inNames = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu
// Keeps joiners, which several scripts and emoji need, and variation selectors, which select color emoji.
const inTexts = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Removes invisible characters from a name, so that no two names differ only in such characters. */
export const visibleName = (name: string) => name.replace(inNames, '')

/** Removes invisible characters from multi-line text. The caller handles control characters and line endings. */
export const visibleText = (text: string) => text.replace(inTexts, '')
