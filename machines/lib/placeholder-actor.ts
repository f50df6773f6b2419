import { type AnyEventObject, type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'

const missing = (name: string) => new Error(`Actor "${name}" was not provided.`)

/** A placeholder that specifies an actor's name and types until the app or a test provides the implementation. */
export const placeholderActor = <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(missing(name)))

/** Like `placeholderActor`, for a callback actor that sends events while it runs. */
export const placeholderCallback = <Input extends NonReducibleUnknown, Received extends EventObject = AnyEventObject>(
  name: string,
) =>
  fromCallback<Received, Input>(() => {
    throw missing(name)
  })
