/** A number with the word for what it counts, as in "1 text" and "2,000 texts". */
export const counted = (count: number, what: string, several = `${what}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? what : several}`

/** The first ten names with their counts, as in "r10 (2 times), s5 (1 time) and 3 more". */
export function countedNames(counts: ReadonlyMap<string, number>): string {
  const names = [...counts].slice(0, 10).map(([name, count]) => `${name} (${counted(count, 'time')})`)
  const more = counts.size - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
