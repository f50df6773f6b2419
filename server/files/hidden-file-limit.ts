import { Problem } from '../http/problem'
import type { HiddenFull } from './pinned-files'

/** The error for a deletion or replacement that is refused. */
export const hiddenFull = (status: 409 | 413, { fileName }: HiddenFull) =>
  new Problem(
    status,
    `"${fileName}" cannot be deleted or replaced now: an unpaid simulation request needs it, and the limit for ` +
      'deleted files that unpaid requests need has been reached. Nothing was changed. Pay or cancel unpaid requests of this project, ' +
      'then try again.',
  )
