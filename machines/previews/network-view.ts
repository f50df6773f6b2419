/** The tabs of a network's preview. */
export const networkTabs = ['frequency', 'checks'] as const
export type NetworkTab = (typeof networkTabs)[number]

export type Verdict = 'pass' | 'marginal' | 'fail'

/** One quality metric of IEEE 370, and the point at which the data deviate most. */
export type NetworkCheck = {
  name: 'passivity' | 'reciprocity' | 'causality'
  /** In percent; 100 is ideal. */
  metric: number
  quality: 'good' | 'acceptable' | 'inconclusive' | 'poor'
  worst: { value: number; frequency: number; parameter: { to: number; from: number } | null } | null
  /** How many frequencies exceed the limit. */
  violations: number
}

/** What a tab needs. The plot over frequency has a machine of its own. */
export type AnalysisWanted = { tab: Exclude<NetworkTab, 'frequency'> }

/** What a tab shows. */
export type NetworkAnalysis = { tab: 'checks'; checks: NetworkCheck[] }

/** A worse grade than acceptable needs a look, and a poor one spoils every result that is computed from the data. */
export const verdictOfCheck = ({ quality }: NetworkCheck): Verdict => {
  if (quality === 'poor') return 'fail'
  return quality === 'good' ? 'pass' : 'marginal'
}

const rank: Verdict[] = ['pass', 'marginal', 'fail']

/** The worst of several verdicts. */
export const worstVerdict = (verdicts: Verdict[]): Verdict =>
  verdicts.reduce<Verdict>((worst, one) => (rank.indexOf(one) > rank.indexOf(worst) ? one : worst), 'pass')
