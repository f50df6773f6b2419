import { contentViewMachine, type Reading } from '../../../machines/previews/content-view.machine'
import { fromCall } from '../lib/from-call'

/** Returns the machine of a preview that reads its file with `read`. */
export const contentReader = (read: (reading: Reading, signal: AbortSignal) => Promise<unknown>) =>
  contentViewMachine.provide({
    actors: { readContent: fromCall<unknown, Reading>(({ input, signal }) => read(input, signal)) },
  })
