/**
 * Transitions and states that no way leads to, by machine, each with the reason. A test fails for one that is walked
 * after all.
 */
export const unreachable: Record<string, Record<string, string>> = {}

/** The same of states in the running product, which a page there never rests in. */
export const unreachableInBrowser: Record<string, Record<string, string>> = {
  Session: {
    probing:
      'The started product’s provider is of the same site, so its cookie reaches the hidden frame. tests/identity has a provider of another site.',
    borrowing: 'For the same reason. tests/identity has a provider of another site.',
  },
  'Project files': {
    'loaded.list.settling':
      'An upload arrives without its record only when the last answer to it was lost. tests/model/files/files.test.ts has it.',
  },
  Upload: {
    'listing.asking':
      'Files can be chosen when the list is there. tests/e2e/transfers/uploads.test.ts drops them before.',
  },
}
