import { type AnyEventObject, type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'

const missing = (name: string) => new Error(`Actor "${name}" was not provided.`)

/** Holds an actor's place and types until the app, or a test, provides the real one. */
export const placeholderActor = <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(missing(name)))

/** The same for an actor that reports while it works. */
export const placeholderCallback = <Input extends NonReducibleUnknown, Received extends EventObject = AnyEventObject>(
  name: string,
) =>
  fromCallback<Received, Input>(() => {
    throw missing(name)
  })
