/** For buttons with long labels, which take several lines in a narrow preview. */
export const wrappedLabel = {
  whiteSpace: 'normal',
  maxW: 'full',
  h: 'auto',
  minH: '9',
  py: '1.5',
  textAlign: 'start',
} as const
