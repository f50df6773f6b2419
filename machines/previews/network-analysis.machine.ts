import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import { firstTimeSettings, type TimeSettings } from './impedance-profile'
import type { AnalysisWanted, NetworkAnalysis, NetworkTab } from './network-view'

/** The tabs of a network's preview. Each computes what it shows when it is opened. */
export const networkAnalysisMachine = setup({
  types: {
    context: {} as { tab: NetworkTab; time: TimeSettings; shown: NetworkAnalysis | null; failure: string | null },
    events: {} as
      | { type: 'tab.chosen'; tab: NetworkTab }
      | { type: 'setting.changed'; change: Partial<TimeSettings> }
      | { type: 'analysis.retry' },
    tags: {} as 'busy',
  },
  actors: { analyze: placeholderActor<NetworkAnalysis, AnalysisWanted>('analyze') },
  guards: {
    isPlot: (_, tab: NetworkTab) => tab === 'frequency',
    hasSettings: ({ context }) => context.tab === 'time',
  },
  actions: { choose: assign((_, tab: NetworkTab) => ({ tab, shown: null, failure: null })) },
}).createMachine({
  id: 'networkAnalysis',
  context: { tab: 'frequency', time: firstTimeSettings, shown: null, failure: null },
  initial: 'plotted',
  on: {
    'tab.chosen': [
      {
        guard: { type: 'isPlot', params: ({ event }) => event.tab },
        target: '.plotted',
        actions: { type: 'choose', params: ({ event }) => event.tab },
      },
      { target: '.computing', actions: { type: 'choose', params: ({ event }) => event.tab }, reenter: true },
    ],
    // What is shown stays visible until the new one is computed.
    'setting.changed': {
      guard: 'hasSettings',
      target: '.computing',
      reenter: true,
      actions: assign(({ context, event }) => ({ time: { ...context.time, ...event.change }, failure: null })),
    },
  },
  states: {
    plotted: {},
    computing: {
      tags: 'busy',
      invoke: {
        src: 'analyze',
        input: ({ context: { tab, time } }) => ({ tab, time }),
        onDone: { target: 'shown', actions: assign(({ event }) => ({ shown: event.output, failure: null })) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'The network could not be computed.') }),
        },
      },
    },
    shown: {},
    failed: { on: { 'analysis.retry': { target: 'computing', actions: assign({ failure: null }) } } },
  },
})

export type NetworkAnalysisActor = ActorRefFrom<typeof networkAnalysisMachine>
type Snapshot = SnapshotFrom<typeof networkAnalysisMachine>

export const networkTabOf = ({ context }: Snapshot) => context.tab
export const timeSettingsOf = ({ context }: Snapshot) => context.time
export const analysisOf = ({ context }: Snapshot) => context.shown
export const analysisFailureOf = ({ context }: Snapshot) => context.failure
