/**
 * A short window, for example on a phone in landscape orientation or at high zoom. In such a window, a dialog scrolls
 * as a whole.
 */
export const lowWindow = '@media (max-height: 399px)'

/**
 * The style of a nested scroll container in a short window. It leaves space above and below for scrolling the dialog.
 */
export const lowScroller = { flex: 'none', maxH: 'calc(100dvh - 64px)', minH: '0' }

/**
 * Touch targets to enlarge. Checkboxes and radios keep their size; the label around a checkbox grows instead. Sliders
 * grow only in height.
 */
const touchTargets = 'button, select, input:not([type=checkbox], [type=radio], [type=range])'

/** Makes the controls inside an element large enough for touch. */
export const touchControls = {
  '@media (pointer: coarse)': {
    [`& :is(${touchTargets})`]: { minH: '11', minW: '11' },
    '& label:has(> [type=checkbox])': { minH: '11' },
    '& [type=range]': { minH: '11' },
  },
}

/** Keeps meaningful colors in forced-colors mode. An element with this style must also set its background. */
export const keptColors = { forcedColorAdjust: 'none' } as const

/**
 * Restores the cues that forced-colors mode removes: the outline of buttons, the state of pressed toggles, and the
 * difference between an outline and the focus ring.
 */
export const forcedColors = {
  '& button': { outline: '1px solid ButtonBorder', outlineOffset: '-1px' },
  '& :focus-visible': { outline: '3px solid Highlight !important', outlineOffset: '1px !important' },
  '& [aria-pressed=true]': { ...keptColors, bg: 'Highlight !important', color: 'HighlightText !important' },
  '& [aria-pressed=true] *': { color: 'inherit !important' },
}

/**
 * The styles above, for touch and for forced colors, for all controls on a page. Pass them as style properties, which
 * take precedence over a table's styles; base styles would not.
 */
export const pageControls = { ...touchControls, _highContrast: forcedColors }
