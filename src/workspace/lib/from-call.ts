import { fromPromise, type NonReducibleUnknown } from 'xstate'

/**
 * A promise actor that ignores how an aborted call ends. `useActorRef` stops its actor and starts the same one again when
 * React mounts a component twice (StrictMode, Fast Refresh); a plain `fromPromise` would then settle the restarted actor
 * with the failure of the call that was aborted.
 */
export const fromCall = <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(
  call: (scope: { input: Input; signal: AbortSignal }) => Promise<Output>,
) =>
  fromPromise<Output, Input>(async ({ input, signal }) => {
    try {
      return await call({ input, signal })
    } finally {
      if (signal.aborted) await new Promise<never>(() => {})
    }
  })
