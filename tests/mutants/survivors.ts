/** Mutants that no suite notices, each with the reason, as `machine id: what was done`. A survivor without one is a gap. */
export const survivors: Record<string, string> = {
  'filePreview: opening always 2: target loading swapped for opening':
    'Asked once more, it goes on to loading: what falls back does so only once.',
}
