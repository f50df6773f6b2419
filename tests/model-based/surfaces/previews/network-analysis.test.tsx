// @vitest-environment jsdom
import { useActorRef } from '@xstate/react'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'

import { networkAnalysisMachine } from '../../../../machines/previews/network-analysis.machine'
import type { NetworkFacts } from '../../../../machines/previews/network-plot.machine'
import type { NetworkCheck } from '../../../../machines/previews/network-view'
import { NetworkTabs } from '../../../../src/workspace/previews/network/network-tabs'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const facts: NetworkFacts = {
  version: 1,
  parameter: 'S',
  ports: 2,
  frequencies: Float64Array.of(1e9, 2e9, 3e9),
  references: [50, 50],
  modes: null,
  impedances: null,
  noise: [],
  pairs: null,
}
const checks: NetworkCheck[] = [
  { name: 'passivity', metric: 100, quality: 'good', worst: null, violations: 0 },
  {
    name: 'reciprocity',
    metric: 99.5,
    quality: 'acceptable',
    worst: { value: 0.012, frequency: 2.5e9, parameter: { to: 1, from: 2 } },
    violations: 1,
  },
  {
    name: 'causality',
    metric: 12,
    quality: 'poor',
    worst: { value: 33.25, frequency: 3e9, parameter: { to: 2, from: 1 } },
    violations: 2,
  },
]

const tab = (name: string) => screen.getByRole('tab', { name })
const panel = (name: string) => screen.getByRole('tabpanel', { name })

function expectOpen(name: 'Frequency' | 'Checks') {
  for (const one of ['Frequency', 'Checks']) expect(tab(one)).toHaveAttribute('aria-selected', String(one === name))
  expect(panel(name)).toBeVisible()
}

function Tabs({ machine }: { machine: typeof networkAnalysisMachine }) {
  return (
    <NetworkTabs actor={useActorRef(machine)} facts={facts}>
      The plot
    </NetworkTabs>
  )
}

const networkAnalysis: Surface<typeof networkAnalysisMachine> = {
  situations: { 'a network of two ports': {} },
  events: {
    'tab.chosen': ({ context }) => [{ tab: context.tab === 'frequency' ? 'checks' : 'frequency' }],
    'analysis.retry': [{}],
  },
  done: { analyze: [{ tab: 'checks', checks }] },
  failed: { analyze: [failure('These parameters do not exist for this network.')] },
  mount: ({ machine }) => {
    renderWorkspace(<Tabs machine={machine} />, machinesOver({}))
  },
  states: {
    plotted: () => {
      expectOpen('Frequency')
      expect(screen.getByText('The plot')).toBeVisible()
    },
    computing: async () => {
      expectOpen('Checks')
      expect(await screen.findByText('Computing...')).toBeVisible()
    },
    shown: async () => {
      expectOpen('Checks')
      const list = await screen.findByRole('list', { name: 'Checks' })
      expect(screen.getByText('The data are not consistent.', { exact: false })).toHaveTextContent(/^Fail/)
      const [passivity, reciprocity, causality] = within(list).getAllByRole('listitem')
      expect(passivity).toHaveTextContent('PassivityPass')
      expect(passivity).toHaveTextContent('100.00 % (good)Limit of “good”99.9 %Margin+0.10 %')
      expect(reciprocity).toHaveTextContent('ReciprocityMarginal')
      expect(reciprocity).toHaveTextContent('Largest difference0.012Worst at2.5 GHz, S12')
      expect(causality).toHaveTextContent('CausalityFail')
      expect(causality).toHaveTextContent('Margin−68.00 %Sharpest wrong turn33.3°Worst at3 GHz, S21')
      expect(causality).toHaveTextContent('Frequencies beyond the limit2 of 3')
    },
    failed: () => {
      expectOpen('Checks')
      expect(screen.getByRole('alert')).toHaveTextContent('These parameters do not exist for this network.')
    },
  },
  perform: {
    'tab.chosen': async (event, { user }) => {
      const target = tab(event.tab === 'checks' ? 'Checks' : 'Frequency')
      // With two tabs, either arrow key leads to the other.
      if (event.tab === 'frequency') {
        tab('Checks').focus()
        await user.keyboard('{ArrowLeft}')
        expect(target).toHaveFocus()
      } else await user.click(target)
    },
    'analysis.retry': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
  },
}

testSurface('Network analysis', networkAnalysisMachine, networkAnalysis)
