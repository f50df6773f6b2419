// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { NetFacts } from '../../../machines/previews/board/net-facts'
import { netFactsMachine } from '../../../machines/previews/board/net-facts.machine'
import { NetFactsContext, RowFacts } from '../../../src/workspace/wizard/rows/row-facts'
import { factsRow } from '../../model/samples'
import { renderPage } from '../site/render-page'

const facts: NetFacts = {
  rows: [
    factsRow('pair', 'D0', ['D0_P', 'D0_N'], {
      ...{ length: 41.2, layers: [{ name: 'F.Cu', length: 82.4 }], skew: { length: 0.07, time: 0.4 } },
      outliers: ['The skew exceeds 2 ps (a guide).'],
    }),
  ],
  remarks: [],
  formulas: [],
}

/** Shows the facts of a row, and counts how often they are calculated. */
async function show(nets: string[], calculated: () => Promise<NetFacts>) {
  let calls = 0
  const actor = createActor(
    netFactsMachine.provide({
      actors: {
        calculateFacts: fromPromise(() => {
          calls += 1
          return calculated()
        }),
      },
    }),
  ).start()
  const row = <RowFacts nets={nets} />
  await renderPage(
    <NetFactsContext value={actor}>
      {row}
      {row}
    </NetFactsContext>,
  )
  return () => calls
}

test('the facts of the nets of a row, calculated once for all rows', async () => {
  const calls = await show(['D0_P', 'D0_N'], async () => facts)
  const [outliers] = await screen.findAllByRole('list', { name: 'Outside the usual budget' })
  expect(within(outliers as HTMLElement).getByText('D0: The skew exceeds 2 ps (a guide).')).toBeVisible()
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(terms.slice(0, 3)).toEqual(['Length', 'Skew within pairs', 'Layers'])
  expect(screen.getAllByText('0.07 mm, 0.4 ps (estimate)')).toHaveLength(2)
  expect(calls()).toBe(1)
})

test('facts are being calculated, or could not be, and are calculated again on request', async () => {
  let fail: (reason: Error) => void = () => {}
  let isBroken = true
  const calls = await show(['D0_P', 'D0_N'], () =>
    isBroken ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(facts),
  )
  expect(screen.getAllByText('Calculating length and skew...')).toHaveLength(2)
  fail(new Error('The file is not a board.'))
  expect(await screen.findAllByText(/^Length and skew are not available: The file is not a board\./)).toHaveLength(2)
  isBroken = false
  const [retry] = screen.getAllByRole('button', { name: 'Retry' })
  await userEvent.click(retry as HTMLElement)
  expect(await screen.findAllByText('Skew within pairs')).toHaveLength(2)
  expect(calls()).toBe(2)
})

test('a row without nets has no facts, and they are not calculated for it', async () => {
  const calls = await show([], async () => facts)
  expect(screen.queryByText(/facts/)).toBeNull()
  expect(calls()).toBe(0)
})
