/** A search parameter as text, which the router may have parsed as a number. Empty if it is neither. */
export const searchText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
