import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import type { Comparison } from './network-comparison'
import {
  type DrawnCurve,
  isMixable,
  type NetworkFacts,
  type NetworkParameter,
  type PortPair,
} from './network-plot.machine'
import type { NetworkAnalysis, NetworkSettings } from './network-view'
import { responseFileName } from './time-response'

/** A table or a picture of the content of a tab or a comparison, or the network itself in one of four forms. */
export const networkExports = ['csv', 'png', 'svg', 'touchstone', 'converted', 'renormalized', 'mixed'] as const
export type NetworkExport = (typeof networkExports)[number]

/** The content of the frequency plot. `parameter` is what the user chose, which may not be drawn yet. */
export type PlotShown = {
  tab: 'frequency'
  parameter: NetworkParameter
  drawn: DrawnCurve[]
  isLogarithmic: boolean
}

/** The content of a tab: the curves of the plot, or the result of an analysis. */
export type NetworkShown = {
  facts: NetworkFacts
  pairs: PortPair[]
  settings: NetworkSettings
  content: PlotShown | NetworkAnalysis
}

/** The content of a comparison: several overlaid networks. */
export type ComparisonShown = { comparison: Comparison }

/** What can be saved: the content of a tab or of a comparison. */
export type Savable = NetworkShown | ComparisonShown

export type ExportWanted<Shown extends Savable = Savable> = { wanted: NetworkExport; shown: Shown }

/** The resistance of all ports of a renormalized network, in ohms. */
export const exportedResistance = 50

/**
 * The exports that are available for some content. The checks have no picture, and not every network has other forms.
 */
export function exportsOf(shown: Savable): NetworkExport[] {
  if ('comparison' in shown) return ['csv', 'png', 'svg']
  const { facts, content } = shown
  return networkExports.filter((one) => {
    switch (one) {
      case 'png':
      case 'svg':
        return content.tab !== 'checks'
      case 'converted':
        return convertedTo({ facts, content }) !== null
      case 'renormalized':
        return (
          facts.modes === null &&
          (facts.parameter !== 'S' || facts.references.some((reference) => reference !== exportedResistance))
        )
      case 'mixed':
        return isMixable(facts) && facts.ports >= 4
      default:
        return true
    }
  })
}

/** The plotted parameters if they differ from the network's own parameters; otherwise null. */
export const convertedTo = ({ facts, content }: Pick<NetworkShown, 'facts' | 'content'>): NetworkParameter | null =>
  content.tab === 'frequency' && content.parameter !== facts.parameter ? content.parameter : null

/**
 * What a file with the exported content is named after: the tab, a response and its ports, or the compared parameter.
 */
export function contentName(shown: Savable): string {
  if ('comparison' in shown) return `comparison-${shown.comparison.shown.curve.replace(',', '-')}`
  const { content } = shown
  return 'response' in content ? responseFileName(content.response) : content.tab
}

/** Saves the content of a network's tab or of a comparison, or the network itself. One file is saved at a time. */
export const networkExportMachine = setup({
  types: {
    context: {} as { request: ExportWanted | null; failure: string | null },
    events: {} as { type: 'export.requested' } & ExportWanted,
    tags: {} as 'busy',
  },
  actors: { saveExport: placeholderActor<void, ExportWanted | null>('saveExport') },
}).createMachine({
  id: 'networkExport',
  context: { request: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'export.requested': {
          target: 'saving',
          actions: assign({ request: ({ event: { wanted, shown } }) => ({ wanted, shown }), failure: null }),
        },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'saveExport',
        input: ({ context }) => context.request,
        onDone: { target: 'idle', actions: assign({ request: null }) },
        onError: {
          target: 'idle',
          actions: assign({
            request: null,
            failure: ({ event }) => messageOf(event.error, 'The file could not be saved.'),
          }),
        },
      },
    },
  },
})

export type NetworkExportActor = ActorRefFrom<typeof networkExportMachine>
type Snapshot = SnapshotFrom<typeof networkExportMachine>

export const isSavingNetwork = (snapshot: Snapshot) => snapshot.matches('saving')
export const networkExportFailureOf = ({ context }: Snapshot) => context.failure
