import { onFirstUse } from '../../lib/on-first-use'

const byReference = onFirstUse(() => new Intl.Collator('en', { numeric: true }).compare)

/**
 * The indices of at most `limit` components whose reference or value contains a search text: first those whose
 * reference equals the text, then those whose reference starts with it, then the others, each group in natural order.
 * Empty if the search text is empty.
 */
export function findComponents(
  { references, values }: { references: string[]; values: string[] },
  query: string,
  limit: number,
): number[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  const rankOf = (index: number) => {
    const reference = (references[index] ?? '').toLowerCase()
    if (reference === wanted) return 0
    if (reference.startsWith(wanted)) return 1
    return reference.includes(wanted) || (values[index] ?? '').toLowerCase().includes(wanted) ? 2 : null
  }
  return references
    .flatMap((reference, index) => {
      const rank = rankOf(index)
      return rank === null ? [] : [{ index, rank, reference }]
    })
    .toSorted((a, b) => a.rank - b.rank || byReference()(a.reference, b.reference))
    .slice(0, limit)
    .map(({ index }) => index)
}
