import { factsCsv, type NetFacts, shownFacts } from '../../../../machines/previews/board/net-facts'
import { netFactsMachine } from '../../../../machines/previews/board/net-facts.machine'
import { fromCall } from '../../lib/from-call'
import { readNetFacts } from '../../readers/read-net-facts'
import { saveBlob } from '../../transfers/save-file'

/**
 * Connects the machine for net facts to a worker that calculates them, and to the CSV download. `contentOf` is called
 * when the facts are requested.
 */
export const connectNetFacts = (name: string, contentOf: () => Blob | Promise<Blob>) =>
  netFactsMachine.provide({
    actors: { calculateFacts: fromCall<NetFacts>(async ({ signal }) => readNetFacts(name, await contentOf(), signal)) },
    actions: {
      saveCsv: ({ context: { facts, view } }) => {
        if (facts) saveBlob(new Blob([factsCsv(shownFacts(facts, view))]), `${name}-facts.csv`)
      },
    },
  })
