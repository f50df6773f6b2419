import type { ImpedanceProfile, TimeSettings } from './impedance-profile'
import type { Verdict } from './verdict'

/** The tabs of a network's preview. */
export const networkTabs = ['frequency', 'time', 'checks'] as const
export type NetworkTab = (typeof networkTabs)[number]

/** One quality metric of IEEE 370, and the point at which the data deviate most. */
export type NetworkCheck = {
  name: 'passivity' | 'reciprocity' | 'causality'
  /** In percent; 100 is ideal. */
  metric: number
  quality: 'good' | 'acceptable' | 'inconclusive' | 'poor'
  /** The metric above which the quality is good. */
  limit: number
  worst: { value: number; frequency: number; parameter: { to: number; from: number } | null } | null
  /** How many frequencies exceed the limit. */
  violations: number
}

/** What the tabs show. The plot over frequency has a machine of its own. */
export type NetworkAnalysis = { tab: 'checks'; checks: NetworkCheck[] } | { tab: 'time'; profile: ImpedanceProfile }

/** What is computed, with the settings of all tabs. */
export type AnalysisWanted = { tab: NetworkTab; time: TimeSettings }

/** A worse grade than acceptable needs a look, and a poor one spoils every result that is computed from the data. */
export const verdictOfCheck = ({ quality }: NetworkCheck): Verdict => {
  if (quality === 'poor') return 'fail'
  return quality === 'good' ? 'pass' : 'marginal'
}
