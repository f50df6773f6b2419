/**
 * XState for the machines under mutation: one machine is created with a fault, whose number the test run fills in here.
 */
import { setup as plainSetup } from 'xstate'

import { type Implementations, mutationsOf } from './mutations'

export * from 'xstate'

type Wanted = { id: string; number: number }
const wanted = null as Wanted | null

type Definition = Parameters<typeof mutationsOf>[0]
type Given = Parameters<typeof plainSetup>[0]
type Made = { createMachine: (definition: never) => unknown }

export const setup = (given: Given) => {
  const made: Made = plainSetup(given)
  const createMachine = (definition: Definition) => {
    if (!wanted || definition['id'] !== wanted.id) return made.createMachine(definition as never)
    const { actions, delays } = given as Implementations
    const mutation = mutationsOf(definition, { actions: { ...actions }, delays: { ...delays } })[wanted.number]
    if (!mutation) throw new Error(`${wanted.id} has no mutant ${wanted.number}.`)
    const faulty = mutation.make()
    const givenWithFault: object = { ...(given as object), ...faulty.implementations }
    const withFault: Made = plainSetup(givenWithFault)
    return withFault.createMachine(faulty.definition as never)
  }
  return { ...made, createMachine }
}
