/** What is asked of every upload, in one piece or in several. */
import { fileSize } from '../../machines/workspace/file-size'
import { refuseOtherIdentity, type Identity } from '../auth'
import { Problem, wrongField } from '../problem'
import type { Db } from '../store/database'
import { givenName } from '../store/file-name'
import { findFileType, listFileTypes } from '../store/file-records'
import type { ProposedType } from '../store/file-type'
import type { Quota } from '../store/quota'
import type { Fields } from './form'

const LATEST_SECOND = Date.UTC(9999, 11, 31) / 1000

/** A time in seconds since 1970 that a date can hold. */
export const isSecond = (value: number) => value >= 0 && value <= LATEST_SECOND

export const noRoom = ({ limitBytes }: Quota, left: number) =>
  new Problem(
    413,
    `The project has ${fileSize(left)} of its ${fileSize(limitBytes)} left, which is not enough for this upload. ` +
      'Delete files that are no longer needed, or upload fewer.',
  )

/** Refusals that need not wait for the end of the form. */
export function refuseWhatIsWrongAlready(identity: Identity, fields: Fields) {
  refuseOtherIdentity(identity, fields)
  if (fields['folder'] === 'reports')
    throw new Problem(403, 'Files cannot be uploaded into Reports. Upload into Inputs instead.')
}

/** The name that a file is kept under. Throws a 400 that names the field where it cannot be used. */
export function fileName(field: 'files' | 'filename', given: string): string {
  const checked = givenName(given)
  if ('wrong' in checked) throw wrongField(field, checked.wrong)
  return checked.name
}

/** Which type a file gets: the one that was asked for, which has to be one, or the proposed one. */
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
