/** A search parameter as text, even if the router has parsed it as a number. Empty for any other value. */
export const searchText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
