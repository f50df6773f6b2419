// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import type { ImpedanceProfile } from '../../../../machines/previews/impedance-profile'
import { networkAnalysisMachine } from '../../../../machines/previews/network-analysis.machine'
import type { NetworkFacts } from '../../../../machines/previews/network-plot.machine'
import type { NetworkCheck } from '../../../../machines/previews/network-view'
import { NetworkTabs } from '../../../../src/workspace/previews/network/network-tabs'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

// jsdom draws nothing, and the plot library needs a canvas. What the picture shows is in its description.
vi.mock(import('../../../../src/workspace/previews/network/line-plot'), () => ({
  LinePlot: ({ description }: { description: string }) => <div role="img" aria-label={description} />,
}))

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
  { name: 'passivity', metric: 100, quality: 'good', limit: 99.9, worst: null, violations: 0 },
  {
    name: 'reciprocity',
    metric: 99.5,
    quality: 'acceptable',
    limit: 99.9,
    worst: { value: 0.012, frequency: 2.5e9, parameter: { to: 1, from: 2 } },
    violations: 1,
  },
  {
    name: 'causality',
    metric: 12,
    quality: 'poor',
    limit: 80,
    worst: { value: 33.25, frequency: 3e9, parameter: { to: 2, from: 1 } },
    violations: 2,
  },
]

/** A line of 50 ohms with 57 ohms in the middle: above the limit of 55, but below that of a failure. */
const profile: ImpedanceProfile = {
  port: 1,
  reference: 50,
  times: Float64Array.of(-10e-12, 0, 100e-12, 200e-12, 300e-12),
  impedance: Float64Array.of(90, 49, 57, 50, 20),
  through: { port: 2, delay: 100e-12 },
}
const summary =
  'The impedance is 49.0 to 57.0 Ω; the limits are 45 to 55 Ω. It deviates most at 100 ps, 7.5 mm from port 1.'

const names = { frequency: 'Frequency', time: 'Time', checks: 'Checks' }
const tab = (name: string) => screen.getByRole('tab', { name })
const panel = (name: string) => screen.getByRole('tabpanel', { name })

function expectOpen({ context }: SnapshotFrom<typeof networkAnalysisMachine>) {
  const name = names[context.tab]
  for (const one of Object.values(names)) expect(tab(one)).toHaveAttribute('aria-selected', String(one === name))
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
    'tab.chosen': [{ tab: 'frequency' }, { tab: 'time' }, { tab: 'checks' }],
    'setting.changed': ({ context }) =>
      context.tab === 'time' && context.shown && !context.failure
        ? [{ change: { port: context.time.port === 1 ? 2 : 1 } }]
        : [],
    'analysis.retry': [{}],
  },
  done: {
    analyze: ({ context }) => [context.tab === 'time' ? { tab: 'time', profile } : { tab: 'checks', checks }],
  },
  failed: { analyze: [failure('These parameters do not exist for this network.')] },
  mount: ({ machine }) => {
    renderWorkspace(<Tabs machine={machine} />, machinesOver({}))
  },
  states: {
    plotted: (_, snapshot) => {
      expectOpen(snapshot)
      expect(screen.getByText('The plot')).toBeVisible()
    },
    computing: async (_, snapshot) => {
      expectOpen(snapshot)
      // A changed setting leaves what it changes on the page.
      if (snapshot.context.shown) expect(await screen.findByRole('img')).toBeVisible()
      else expect(await screen.findByText('Computing...')).toBeVisible()
    },
    shown: async (_, snapshot) => {
      expectOpen(snapshot)
      if (snapshot.context.tab === 'time') {
        expect(await screen.findByText(summary)).toHaveTextContent(/^Marginal/)
        expect(screen.getByRole('img', { name: `Impedance over time at port 1. ${summary}` })).toBeVisible()
        expect(screen.getByRole('combobox', { name: 'Port' })).toHaveValue(String(snapshot.context.time.port))
        const cursor = screen.getByRole('slider')
        fireEvent.change(cursor, { target: { value: '3' } })
        expect(cursor).toHaveAttribute('aria-valuetext', '200 ps, 15.0 mm from port 1')
        expect(screen.getByRole('status')).toHaveTextContent('50.00 Ω')
        return
      }
      const list = await screen.findByRole('list', { name: 'Checks' })
      expect(screen.getByText('The data are inconsistent.', { exact: false })).toHaveTextContent(/^Fail/)
      const [passivity, reciprocity, causality] = within(list).getAllByRole('listitem')
      expect(passivity).toHaveTextContent('PassivityPass')
      expect(passivity).toHaveTextContent('100.00 % (good)Limit of “good”99.9 %Margin+0.10 %')
      expect(reciprocity).toHaveTextContent('ReciprocityMarginal')
      expect(reciprocity).toHaveTextContent('Largest difference0.012Worst at2.5 GHz, S12')
      expect(causality).toHaveTextContent('CausalityFail')
      expect(causality).toHaveTextContent('Margin−68.00 %Sharpest counterclockwise turn33.3°Worst at3 GHz, S21')
      expect(causality).toHaveTextContent('Counterclockwise turns2 of 3')
    },
    failed: (_, snapshot) => {
      expectOpen(snapshot)
      expect(screen.getByRole('alert')).toHaveTextContent('These parameters do not exist for this network.')
    },
  },
  perform: {
    'tab.chosen': async (event, { user }) => user.click(tab(names[event.tab])),
    'setting.changed': async (event, { user }) =>
      user.selectOptions(await screen.findByRole('combobox', { name: 'Port' }), String(event.change.port)),
    'analysis.retry': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
  },
}

testSurface('Network analysis', networkAnalysisMachine, networkAnalysis)
