/** A short window, such as a phone in landscape orientation or at high zoom, in which a dialog scrolls as a whole. */
export const lowWindow = '@media (max-height: 399px)'

/** A nested scroll container in a short window. It leaves space above and below for scrolling the dialog. */
export const lowScroller = { flex: 'none', maxH: 'calc(100dvh - 64px)', minH: '0' }

/** Keeps meaningful colors in forced-colors mode. The background must be set as well. */
export const keptColors = { forcedColorAdjust: 'none' } as const

/**
 * Restores what forced-colors mode removes: the outline of buttons, the state of pressed toggles, and the difference between
 * an outline and the focus ring.
 */
export const forcedColors = {
  '& button': { outline: '1px solid ButtonBorder', outlineOffset: '-1px' },
  '& :focus-visible': { outline: '3px solid Highlight !important', outlineOffset: '1px !important' },
  '& [aria-pressed=true]': { ...keptColors, bg: 'Highlight !important', color: 'HighlightText !important' },
  '& [aria-pressed=true] *': { color: 'inherit !important' },
}
