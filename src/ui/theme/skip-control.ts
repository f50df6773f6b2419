/** The style of a link or button that skips a part of the page. The control is visible only while it has the focus. */
export const skipControl = {
  position: 'absolute',
  top: '2',
  left: '4',
  zIndex: 'skipNav',
  px: '4',
  py: '2',
  borderRadius: 'l2',
  bg: 'primary.solid',
  color: 'primary.contrast',
  focusVisibleRing: 'outside',
  '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
} as const
