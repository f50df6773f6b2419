/** In a window as low as a phone's on its side, or a large zoom, all of a dialog scrolls together. */
export const lowWindow = '@media (max-height: 399px)'

/** A part that scrolls by itself, in a low window: it leaves room above and below to scroll the dialog by. */
export const lowScroller = { flex: 'none', maxH: 'calc(100dvh - 64px)', minH: '0' }

/** Keeps the colours of what is told apart by them. Its ground has to be its own too. */
export const keptColours = { forcedColorAdjust: 'none' } as const

/**
 * What the browser's own colours take away and this gives back: the edge of a button, which toggle is pressed, and which
 * of two outlines is the focus.
 */
export const forcedColours = {
  '& button': { outline: '1px solid ButtonBorder', outlineOffset: '-1px' },
  '& :focus-visible': { outline: '3px solid Highlight !important', outlineOffset: '1px !important' },
  '& [aria-pressed=true]': { ...keptColours, bg: 'Highlight !important', color: 'HighlightText !important' },
  '& [aria-pressed=true] *': { color: 'inherit !important' },
}
