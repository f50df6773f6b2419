import { fromPromise, type NonReducibleUnknown } from 'xstate'

/**
 * Creates a promise actor that ignores the outcome of aborted calls. When React mounts a component twice (StrictMode,
 * Fast Refresh), `useActorRef` stops its actor and restarts the same one. With a plain `fromPromise`, the rejection of
 * the aborted call would settle the restarted actor.
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
