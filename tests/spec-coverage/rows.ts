import { calls } from './calls'
import { constants } from './constants'
import { decisions } from './decisions'
import { entities } from './entities'
import { errors } from './errors'
import { roles, validation } from './permissions'
import { purpose, screens } from './screens'
import { states } from './states'

/** Every required text, constant, key, call, error, route and rule, by section of the specification. */
const sections = {
  1: purpose,
  2: screens,
  3: entities,
  4: states,
  5: validation,
  6: roles,
  7: calls,
  8: errors,
  9: constants,
  decisions,
}

type Sections = typeof sections

/** `<section>-<id in its table>` */
export type RowId = { [S in keyof Sections]: `${S}-${keyof Sections[S] & string}` }[keyof Sections]

export const rows = Object.entries(sections).flatMap(([section, table]) =>
  Object.entries(table).map(([id, [kind, what]]) => ({ id: `${section}-${id}` as RowId, kind, what })),
)

/** The rows that no test covers yet. */
export const open: RowId[] = []
