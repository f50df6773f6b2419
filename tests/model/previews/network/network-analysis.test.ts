import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import {
  analysisFailureOf,
  analysisOf,
  canResetSettings,
  isAnalysisRefused,
  networkAnalysisMachine,
  networkTabOf,
  settingsOf,
} from '../../../../machines/previews/network/network-analysis.machine'
import { firstNetworkView } from '../../../../machines/previews/network/network-address'
import { asInFile, type NetworkForm } from '../../../../machines/previews/network/network-form'
import {
  type CurvesWanted,
  type DrawnCurve,
  type NetworkFacts,
  networkPlotMachine,
  type ReadNetwork,
} from '../../../../machines/previews/network/network-plot.machine'
import {
  type AnalysisRefusal,
  type AnalysisWanted,
  firstSettings,
  type NetworkAnalysis,
  type NetworkTab,
} from '../../../../machines/previews/network/network-view'

const checks: NetworkAnalysis = { tab: 'checks', checks: [] }

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
  lines: [],
}
const plotMachine = networkPlotMachine.provide({
  actors: {
    readNetwork: fromPromise<ReadNetwork, NetworkForm>(async () => ({ ...facts, refused: null })),
    formNetwork: fromPromise<NetworkFacts, NetworkForm>(async ({ input }) => {
      if (input.reference === 75) throw new Error('Mixed-mode data cannot be renormalized.')
      return facts
    }),
    computeCurves: fromPromise<DrawnCurve[], CurvesWanted>(async () => []),
  },
})

/** Starts the machine for a network. The test resolves or rejects its analyses. */
function start(tab: NetworkTab) {
  const asked: AnalysisWanted[] = []
  let reply: { resolve: (analysis: NetworkAnalysis | AnalysisRefusal) => void; reject: (error: Error) => void }
  const analyze = fromPromise<NetworkAnalysis | AnalysisRefusal, AnalysisWanted>(({ input }) => {
    asked.push(input)
    return new Promise((resolve, reject) => (reply = { resolve, reject }))
  })
  const plotActor = createActor(plotMachine, { input: firstNetworkView }).start()
  const actor = createActor(networkAnalysisMachine.provide({ actors: { analyze } }), {
    input: { plotActor, tab, settings: firstSettings, place: null },
  }).start()
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return {
    actor,
    plotActor,
    asked,
    state: () => actor.getSnapshot().value,
    answer: async (analysis: NetworkAnalysis | AnalysisRefusal = checks) => {
      reply.resolve(analysis)
      await settled()
    },
    refuse: async () => {
      reply.reject(new Error('The network has one frequency.'))
      await settled()
    },
  }
}

test('the plot needs no analysis, and a tab is computed each time it is opened', async () => {
  const { actor, asked, state, answer } = start('frequency')
  expect([state(), asked]).toEqual(['plotted', []])
  actor.send({ type: 'tab.chosen', tab: 'checks' })
  await answer()
  expect([state(), analysisOf(actor.getSnapshot())]).toEqual(['shown', checks])
  actor.send({ type: 'tab.chosen', tab: 'frequency' })
  expect(state()).toBe('plotted')
  expect([networkTabOf(actor.getSnapshot()), analysisOf(actor.getSnapshot())]).toEqual(['frequency', null])
  actor.send({ type: 'tab.chosen', tab: 'time' })
  expect(asked.map(({ tab }) => tab)).toEqual(['checks', 'time'])
})

test('a tab chosen during an analysis replaces it', async () => {
  const { actor, asked, state, answer } = start('time')
  actor.send({ type: 'tab.chosen', tab: 'checks' })
  expect(asked.map(({ tab }) => tab)).toEqual(['time', 'checks'])
  await answer()
  expect(state()).toBe('shown')
})

test('a setting of the open tab computes it again, with the previous result still shown; one of another tab is ignored', async () => {
  const { actor, asked, state, answer } = start('supply')
  await answer()
  actor.send({ type: 'setting.changed', tab: 'supply', change: { voltage: 1.8 } })
  expect(state()).toBe('computing')
  expect(analysisOf(actor.getSnapshot())).toEqual(checks)
  expect(asked.at(-1)?.settings).toEqual({ ...firstSettings, supply: { ...firstSettings.supply, voltage: 1.8 } })
  await answer()
  const before = settingsOf(actor.getSnapshot())
  actor.send({ type: 'setting.changed', tab: 'eye', change: {} })
  expect([state(), asked.length]).toEqual(['shown', 2])
  expect(settingsOf(actor.getSnapshot())).toBe(before)
})

test('a failed analysis says why, and can be repeated', async () => {
  const { actor, asked, state, answer, refuse } = start('checks')
  await refuse()
  expect([state(), analysisFailureOf(actor.getSnapshot())]).toEqual(['failed', 'The network has one frequency.'])
  actor.send({ type: 'analysis.retry' })
  expect(analysisFailureOf(actor.getSnapshot())).toBeNull()
  await answer()
  expect([state(), asked.length]).toEqual(['shown', 2])
})

test('a refusal is not repeated with the same settings, and other settings may help', async () => {
  const { actor, asked, state, answer } = start('eye')
  await answer()
  actor.send({ type: 'setting.changed', tab: 'eye', change: { rate: 32e9 } })
  await answer({ refused: 'The data end below half the symbol rate.' })
  const refused = actor.getSnapshot()
  expect([state(), isAnalysisRefused(refused)]).toEqual(['refused', true])
  // Otherwise, the eye at the previous rate could be saved as the one at the new rate.
  expect([analysisFailureOf(refused), analysisOf(refused)]).toEqual(['The data end below half the symbol rate.', null])
  actor.send({ type: 'analysis.retry' })
  expect(asked.length).toBe(2)
  actor.send({ type: 'setting.changed', tab: 'eye', change: { rate: 1e9 } })
  expect(analysisFailureOf(actor.getSnapshot())).toBeNull()
  await answer()
  expect([state(), asked.at(-1)?.settings.eye.rate]).toEqual(['shown', 1e9])
})

test('the settings of a link that do not fit the network can be replaced by the initial ones', async () => {
  const { actor, asked, state, answer } = start('time')
  await answer()
  const { time } = firstSettings
  actor.send({ type: 'settings.reset' })
  actor.send({ type: 'setting.changed', tab: 'time', change: { port: 9 } })
  await answer({ refused: 'There is no port 9.' })
  expect([canResetSettings(actor.getSnapshot()), asked.length]).toEqual([true, 2])
  actor.send({ type: 'settings.reset' })
  expect([state(), asked.at(-1)?.settings.time]).toEqual(['computing', time])
  await answer({ refused: 'The time domain requires at least four frequencies.' })
  expect(canResetSettings(actor.getSnapshot())).toBe(false)
})

test('a network in another form is analyzed again, and the previous result is not shown as its own', async () => {
  const { actor, asked, state, answer } = start('checks')
  await answer()
  actor.send({ type: 'network.changed' })
  expect([state(), analysisOf(actor.getSnapshot()), asked.length]).toEqual(['computing', null, 2])
  await answer()
  actor.send({ type: 'tab.chosen', tab: 'frequency' })
  actor.send({ type: 'network.changed' })
  expect([state(), asked.length]).toEqual(['plotted', 2])
})

test('a form that is chosen in the plot changes the analysis, unless the network does not have it', async () => {
  const { actor, plotActor, asked, state, answer } = start('checks')
  const plotted = () => waitFor(plotActor, (snapshot) => !snapshot.hasTag('busy'))
  await plotted()
  await answer()
  plotActor.send({ type: 'form.chosen', form: { ...asInFile, reference: 75 } })
  await plotted()
  expect([state(), asked.length]).toEqual(['shown', 1])
  plotActor.send({ type: 'form.chosen', form: { ...asInFile, order: [2, 1] } })
  await plotted()
  expect([state(), analysisOf(actor.getSnapshot()), asked.length]).toEqual(['computing', null, 2])
})
