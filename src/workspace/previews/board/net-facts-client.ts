import { factsCsv, type NetFacts, shownFacts } from '../../../../machines/previews/board/net-facts'
import { netFactsMachine } from '../../../../machines/previews/board/net-facts.machine'
import { fromCall } from '../../lib/from-call'
import { readNetFacts } from '../../readers/read-net-facts'
import { saveBlob } from '../../transfers/save-file'

/**
 * Connects the machine for net facts to a worker that calculates them, and to the CSV download. When the facts are
 * requested, `contentOf` returns the board. `stackupOf` returns the file that was chosen instead of the board's own
 * stackup, or null if none was chosen.
 */
export const connectNetFacts = (
  name: string,
  contentOf: () => Blob | Promise<Blob>,
  stackupOf: (signal: AbortSignal) => Promise<{ name: string; content: Blob } | null> = () => Promise.resolve(null),
) =>
  netFactsMachine.provide({
    actors: {
      calculateFacts: fromCall<NetFacts>(async ({ signal }) => {
        const [content, stackup] = await Promise.all([contentOf(), stackupOf(signal)])
        return readNetFacts({ name, content }, stackup, signal)
      }),
    },
    actions: {
      saveCsv: ({ context: { facts, view } }) => {
        if (facts) saveBlob(new Blob([factsCsv(shownFacts(facts, view))]), `${name}-lengths.csv`)
      },
    },
  })
