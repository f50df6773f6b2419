// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { type FactsRow, type NetFacts } from '../../../../../machines/previews/board/net-facts'
import { netFactsMachine } from '../../../../../machines/previews/board/net-facts.machine'
import { NetFactsView } from '../../../../../src/workspace/previews/board/net-facts-view'
import { factsRow } from '../../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

const net = factsRow('net', 'SLOW', ['SLOW'], {
  length: 16.511,
  layers: [
    { name: 'F.Cu', length: 5 },
    { name: 'B.Cu', length: 10 },
  ],
  vias: 1,
  layerChanges: 1,
  widths: [0.2],
})

const pair: FactsRow = {
  ...net,
  kind: 'pair',
  name: 'CSI_D0',
  of: 'MIPI D-PHY',
  nets: ['CSI_D0_P', 'CSI_D0_N'],
  length: 44.2,
  layers: [{ name: 'F.Cu', length: 44.2 }],
  gap: 0.16,
  coupled: 40,
  skew: { length: 0.0561, time: 2.32 },
  delay: 255,
  referenced: 0.972,
  impedance: {
    ...{ ohms: 108.2, line: 'edge-coupled coated microstrip', layer: 'F.Cu', width: 0.13, isDifferential: true },
    outside: ['gap / height is 0.05, below 0.1'],
  },
  budget: 'MIPI D-PHY: at most 2 ps of skew within pairs (AMD UG863)',
  outliers: ['The skew exceeds 2 ps (AMD UG863).'],
}

const facts: NetFacts = { rows: [pair, net], remarks: ['Something is not known.'], formulas: [] }

const texts = {
  CSI_D0: [
    'CSI_D0pair, MIPI D-PHYThe skew exceeds 2 ps (AMD UG863).',
    '44.20 mmmean of both netsF.Cu 44.20 mm',
    '0.06 mm, 2.3 pswithin the pair40.00 mm coupled with a gap of 0.16 mm',
    '255 ps',
    '11 layer change',
    '97%',
    '108 Ω differential (estimate)edge-coupled coated microstrip, 0.13 mm wide on F.Cu; outside the formula’s range: gap / height is 0.05, below 0.1',
  ],
  SLOW: ['SLOWnet', '16.51 mmF.Cu 5.00 mmB.Cu 10.00 mmVias 1.51 mm', '–', '–', '11 layer change', '–', '–'],
}

/** The rows that the view should show, determined independently of the code that selects them. */
function expectedRows({ context: { view } }: SnapshotFrom<typeof netFactsMachine>): (keyof typeof texts)[] {
  const isUpwards = view.column === 'length' && !view.isDescending
  const all = isUpwards ? (['SLOW', 'CSI_D0'] as const) : (['CSI_D0', 'SLOW'] as const)
  return all.filter(
    (name) =>
      (name === 'CSI_D0' || !view.isOutliersOnly) &&
      (name === 'CSI_D0' || view.query === '') &&
      (name === 'CSI_D0' || view.kind === null) &&
      (name === 'CSI_D0' || view.highlighted.length === 0 || !view.isHighlightedOnly),
  )
}

function View({ machine, own }: { machine: typeof netFactsMachine; own: string[] }) {
  const actor = useActorRef(machine, { input: { highlighted: own } })
  return (
    <>
      <button type="button" onClick={() => actor.send({ type: 'highlighted.changed', nets: pair.nets })}>
        Highlight CSI_D0
      </button>
      <button type="button" onClick={() => actor.send({ type: 'facts.requested' })}>
        Lengths and skew
      </button>
      <NetFactsView actor={actor} onShow={() => {}} />
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

const netFacts: Surface<typeof netFactsMachine> = {
  situations: { 'a board': {}, 'a board with the nets of a report': { input: { highlighted: pair.nets } } },
  events: {
    'facts.requested': [{}],
    'facts.retry': [{}],
    'sort.chosen': [{ column: 'length' }],
    'query.changed': ({ context }) => (context.view.query === '' ? [{ query: 'mipi' }] : []),
    'kind.chosen': ({ context }) => [{ shown: context.view.kind === null ? 'pair' : null }],
    'outliers.toggled': [{}],
    'highlighted.changed': ({ context }) => (context.view.highlighted.length === 0 ? [{ nets: pair.nets }] : []),
    'highlighted.toggled': ({ context }) => (context.view.highlighted.length > 0 ? [{}] : []),
    'csv.requested': [{}],
  },
  done: { calculateFacts: [facts] },
  failed: { calculateFacts: [failure('The board is larger than 256 MB, the limit for reading in the browser.')] },
  mount: ({ machine, input }) => {
    renderWorkspace(<View machine={machine} own={input?.highlighted ?? []} />, machinesOver({}))
  },
  states: {
    idle: () => void expect(button('Lengths and skew')).toBeVisible(),
    calculating: async () => void expect(await screen.findByText('Calculating lengths and skew...')).toBeVisible(),
    known: async (_, snapshot) => {
      const table = await screen.findByRole('table')
      const [head, ...rows] = within(table).getAllByRole('row')
      const cells = rows.map((row) => Array.from(row.children, (cell) => cell.textContent))
      const expected = expectedRows(snapshot)
      expect(cells).toEqual(expected.map((name) => texts[name]))
      expect(screen.getByRole('status')).toHaveTextContent(
        expected.length === 2
          ? /^2 rows\./
          : `${expected.length} of 2 rows ${expected.length === 1 ? 'matches' : 'match'} the filters.`,
      )
      expect(screen.getByText('Something is not known.')).toBeVisible()
      const { highlighted, isHighlightedOnly } = snapshot.context.view
      const ofHighlighted = screen.queryByRole('button', { name: 'Highlighted nets only' })
      if (highlighted.length === 0) expect(ofHighlighted).toBeNull()
      else expect(ofHighlighted).toHaveAttribute('aria-pressed', String(isHighlightedOnly))
      const { column, isDescending } = snapshot.context.view
      const length = within(head!).getByRole('columnheader', { name: 'Length' })
      if (column === null) expect(length).not.toHaveAttribute('aria-sort')
      else expect(length).toHaveAttribute('aria-sort', isDescending ? 'descending' : 'ascending')
    },
    failed: () =>
      void expect(screen.getByRole('alert')).toHaveTextContent(
        'The board is larger than 256 MB, the limit for reading in the browser.',
      ),
  },
  perform: {
    'facts.requested': async (_, { user }) => user.click(button('Lengths and skew')),
    'facts.retry': async (_, { user }) => user.click(button('Retry')),
    'sort.chosen': async (_, { user }) => user.click(button('Length')),
    'query.changed': async (event, { user }) => user.type(screen.getByRole('searchbox', { name: 'Find' }), event.query),
    'kind.chosen': async (event, { user }) =>
      user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), event.shown === null ? 'All' : 'Pairs'),
    'outliers.toggled': async (_, { user }) => user.click(button('Outside the budget only')),
    'highlighted.changed': async (_, { user }) => user.click(button('Highlight CSI_D0')),
    'highlighted.toggled': async (_, { user }) => user.click(button('Highlighted nets only')),
    'csv.requested': async (_, { user }) => user.click(button('Download as CSV')),
  },
}

testSurface('Net facts', netFactsMachine, netFacts)
