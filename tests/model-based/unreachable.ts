/**
 * Transitions and states that no path reaches, by machine, each with the reason. A test fails if one of them is
 * reached.
 */
export const unreachable: Record<string, Record<string, string>> = {}

/** States that a page never rests in when the product is running. */
export const unreachableInBrowser: Record<string, Record<string, string>> = {
  Session: {
    probing:
      'The started product’s provider is of the same site, so its cookie reaches the hidden frame. tests/identity has a provider of another site.',
    borrowing: 'For the same reason. tests/identity has a provider of another site.',
  },
  Conversation: {
    'shown.resting.outdated':
      'No update fails during a path. tests/model/requests/conversation-updates.test.ts has one that fails.',
  },
  'Delete project': {
    lost: 'Nobody else changes the project during a path. tests/views/projects/lost-project.test.tsx deletes it.',
  },
  'Project files': {
    'loaded.list.settling':
      'An upload arrives without its record only when the last answer to it was lost. tests/model/files/files.test.ts has it.',
  },
  'Simulation request': {
    'files.creatingProject':
      'The paths begin with a project. tests/e2e/wizard/request-upload.test.ts begins with a file.',
    'files.creationFailed': 'For the same reason. tests/model/wizard/simulation-request.test.ts has a failed creation.',
  },
  'Upload of a file': {
    interrupted:
      'The file that a path selects is in memory, so it cannot change on disk. tests/e2e/transfers/uploads.test.ts changes one.',
  },
}
