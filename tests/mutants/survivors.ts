/**
 * Mutants that no test suite detects, as `machine id: mutation`, each with the reason. A survivor without a reason is a
 * gap in the tests.
 */
export const survivors: Record<string, string> = {
  'filePreview: opening always 2: target loading swapped for opening':
    'Asked once more, it goes on to loading: what falls back does so only once.',
}
