import { type AnyEventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'

const missing = (name: string) => new Error(`Actor "${name}" was not provided.`)

/** Holds an actor's place and types until the app, or a test, provides the real one. */
export const notProvided = <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(missing(name)))

/** The same for an actor that reports while it works. */
export const notProvidedCallback = <Input extends NonReducibleUnknown>(name: string) =>
  fromCallback<AnyEventObject, Input>(() => {
    throw missing(name)
  })
