/** The part of a comparison's view that a URL contains in addition to the view of the board. */
export type AddressedComparison = {
  /** The id of the selected entry. */
  entryId: string | null
  /** The opacity of the later board in the picture, from 0 to 100. */
  share: number
}

/** The opacity at which both boards are equally visible. */
export const equalShare = 50

/**
 * The text of a comparison for a URL, as parts that follow the parts of the board's view. Empty for the initial view.
 */
export const comparisonAddressOf = ({ entryId, share }: AddressedComparison): string =>
  [
    ...(entryId === null ? [] : [`entry-${encodeURIComponent(entryId).replaceAll('*', '%2A')}`]),
    ...(share === equalShare ? [] : [`share-${share}`]),
  ].join('*')

/** Parses the text of a comparison. Parts that cannot be parsed are ignored, because users can edit URLs. */
export function comparisonIn(address: string): AddressedComparison {
  const parts = address.split('*')
  const valueOf = (name: string) => parts.find((part) => part.startsWith(`${name}-`))?.slice(name.length + 1)
  const share = valueOf('share') ?? ''
  return {
    entryId: decoded(valueOf('entry') ?? '') || null,
    share: /^\d{1,3}$/.test(share) ? Math.min(100, Number(share)) : equalShare,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
