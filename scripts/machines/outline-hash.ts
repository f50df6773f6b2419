import { createHash } from 'node:crypto'
import type { AnyStateMachine } from 'xstate'

import { outlineOf } from '../../src/inspector/states'

/** Changes with the states and transitions of a machine. */
export const outlineHash = (machine: AnyStateMachine) =>
  createHash('sha256')
    .update(JSON.stringify(outlineOf(machine)))
    .digest('hex')
    .slice(0, 16)
