import { Problem } from '../http/problem'
import type { HiddenFull } from './pinned-files'

/** The error for a file that cannot be deleted because unpaid requests already keep too many deleted files. */
export const hiddenFull = ({ fileName }: HiddenFull) =>
  new Problem(
    409,
    `“${fileName}” cannot be deleted now: an unpaid simulation request needs it, and the storage for ` +
      'deleted files that are kept for unpaid requests is full. Nothing was changed. Pay or cancel unpaid requests of this project, ' +
      'then try again.',
  )
