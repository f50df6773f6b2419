import { contentViewMachine, type Reading } from '../../../machines/previews/content-view.machine'
import { fromCall } from '../lib/from-call'

/** The machine of a preview whose file is read by `read`. */
export const contentReader = (read: (reading: Reading, signal: AbortSignal) => Promise<unknown>) =>
  contentViewMachine.provide({
    actors: { readContent: fromCall<unknown, Reading>(({ input, signal }) => read(input, signal)) },
  })
