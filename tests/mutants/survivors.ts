/**
 * Mutants that no test suite detects, as `machine id: mutation`, each with the reason. A survivor without a reason is a
 * gap in the tests.
 */
export const survivors: Record<string, string> = {
  'filePreview: opening always 2: target loading swapped for opening':
    'When it is entered again, it continues to loading, because a fallback is chosen only once.',
}
