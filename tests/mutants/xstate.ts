/** XState for the machines under mutation: one machine is created with the fault that MUTANT names as `id:number`. */
import { setup as plainSetup } from 'xstate'

import { mutationsOf } from './mutations'

export * from 'xstate'

const [wanted, number] = (process.env['MUTANT'] ?? '').split(':')

type Definition = Parameters<typeof mutationsOf>[0]
type Made = { createMachine: (definition: never) => unknown }

const faulty = (definition: Definition): Definition => {
  if (definition['id'] !== wanted) return definition
  const mutation = mutationsOf(definition)[Number(number)]
  if (!mutation) throw new Error(`${wanted} has no mutant ${number}.`)
  return mutation.make()
}

export const setup = (given: Parameters<typeof plainSetup>[0]) => {
  const made: Made = plainSetup(given)
  return { ...made, createMachine: (definition: Definition) => made.createMachine(faulty(definition) as never) }
}
