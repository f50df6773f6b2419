/**
 * Mutants that no test suite detects, as `machine id: mutation`, each with the reason. A survivor without a reason is a
 * gap in the tests.
 */
export const survivors: Record<string, string> = {
  'filePreview: opening always 2: target loading swapped for opening':
    'Asked once more, it goes on to loading: what falls back does so only once.',
  'networkAnalysis: machine tab.chosen 1: target .plotted swapped for .opening':
    'opening goes on to plotted for this tab.',
  'networkAnalysis: machine tab.chosen 2: target .computing swapped for .opening':
    'opening goes on to computing for every other tab.',
  'networkAnalysis: machine setting.changed: target .computing swapped for .opening':
    'Only tabs that are computed have settings, and opening goes on to computing for them.',
  'networkAnalysis: failed analysis.retry: target computing swapped for opening':
    'Only tabs that are computed can fail, and opening goes on to computing for them.',
}
