/**
 * The text in a URL that requests the comparison of a file with its previous revision, or with another file if it has
 * no previous revision.
 */
export const withPrevious = 'previous'

/**
 * The ids of two compared files as they appear in the URL: the earlier one, then the later one unless it is the file
 * that the URL already refers to.
 */
export const comparedText = (before: string, after: string, fileId: string) =>
  after === fileId ? before : `${before}.${after}`

/**
 * The two files that a URL compares. `choices` are the revisions of the file, newest first, then other files. `before`
 * is null if there is no other revision or file to compare with.
 */
export function comparedPair(
  text: string,
  fileId: string,
  choices: { id: string }[],
): { before: string | null; after: string } {
  const [before = '', after = fileId] = text.split('.')
  if (before !== withPrevious) return { before, after }
  const at = choices.findIndex(({ id }) => id === fileId)
  return { before: (choices[at + 1] ?? choices.find(({ id }) => id !== fileId))?.id ?? null, after: fileId }
}
