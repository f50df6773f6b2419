import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../machines/catalogue'

const byId = new Map((Object.values(catalogue) as AnyStateMachine[]).map((machine) => [machine.id, machine]))

/** The machine with this id. Throws an error if there is none. */
export function machineOf(id: string): AnyStateMachine {
  const machine = byId.get(id)
  if (!machine) throw new Error(`There is no machine with the id ${id}.`)
  return machine
}
