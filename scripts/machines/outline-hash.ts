import { createHash } from 'node:crypto'
import type { AnyStateMachine } from 'xstate'

import { outlineOf } from '../../src/inspector/states'

/** A hash that changes when a machine's states or transitions change. */
export const outlineHash = (machine: AnyStateMachine) =>
  createHash('sha256')
    .update(JSON.stringify(outlineOf(machine)))
    .digest('hex')
    .slice(0, 16)
