// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { expect, vi } from 'vitest'
import { createActor, type InputFrom, type SnapshotFrom } from 'xstate'

import type { EyeDiagram } from '../../../../../machines/previews/network/eye-diagram'
import type { ImpedanceProfile, TimeSettings } from '../../../../../machines/previews/network/impedance-profile'
import type { TimeResponse } from '../../../../../machines/previews/network/time-response'
import { firstNetworkView } from '../../../../../machines/previews/network/network-address'
import { networkAnalysisMachine } from '../../../../../machines/previews/network/network-analysis.machine'
import { type NetworkFacts, networkPlotMachine } from '../../../../../machines/previews/network/network-plot.machine'
import {
  type NetworkAnalysis,
  type NetworkSettings,
  type NetworkCheck,
  type NetworkTab,
  networkTabs,
} from '../../../../../machines/previews/network/network-view'
import type { SupplyImpedance } from '../../../../../machines/previews/network/supply-impedance'
import type { LineLosses } from '../../../../../machines/previews/network/line-losses'
import type { Reflection } from '../../../../../machines/previews/network/smith-chart'
import { NetworkTabs } from '../../../../../src/workspace/previews/network/tabs/network-tabs'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

vi.mock(import('../../../../../src/workspace/previews/network/tabs/eye-picture'), () => ({
  EyePicture: ({ description }: { description: string }) => <div role="img" aria-label={description} />,
}))

// jsdom draws nothing, and the plot library needs a canvas. The description of the plot states what it shows. The x
// coordinate of the pointer stands for the index of a point.
vi.mock(import('../../../../../src/workspace/previews/network/plots/line-plot'), () => ({
  LinePlot: ({ description, onCursor }: { description: string; onCursor: (index: number) => void }) => (
    <div role="img" aria-label={description} onMouseMove={({ clientX }) => onCursor(clientX)} />
  ),
}))

/** The plot. The form of its network does not change. */
const plotActor = createActor(networkPlotMachine, { input: firstNetworkView })
const first = { ...firstNetworkView, plotActor }
const facts: NetworkFacts = {
  format: 'Touchstone 1',
  parameter: 'S',
  ports: 2,
  frequencies: Float64Array.of(1e9, 2e9, 3e9),
  references: [50, 50],
  modes: null,
  impedances: null,
  remarks: [],
  noise: [],
  pairs: null,
  lines: [{ near: [1], far: [2] }],
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

/** A 50-ohm line with 57 ohms in the middle: above the limit of 55 ohms, but marginal rather than failed. */
const profile: ImpedanceProfile = {
  port: 1,
  reference: 50,
  times: Float64Array.of(-10e-12, 0, 100e-12, 200e-12, 300e-12),
  impedance: Float64Array.of(90, 49, 57, 50, 20),
  through: { port: 2, delay: 100e-12 },
}
/** A step that reaches port 2 after 100 ps. */
const response: TimeResponse = {
  quantity: 'step',
  from: 1,
  to: 2,
  times: Float64Array.of(-10e-12, 0, 100e-12, 200e-12, 300e-12),
  values: Float64Array.of(0, 0, 0.5, 0.9, 1),
  final: 1,
  edge: { arrival: 100e-12, rise: 180e-12 },
}
const stepSummary =
  'A step into port 1 reaches half of its final value at port 2 after 100 ps, rises from 10 to 90% in 180 ps, and settles at 1.000 of the incident step.'
const impulseSummary = 'The response at port 2 to an impulse into port 1 is largest after 300 ps: 1.000e-9 per ns.'
const stepView: typeof first = {
  ...first,
  tab: 'time',
  settings: { ...firstNetworkView.settings, time: { ...firstNetworkView.settings.time, quantity: 'step' } },
}
/** At 1 GHz, 150 ohms reflect half of the wave; at 2 GHz, nothing is reflected; at 3 GHz, a tenth. */
const reflection: Reflection = {
  end: [1],
  reference: 50,
  re: Float64Array.of(0.5, 0, 0),
  im: Float64Array.of(0, 0, -0.1),
}
/** 26 mV and 0.4 unit intervals: less than a tenth above the height of the first mask. */
const eye: EyeDiagram = {
  phases: Float64Array.of(-0.5, 0, 0.5),
  openings: [
    {
      threshold: 0,
      top: Float64Array.of(-1, 0.013, -1),
      bottom: Float64Array.of(1, -0.013, 1),
      height: 0.026,
      width: 0.4,
    },
  ],
  height: 0.026,
  width: 0.4,
  errors: Float64Array.of(0.5, 1e-15, 0.25),
  feedback: [],
  density: { columns: 2, rows: 2, low: -1, high: 1, counts: Uint32Array.of(1, 0, 0, 1) },
}
const eyeSummary =
  'The eye is 26 mV high and 0.400 UI (50 ps) wide at an error rate of 1e-12. ' +
  'The mask requires 25 mV and 0.3 UI: margins +1 mV and +0.100 UI.'
/** 40 mΩ at 2 GHz exceeds the 30 mΩ target in the initial settings. With capacitors it would be 28 mΩ. */
const supply: SupplyImpedance = {
  method: 'shunt-through',
  target: 0.03,
  line: null,
  range: { from: 1e9, to: 3e9 },
  measured: {
    values: Float64Array.of(0.02, 0.04, 0.01),
    check: { value: 0.04, limit: 0.03, margin: -0.01, frequency: 2e9, violations: [{ from: 1.5e9, to: 2.333e9 }] },
    peaks: [
      {
        frequency: 2e9,
        impedance: 0.04,
        circuit: { ohms: 0.04, henries: 1e-12, farads: 6.33e-9, quality: 3.18 },
      },
    ],
  },
  changed: {
    values: Float64Array.of(0.02, 0.028, 0.01),
    check: { value: 0.028, limit: 0.03, margin: 0.002, frequency: 2e9, violations: [] },
    peaks: [],
  },
  library: {
    capacitors: [{ id: '47u', name: '47 µF ceramic', farads: 47e-6, ohms: 6e-3, henries: 1e-9 }],
    source: 'A public table',
  },
}
const supplyTarget = 'The target is 30 mΩ from 1 GHz to 3 GHz.'
const supplySummary = `${supplyTarget} The margin is smallest at 2 GHz: 40 mΩ, margin −10 mΩ. The impedance is above the target from 1.5 GHz to 2.33 GHz.`
const changedSummary = `With the added capacitors: ${supplyTarget} The margin is smallest at 2 GHz: 28 mΩ, margin +2 mΩ.`
/** A loss of 12.5 dB, which is 0.5 dB below the limit of a budget. */
const losses: LineLosses = {
  lines: [
    { near: [1], far: [2] },
    { near: [2], far: [1] },
  ],
  insertion: Float64Array.of(5, 12.5, 15),
  returns: { near: Float64Array.of(20, 15, 10), far: Float64Array.of(18, 12, 9) },
  crosstalk: { aggressors: 1, near: Float64Array.of(40, 41, 42), far: Float64Array.of(50, 51, 52), noise: 2e-3 },
  checks: [
    {
      quantity: 'insertion loss',
      points: [[2e9, 13]],
      end: null,
      check: { value: 12.5, limit: 13, margin: 0.5, frequency: 2e9, violations: [] },
      source: 'A public document',
    },
  ],
  budgets: [{ id: 'public', name: 'Public', source: 'A public document' }],
}
const lossSummary =
  'The smallest margin for the insertion loss is +0.50 dB, at 2 GHz: 12.50 dB against a limit of 13.00 dB.'
const results: Record<NetworkTab, NetworkAnalysis> = {
  frequency: { tab: 'checks', checks },
  time: { tab: 'time', profile },
  eye: { tab: 'eye', eye },
  smith: { tab: 'smith', reflection },
  supply: { tab: 'supply', supply },
  loss: { tab: 'loss', losses },
  checks: { tab: 'checks', checks },
}
const summary =
  'The impedance is 49.0 to 57.0 Ω; the limits are 45 to 55 Ω. It deviates most at 100 ps, 7.5 mm from port 1.'

const transient = () => {
  throw new Error('Nobody can see it: it is left at once.')
}

const eyeView = {
  ...first,
  tab: 'eye' as const,
  settings: {
    ...firstNetworkView.settings,
    eye: { ...firstNetworkView.settings.eye, rate: 32e9 },
    supply: { ...firstNetworkView.settings.supply, voltage: 3.3 },
  },
}
/** Whether the path began with the link to an eye, which also contains a setting for another tab. */
const isEyeLink = ({ supply: { voltage } }: NetworkSettings) => voltage === 3.3

const tooSlow = 'The data do not reach half the symbol rate, so no eye can be calculated. Choose a lower symbol rate.'

const names = {
  frequency: 'Frequency',
  time: 'Time',
  eye: 'Eye',
  smith: 'Smith',
  supply: 'Supply',
  loss: 'Loss',
  checks: 'Checks',
}
const tab = (name: string) => screen.getByRole('tab', { name })
const pointAt = (picture: RegExp, index: number) =>
  fireEvent.mouseMove(screen.getByRole('img', { name: picture }), { clientX: index })
const panel = (name: string) => screen.getByRole('tabpanel', { name })

function expectOpen({ context }: SnapshotFrom<typeof networkAnalysisMachine>) {
  const name = names[context.tab]
  for (const one of Object.values(names)) expect(tab(one)).toHaveAttribute('aria-selected', String(one === name))
  expect(panel(name)).toBeVisible()
}

/** The field in which a setting of the time tab is changed, and its new value. */
const changedTime = ({ quantity, port, to }: Partial<TimeSettings>) => {
  if (quantity) return ['Quantity', quantity] as const
  return port ? (['Port', port] as const) : (['Receiving port', to] as const)
}

type TabsProps = { machine: typeof networkAnalysisMachine; input: InputFrom<typeof networkAnalysisMachine> }

function Tabs({ machine, input }: TabsProps) {
  return (
    <NetworkTabs actor={useActorRef(machine, { input })} facts={facts}>
      The plot
    </NetworkTabs>
  )
}

const networkAnalysis: Surface<typeof networkAnalysisMachine> = {
  situations: {
    'a network of two ports': { input: first },
    'a link to the checks of a network': { input: { ...first, tab: 'checks' } },
    'a link to a step response': { input: stepView },
    'a link to an eye with a high symbol rate': { input: eyeView },
  },
  events: {
    // Paths that begin with the link to a step response or to an eye, known by their settings, stay on its tab.
    'tab.chosen': ({ context }) =>
      context.settings.time.quantity === 'impedance' && !isEyeLink(context.settings)
        ? networkTabs.map((one) => ({ tab: one }))
        : [],
    'setting.changed': ({ context: { tab, settings, shown, failure: why } }) => {
      if (tab === 'eye' && why === tooSlow) return [{ tab, change: { rate: 1e9 } }]
      if (isEyeLink(settings)) return []
      if (!shown || why) return []
      if (tab === 'time') {
        const { quantity, port, to } = settings.time
        if (quantity === 'impedance') return [{ tab, change: { port: port === 1 ? 2 : 1 } }]
        if (quantity === 'impulse') return []
        return [{ tab, change: to === null ? { to: 2 } : { quantity: 'impulse' } }]
      }
      if (tab === 'eye') return [{ tab, change: { swing: settings.eye.swing === 0.8 ? 1 : 0.8 } }]
      if (tab === 'loss') return [{ tab, change: { line: settings.loss.line === 0 ? 1 : 0 } }]
      if (tab === 'supply') return [{ tab, change: { voltage: settings.supply.voltage === 1 ? 1.2 : 1 } }]
      return tab === 'smith' ? [{ tab, change: { end: settings.smith.end[0] === 1 ? [2] : [1] } }] : []
    },
    'cursor.moved': ({ context: { shown, failure: why, places, tab } }) => {
      const isMoved = !shown || why || tab !== 'time' || places.time !== undefined
      return isMoved ? [] : [{ place: 200e-12 }]
    },
    'analysis.retry': [{}],
    'settings.reset': [{}],
    'network.changed': [{}],
  },
  done: {
    followPlot: null,
    analyze: ({ context: { tab, settings } }) =>
      tab === 'time' && settings.time.quantity !== 'impedance'
        ? [{ tab, response: { ...response, quantity: settings.time.quantity } }]
        : tab === 'eye' && settings.eye.rate === 32e9
          ? [{ refused: tooSlow }]
          : [results[tab]],
  },
  failed: { followPlot: null, analyze: [failure('These parameters do not exist for this network.')] },
  mount: ({ machine, input = first }) => {
    renderWorkspace(<Tabs machine={machine} input={input} />, machinesOver({}))
  },
  states: {
    opening: transient,
    deciding: transient,
    plotted: (_, snapshot) => {
      expectOpen(snapshot)
      expect(screen.getByText('The plot')).toBeVisible()
    },
    computing: async (_, snapshot) => {
      expectOpen(snapshot)
      // After a setting changes, the previous result stays on the page while the new one is computed.
      if (snapshot.context.shown) expect((await screen.findAllByRole('img'))[0]).toBeVisible()
      else expect(await screen.findByText('Computing...')).toBeVisible()
    },
    shown: async (_, snapshot) => {
      expectOpen(snapshot)
      const { context } = snapshot
      if (context.tab === 'time' && context.settings.time.quantity !== 'impedance') {
        const isStep = context.settings.time.quantity === 'step'
        const words = isStep ? stepSummary : impulseSummary
        expect(await screen.findByText(words)).toBeVisible()
        expect(
          screen.getByRole('img', { name: `${isStep ? 'Step' : 'Impulse'} response over time. ${words}` }),
        ).toBeVisible()
        expect(screen.getByRole('combobox', { name: 'Source port' })).toHaveValue('1')
        expect(screen.getByRole('combobox', { name: 'Receiving port' })).toHaveValue('2')
        if (context.places.time === undefined) return
        expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '200 ps')
        expect(screen.getByRole('status')).toHaveTextContent(isStep ? '200 ps: 0.9000' : '200 ps: 9.000e-10 per ns')
        return
      }
      if (context.tab === 'time') {
        expect(await screen.findByText(summary)).toHaveTextContent(/^Marginal/)
        expect(screen.getByRole('img', { name: `Impedance over time at port 1. ${summary}` })).toBeVisible()
        expect(screen.getByRole('combobox', { name: 'Port' })).toHaveValue(String(snapshot.context.settings.time.port))
        if (snapshot.context.places.time === undefined) return
        expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '200 ps, 15.0 mm from port 1')
        expect(screen.getByRole('status')).toHaveTextContent('50.00 Ω')
        return
      }
      if (snapshot.context.tab === 'eye') {
        expect(await screen.findByText(eyeSummary)).toHaveTextContent(/^Marginal/)
        expect(screen.getByRole('img', { name: `Eye diagram. ${eyeSummary}` })).toBeVisible()
        expect(screen.getByRole('combobox', { name: 'Swing' })).toHaveValue(String(snapshot.context.settings.eye.swing))
        const cursor = screen.getByRole('slider')
        expect(cursor).toHaveAttribute('aria-valuetext', '0.000 UI')
        pointAt(/^Bathtub curve/, 2)
        expect(screen.getByRole('status')).toHaveTextContent('0.500 UI: error rate 2.5e-1')
        return
      }
      if (snapshot.context.tab === 'smith') {
        const words = 'The return loss is lowest at 1 GHz: 6.02 dB, where the impedance is 150 + 0j Ω.'
        expect(await screen.findByText(words)).toBeVisible()
        expect(screen.getByRole('img', { name: `Port 1 in a Smith chart normalized to 50 Ω. ${words}` })).toBeVisible()
        const end = String(snapshot.context.settings.smith.end)
        expect(screen.getByRole('combobox', { name: 'Port or pair' })).toHaveValue(end)
        expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '1 GHz')
        expect(screen.getByRole('status')).toHaveTextContent(
          /^1 GHz: .*, reflection 0\.5000 ∠ 0\.0°, return loss 6\.02 dB, VSWR 3\.00$/,
        )
        return
      }
      if (snapshot.context.tab === 'loss') {
        expect(await screen.findByText(lossSummary)).toHaveTextContent(/^Marginal/)
        expect(screen.getByRole('img', { name: `Insertion loss over frequency. ${lossSummary}` })).toBeVisible()
        expect(
          screen.getByText(/^The integrated crosstalk noise from one other line is 2 mV \(RMS\) at 8 GBd/),
        ).toBeVisible()
        expect(screen.getByRole('combobox', { name: 'Line' })).toHaveValue(String(snapshot.context.settings.loss.line))
        const row = within(screen.getByRole('region', { name: 'Limits' })).getAllByRole('row')[1]
        expect(row).toHaveTextContent('Marginalinsertion loss12.50 dB13.00 dB0.50 dB2 GHzA public document')
        pointAt(/^Insertion loss/, 1)
        expect(screen.getByRole('status')).toHaveTextContent(
          '2 GHz: insertion loss 12.50 dB, return loss 15.00 dB at the near and 12.00 dB at the far end, PSNEXT 41.00 dB, PSFEXT 51.00 dB',
        )
        return
      }
      if (snapshot.context.tab === 'supply') {
        expect(await screen.findByText(supplySummary)).toHaveTextContent(/^Fail/)
        expect(screen.getByText('With the added capacitors', { exact: false, selector: 'p' })).toHaveTextContent(
          `Marginal${changedSummary}`,
        )
        expect(
          screen.getByRole('img', { name: `Impedance over frequency. ${supplySummary} ${changedSummary}` }),
        ).toBeVisible()
        expect(screen.getByRole('textbox', { name: 'Voltage (V)' })).toHaveValue(
          String(snapshot.context.settings.supply.voltage),
        )
        const cursor = screen.getByRole('slider')
        pointAt(/^Impedance over frequency/, 1)
        expect(cursor).toHaveAttribute('aria-valuetext', '2 GHz')
        expect(screen.getByRole('status')).toHaveTextContent(
          '2 GHz: 40 mΩ as measured, 28 mΩ with the added capacitors',
        )
        expect(screen.getByRole('region', { name: 'Peaks with the added capacitors' })).toHaveTextContent('no peak')
        expect(screen.getByRole('textbox', { name: '47 µF ceramic' })).toHaveValue('0')
        return
      }
      const list = await screen.findByRole('list', { name: 'Checks' })
      expect(screen.getByText('The data are inconsistent.', { exact: false })).toHaveTextContent(/^Fail/)
      const [passivity, reciprocity, causality] = within(list).getAllByRole('listitem')
      expect(passivity).toHaveTextContent('PassivityPass')
      expect(passivity).toHaveTextContent('100.00% (good)Limit for “good”99.9%Margin+0.10%')
      expect(reciprocity).toHaveTextContent('ReciprocityMarginal')
      expect(reciprocity).toHaveTextContent('Largest difference0.012Worst at2.5 GHz, S12')
      expect(causality).toHaveTextContent('CausalityFail')
      expect(causality).toHaveTextContent('Margin−68.00%Sharpest counterclockwise turn33.3°Worst at3 GHz, S21')
      expect(causality).toHaveTextContent('Counterclockwise turns2 of 3')
    },
    failed: (_, snapshot) => {
      expectOpen(snapshot)
      expect(screen.getByRole('alert')).toHaveTextContent('These parameters do not exist for this network.')
    },
    refused: async (_, snapshot) => {
      expectOpen(snapshot)
      expect(await screen.findByRole('alert')).toHaveTextContent(tooSlow)
      expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
      expect(screen.getByRole('combobox', { name: 'Line' })).toHaveValue('0')
      expect(screen.getByRole('combobox', { name: 'Symbol rate' })).toHaveValue(String(eyeView.settings.eye.rate))
    },
  },
  perform: {
    'tab.chosen': async (event, { user }) => user.click(tab(names[event.tab])),
    'setting.changed': async (event, { user }) => {
      if (event.tab === 'supply') {
        const field = await screen.findByRole('textbox', { name: 'Voltage (V)' })
        await user.clear(field)
        await user.type(field, `${event.change.voltage}{Enter}`)
        return
      }
      const [name, value] =
        event.tab === 'loss'
          ? ['Line', event.change.line]
          : event.tab === 'time'
            ? changedTime(event.change)
            : event.tab === 'eye'
              ? event.change.rate
                ? ['Symbol rate', event.change.rate]
                : ['Swing', event.change.swing]
              : ['Port or pair', event.change.end]
      const field = await screen.findByRole('combobox', { name })
      await user.selectOptions(field, String(value))
      if (event.tab === 'eye') expect(field).toHaveFocus()
    },
    'cursor.moved': async () => {
      fireEvent.change(await screen.findByRole('slider'), { target: { value: '3' } })
    },
    'analysis.retry': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'network.changed': (event, { report }) => report('followPlot', event),
    'settings.reset': async (_, { user }) =>
      user.click(screen.getByRole('button', { name: 'Reset to default settings' })),
  },
}

testSurface('Network analysis', networkAnalysisMachine, networkAnalysis)
