import { type ActorRefFrom, assign, type EventObject, fromCallback, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import type { NetworkView } from './network-address'
import type { NetworkPlotActor } from './network-plot.machine'
import {
  type AnalysisRefusal,
  type AnalysisWanted,
  firstSettings,
  type NetworkAnalysis,
  type NetworkSettings,
  type NetworkTab,
  type SettingsChange,
  type SettingsTab,
} from './network-view'

/**
 * The tabs of a network's preview. The content of a tab is computed when the tab is opened, and again when its settings
 * change or the plot changes the form of the network.
 */
export const networkAnalysisMachine = setup({
  types: {
    input: {} as Pick<NetworkView, 'tab' | 'settings' | 'place'> & { plotActor: NetworkPlotActor },
    context: {} as {
      plotActor: NetworkPlotActor
      tab: NetworkTab
      settings: NetworkSettings
      shown: NetworkAnalysis | null
      failure: string | null
      /** The position of each tab's cursor on its axis: a frequency, a time or a phase. */
      places: Partial<Record<NetworkTab, number>>
    },
    events: {} as
      | { type: 'tab.chosen'; tab: NetworkTab }
      | ({ type: 'setting.changed' } & SettingsChange)
      | { type: 'cursor.moved'; place: number }
      | { type: 'analysis.retry' }
      | { type: 'settings.reset' }
      /** The ports, the reference or the frequencies of the network have changed. */
      | { type: 'network.changed' },
    tags: {} as 'busy',
  },
  actors: {
    analyze: placeholderActor<NetworkAnalysis | AnalysisRefusal, AnalysisWanted>('analyze'),
    followPlot: fromCallback<EventObject, NetworkPlotActor>(({ input: plotActor, sendBack }) => {
      const subscription = plotActor.on('network.formed', () => sendBack({ type: 'network.changed' }))
      return () => subscription.unsubscribe()
    }),
  },
  guards: {
    isPlotOpen: ({ context }) => context.tab === 'frequency',
    isOpen: ({ context }, tab: NetworkTab) => context.tab === tab,
    hasOwnSettings: ({ context: { tab, settings } }) =>
      tab in firstSettings &&
      JSON.stringify(settings[tab as SettingsTab]) !== JSON.stringify(firstSettings[tab as SettingsTab]),
    isAnalyzed: ({ context }) => context.shown !== null,
  },
}).createMachine({
  id: 'networkAnalysis',
  context: ({ input: { plotActor, tab, settings, place } }) => ({
    plotActor,
    tab,
    settings,
    shown: null,
    failure: null,
    places: place === null ? {} : { [tab]: place },
  }),
  invoke: { src: 'followPlot', input: ({ context }) => context.plotActor },
  initial: 'opening',
  on: {
    'tab.chosen': {
      target: '.opening',
      actions: assign(({ event }) => ({ tab: event.tab, shown: null, failure: null })),
    },
    // The previous result stays visible until the new one is computed.
    'setting.changed': {
      guard: { type: 'isOpen', params: ({ event }) => event.tab },
      target: '.opening',
      actions: assign(({ context: { settings }, event: { tab, change } }) => ({
        settings: { ...settings, [tab]: { ...settings[tab], ...change } },
        failure: null,
      })),
    },
    // The result for the previous form of the network is dropped; otherwise, it would be shown and saved as the result
    // for the new form.
    'network.changed': { target: '.opening', actions: assign({ shown: null, failure: null }) },
    'cursor.moved': {
      actions: assign({ places: ({ context: { places, tab }, event }) => ({ ...places, [tab]: event.place }) }),
    },
  },
  states: {
    /** Decides whether the tab has to be computed. */
    opening: { always: [{ guard: 'isPlotOpen', target: 'plotted' }, { target: 'computing' }] },
    plotted: {},
    computing: {
      tags: 'busy',
      invoke: {
        src: 'analyze',
        input: ({ context: { tab, settings } }) => ({ tab, settings }),
        onDone: {
          target: 'deciding',
          actions: assign(({ event: { output } }) =>
            'refused' in output ? { shown: null, failure: output.refused } : { shown: output, failure: null },
          ),
        },
        onError: {
          target: 'failed',
          actions: assign({
            // The result for the previous settings is dropped; otherwise, it could be exported with the new settings.
            shown: null,
            failure: ({ event }) => messageOf(event.error, 'The network could not be analyzed.'),
          }),
        },
      },
    },
    deciding: { always: [{ guard: 'isAnalyzed', target: 'shown' }, { target: 'refused' }] },
    shown: {},
    /** The network cannot be analyzed with these settings, but other settings may work. */
    refused: {
      on: {
        'settings.reset': {
          guard: 'hasOwnSettings',
          target: 'opening',
          actions: assign(({ context: { tab, settings } }) => ({
            settings: { ...settings, [tab]: firstSettings[tab as SettingsTab] },
            failure: null,
          })),
        },
      },
    },
    failed: { on: { 'analysis.retry': { target: 'opening', actions: assign({ failure: null }) } } },
  },
})

export type NetworkAnalysisActor = ActorRefFrom<typeof networkAnalysisMachine>
type Snapshot = SnapshotFrom<typeof networkAnalysisMachine>

export const networkTabOf = ({ context }: Snapshot) => context.tab
export const settingsOf = ({ context }: Snapshot) => context.settings
export const analysisOf = ({ context }: Snapshot) => context.shown
/** Whether the analysis would fail again with the same settings. */
export const isAnalysisRefused = (snapshot: Snapshot) => snapshot.matches('refused')
/** Whether the network cannot be analyzed with the tab's settings, and these differ from the initial ones. */
export const canResetSettings = (snapshot: Snapshot) => snapshot.can({ type: 'settings.reset' })
/** The position of the cursor in the open tab; null for the initial position. */
export const placeOf = ({ context: { places, tab } }: Snapshot) => places[tab] ?? null
export const analysisFailureOf = ({ context }: Snapshot) => context.failure

/** The index of the value closest to a position. */
export function nearestTo(values: Float64Array, place: number): number {
  let best = 0
  values.forEach((value, at) => {
    if (Math.abs(value - place) < Math.abs((values[best] ?? 0) - place)) best = at
  })
  return best
}
