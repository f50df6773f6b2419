import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { firstFactsView, type NetFacts, shownFacts } from '../../../../machines/previews/board/net-facts'
import {
  factsFailureOf,
  factsViewOf,
  netFactsMachine,
  netFactsOf,
} from '../../../../machines/previews/board/net-facts.machine'
import { factsRow } from '../../samples'

const facts: NetFacts = { rows: [], remarks: ['No stackup.'], formulas: [] }

/** Starts the machine with the results of the calculations, in order. Counts calculations and saved files. */
function start(...results: (NetFacts | Error)[]) {
  const count = { calculations: 0, saved: 0 }
  const actor = createActor(
    netFactsMachine.provide({
      actors: {
        calculateFacts: fromPromise(async () => {
          const result = results[count.calculations]
          count.calculations += 1
          if (!result || result instanceof Error) throw result ?? new Error('There is no further result.')
          return result
        }),
      },
      actions: { saveCsv: () => void (count.saved += 1) },
    }),
  ).start()
  return { actor, count }
}

const settled = (actor: ReturnType<typeof start>['actor']) => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'))

test('the facts are calculated once, on the first request', async () => {
  const { actor, count } = start(facts)
  expect(count.calculations).toBe(0)
  actor.send({ type: 'facts.requested' })
  actor.send({ type: 'facts.requested' })
  expect(netFactsOf(await settled(actor))).toEqual(facts)
  actor.send({ type: 'facts.requested' })
  actor.send({ type: 'facts.retry' })
  expect(count.calculations).toBe(1)
})

test('a failed calculation is explained, and can be repeated', async () => {
  const { actor } = start(new Error('The board has no nets.'), new Error(''), facts)
  actor.send({ type: 'facts.requested' })
  expect(factsFailureOf(await settled(actor))).toBe('The board has no nets.')
  actor.send({ type: 'facts.retry' })
  expect(factsFailureOf(actor.getSnapshot())).toBeNull()
  expect(factsFailureOf(await settled(actor))).toBe('Lengths and skew could not be calculated.')
  actor.send({ type: 'facts.retry' })
  expect(netFactsOf(await settled(actor))).toEqual(facts)
})

test('the view of known facts is sorted, filtered by words, kind and outliers, and saved', async () => {
  const { actor, count } = start(facts)
  actor.send({ type: 'query.changed', query: 'too early' })
  actor.send({ type: 'facts.requested' })
  await settled(actor)
  expect(factsViewOf(actor.getSnapshot()).query).toBe('')
  actor.send({ type: 'sort.chosen', column: 'skew' })
  actor.send({ type: 'sort.chosen', column: 'skew' })
  actor.send({ type: 'query.changed', query: 'CLK' })
  actor.send({ type: 'kind.chosen', shown: 'pair' })
  actor.send({ type: 'outliers.toggled' })
  expect(factsViewOf(actor.getSnapshot())).toEqual({
    column: 'skew',
    isDescending: true,
    query: 'CLK',
    kind: 'pair',
    isOutliersOnly: true,
    highlighted: [],
    isHighlightedOnly: true,
  })
  actor.send({ type: 'outliers.toggled' })
  actor.send({ type: 'kind.chosen', shown: null })
  expect(factsViewOf(actor.getSnapshot())).toMatchObject({ kind: null, isOutliersOnly: false })
  expect(count.saved).toBe(0)
  actor.send({ type: 'csv.requested' })
  expect(count.saved).toBe(1)
})

test('the facts of the given nets are listed first, and those of other nets after a choice', async () => {
  const rows = [
    factsRow('interface', 'CSI', ['A_P', 'A_N', 'B_P', 'B_N']),
    factsRow('pair', 'A', ['A_P', 'A_N']),
    factsRow('net', 'A_P', ['A_P']),
    factsRow('net', 'B_P', ['B_P']),
  ]
  const names = (highlighted: string[], isHighlightedOnly = true) =>
    shownFacts({ rows, remarks: [], formulas: [] }, { ...firstFactsView, highlighted, isHighlightedOnly }).map(
      ({ name }) => name,
    )
  // The facts of the interface are also about B, whose nets are not highlighted.
  expect(names(['A_P', 'A_N'])).toEqual(['A', 'A_P'])
  expect(names(['A_P', 'A_N', 'B_P', 'B_N'])).toEqual(['CSI', 'A', 'A_P', 'B_P'])
  expect(names(['A_P', 'A_N'], false)).toHaveLength(4)
  expect(names([])).toHaveLength(4)

  const actor = createActor(netFactsMachine.provide({ actors: { calculateFacts: fromPromise(async () => facts) } }), {
    input: { highlighted: ['A_P'] },
  }).start()
  actor.send({ type: 'facts.requested' })
  await settled(actor)
  actor.send({ type: 'highlighted.toggled' })
  expect(factsViewOf(actor.getSnapshot())).toMatchObject({ highlighted: ['A_P'], isHighlightedOnly: false })
  // Another row is highlighted.
  actor.send({ type: 'highlighted.changed', nets: ['B_P'] })
  expect(factsViewOf(actor.getSnapshot())).toMatchObject({ highlighted: ['B_P'], isHighlightedOnly: true })
})
