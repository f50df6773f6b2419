// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useActorRef } from '@xstate/react'
import { expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { firstNetworkView } from '../../../machines/previews/network/network-address'
import { networkAnalysisMachine } from '../../../machines/previews/network/network-analysis.machine'
import { type NetworkFacts, networkPlotMachine } from '../../../machines/previews/network/network-plot.machine'
import type { AnalysisRefusal, AnalysisWanted, NetworkAnalysis } from '../../../machines/previews/network/network-view'
import { NetworkTabs } from '../../../src/workspace/previews/network/tabs/network-tabs'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

// jsdom has no canvas.
vi.mock(import('../../../src/workspace/previews/network/plots/line-plot'), () => ({
  LinePlot: ({ description }: { description: string }) => <div role="img" aria-label={description} />,
}))

const facts: NetworkFacts = {
  format: 'Touchstone 1',
  parameter: 'S',
  ports: 2,
  frequencies: Float64Array.of(1e9, 2e9),
  references: [50, 50],
  modes: null,
  impedances: null,
  remarks: [],
  noise: [],
  pairs: null,
  lines: [{ near: [1], far: [2] }],
}
const times = Float64Array.of(0, 1e-10)
const analyze = fromPromise<NetworkAnalysis | AnalysisRefusal, AnalysisWanted>(async ({ input: { settings } }) => {
  const { quantity, port } = settings.time
  if (quantity === 'impedance') {
    return { tab: 'time', profile: { port, reference: 50, times, impedance: Float64Array.of(50, 51), through: null } }
  }
  const values = Float64Array.of(0, 1)
  return { tab: 'time', response: { quantity, from: port, to: 2, times, values, final: 1, edge: null } }
})
const machine = networkAnalysisMachine.provide({ actors: { analyze } })
const plotActor = createActor(networkPlotMachine, { input: firstNetworkView })

function Tabs() {
  const actor = useActorRef(machine, { input: { ...firstNetworkView, tab: 'time', plotActor } })
  return (
    <NetworkTabs actor={actor} facts={facts}>
      The plot
    </NetworkTabs>
  )
}

test('the quantity keeps the focus when it is changed, and the settings of each quantity are offered', async () => {
  renderWorkspace(<Tabs />, machinesOver({}))
  const user = userEvent.setup()
  const quantity = await screen.findByRole('combobox', { name: 'Quantity' })
  const names = () => screen.getAllByRole('combobox').map((field) => field.getAttribute('aria-label'))
  const common = ['Rise time (10–90%)', 'Window']
  expect(names()).toEqual(['Quantity', 'Port', 'Effective permittivity', ...common])
  quantity.focus()
  for (const name of ['Step response', 'Impulse response']) {
    await user.selectOptions(quantity, name)
    await screen.findByRole('img', { name: new RegExp(`^${name} over time`) })
    expect(quantity).toHaveFocus()
    expect(names()).toEqual(['Quantity', 'Source port', 'Receiving port', ...common])
  }
  await user.selectOptions(quantity, 'Impedance (TDR)')
  await screen.findByRole('img', { name: /^Impedance over time/ })
  expect(quantity).toHaveFocus()
})
