import { calls } from './calls'
import { constants } from './constants'
import { decisions } from './decisions'
import { entities } from './entities'
import { errors } from './errors'
import { roles, validation } from './permissions'
import type { Row } from './row'
import { purpose, screens } from './screens'
import { states } from './states'

/** Every required text, constant, key, call, error, route and rule, in the order of the specification. */
export const rows: Row[] = [
  ...purpose,
  ...screens,
  ...entities,
  ...states,
  ...validation,
  ...roles,
  ...calls,
  ...errors,
  ...constants,
  ...decisions,
]
