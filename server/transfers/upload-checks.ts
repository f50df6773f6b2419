/** Checks for form uploads and resumable uploads. */
import { fileSize } from '../../machines/lib/file-size'
import { MAX_PROJECT_FILES, MAX_UNFINISHED } from '../../machines/transfers/upload-limits'
import { refuseOtherIdentity, type Identity } from '../auth/bearer-token'
import { Problem, wrongField } from '../http/problem'
import type { Db } from '../database/database'
import { givenName } from '../files/file-name'
import { findFileType, listFileTypes } from '../files/file-records'
import { OverQuota, type Space } from '../storage/received-content'
import type { ProposedType } from '../files/file-type'
import { type NameTaken, TooManyFiles } from '../files/store-files'
import { MAX_REVISIONS, TooManyRevisions } from '../files/revisions'
import type { TooManyWaiting } from './unfinished-uploads'
import type { Fields } from '../http/form'

const LATEST_SECOND = Date.UTC(9999, 11, 31) / 1000

/** Whether the value is a valid time in seconds since 1970. */
export const isSecond = (value: number) => value >= 0 && value <= LATEST_SECOND

export const notEnoughSpace = ({ left, limitBytes }: Space) =>
  new Problem(
    413,
    `The project has ${fileSize(left)} of its ${fileSize(limitBytes)} left, which is not enough for this upload. ` +
      'Delete files that are no longer needed, or upload fewer files.',
  )

/** The error for too many files in a project that has room for `left` more. */
export const tooManyFiles = (left: number) =>
  new Problem(
    413,
    `A project can have at most ${MAX_PROJECT_FILES.toLocaleString('en-US')} files, and this one has room for ${left} more. ` +
      'Nothing was stored. Delete files that are no longer needed, or upload fewer files.',
  )

const tooManyRevisions = ({ fileName: name }: TooManyRevisions) =>
  new Problem(
    413,
    `“${name}” has ${MAX_REVISIONS} earlier revisions, which is the maximum. Delete revisions that are no longer needed, ` +
      'or keep both files.',
  )

/** The error for too many unfinished uploads of this user, of the project, or of all users. */
export function tooManyUnfinished({ whose }: TooManyWaiting): Problem {
  const retryLater = { headers: { 'retry-after': '600' } }
  if (whose === 'own')
    return new Problem(
      429,
      `You have ${MAX_UNFINISHED.own} unfinished uploads. Finish or cancel some of them, then try again.`,
      retryLater,
    )
  return whose === 'project'
    ? new Problem(
        429,
        `This project’s members have ${MAX_UNFINISHED.project} unfinished uploads. Please try again in ten minutes.`,
        retryLater,
      )
    : new Problem(503, 'Too many uploads are unfinished at the moment. Please try again in ten minutes.', retryLater)
}

/**
 * Converts errors about exceeded limits to Problems and returns other errors unchanged. `space` is what was left before
 * the upload, for errors that do not contain it.
 */
export function refusalOf(error: unknown, space: Space | null = null): unknown {
  if (error instanceof TooManyRevisions) return tooManyRevisions(error)
  const known = (error instanceof OverQuota && error.space) || space
  if (error instanceof OverQuota && known) return notEnoughSpace(known)
  return error instanceof TooManyFiles ? tooManyFiles(error.left) : error
}

/** Refuses fields that name another user or the folder Reports. This does not need to wait for the end of a form. */
export function refuseInvalidFields(identity: Identity, fields: Fields) {
  refuseOtherIdentity(identity, fields)
  if (fields['folder'] === 'reports')
    throw new Problem(403, 'Files cannot be uploaded to Reports. Upload them to Inputs instead.')
}

/** Returns the name to store. Throws a 400 that names the field if the name is invalid. */
export function fileName(field: 'files' | 'filename', given: string): string {
  const checked = givenName(given)
  if ('wrong' in checked) throw wrongField(field, checked.wrong)
  return checked.name
}

/** How much of a file had been received when its name was found to be in use. */
type Stage = 'before' | 'waiting' | 'whole'

const keptOf: Record<Stage, string> = {
  before: 'Nothing was uploaded.',
  waiting: 'The received part is kept for one day.',
  whole: 'None of this upload was kept.',
}

/** The error for a name that is in use. It names a field, which distinguishes it from a 409 of the tus protocol. */
export function nameTaken(field: 'files' | 'filename', { fileName: name, by }: NameTaken, stage: Stage) {
  const message =
    by === 'kept'
      ? `A file named “${name}” is already in Inputs. ${keptOf[stage]} Choose another name, or upload your file as a new revision of that one.`
      : `Two of these files are named “${name}”. ${keptOf[stage]} Rename one of them and upload them again.`
  return new Problem(409, message, { errors: [{ field, message }] })
}

/** Returns a function that determines a file's type: the requested type, which must exist, or the proposed one. */
export async function typesFor(db: Db, asked: string | undefined) {
  const known = await listFileTypes(db)
  if (asked !== undefined) {
    const type = await findFileType(db, asked)
    if (!type) throw wrongField('ftype', `ftype must be one of ${known.map(({ name }) => name).join(', ')}.`)
    return () => type
  }
  const byName = new Map(known.map((type) => [type.name, type]))
  return (proposed: ProposedType) => {
    const type = byName.get(proposed) ?? byName.get('other')
    if (!type) throw new Error(`There is no file type ${proposed}.`)
    return type
  }
}
