import { type EyeDiagram, type EyeSettings, firstEyeSettings } from './eye-diagram'
import { firstTimeSettings, type ImpedanceProfile, type TimeSettings } from './impedance-profile'
import { firstLossSettings, type LineLosses, type LossSettings } from './line-losses'
import { firstSmithSettings, type Reflection, type SmithSettings } from './smith-chart'
import { firstSupplySettings, type SupplyImpedance, type SupplySettings } from './supply-impedance'
import type { TimeResponse } from './time-response'
import type { Verdict } from '../verdict'

export const networkTabs = ['frequency', 'loss', 'time', 'eye', 'smith', 'supply', 'checks'] as const
export type NetworkTab = (typeof networkTabs)[number]

/** One quality metric of IEEE 370, and the point at which the data deviates most from the ideal. */
export type NetworkCheck = {
  name: 'passivity' | 'reciprocity' | 'causality'
  /** In percent; 100 is ideal. */
  metric: number
  quality: 'good' | 'acceptable' | 'inconclusive' | 'poor'
  /** The value of the metric above which the quality is good. */
  limit: number
  worst: { value: number; frequency: number; parameter: { to: number; from: number } | null } | null
  /** The number of frequencies at which the network violates the property. */
  violations: number
}

/** The impedance versus time, or the response to a step or an impulse. */
export type TimeAnalysis = { tab: 'time'; profile: ImpedanceProfile } | { tab: 'time'; response: TimeResponse }

/** The content of the tabs, except the frequency plot, which has its own machine. */
export type NetworkAnalysis =
  | { tab: 'checks'; checks: NetworkCheck[] }
  | TimeAnalysis
  | { tab: 'eye'; eye: EyeDiagram }
  | { tab: 'smith'; reflection: Reflection }
  | { tab: 'supply'; supply: SupplyImpedance }
  | { tab: 'loss'; losses: LineLosses }

/** Why a network cannot be analyzed with these settings. Repeating the analysis does not help. */
export type AnalysisRefusal = { refused: string }

/** The settings of each tab that has any. */
export type NetworkSettings = {
  time: TimeSettings
  eye: EyeSettings
  smith: SmithSettings
  supply: SupplySettings
  loss: LossSettings
}
export type SettingsTab = keyof NetworkSettings

export const firstSettings: NetworkSettings = {
  time: firstTimeSettings,
  eye: firstEyeSettings,
  smith: firstSmithSettings,
  supply: firstSupplySettings,
  loss: firstLossSettings,
}

/** A change to some settings of one tab. */
export type SettingsChange = { [T in SettingsTab]: { tab: T; change: Partial<NetworkSettings[T]> } }[SettingsTab]

/** The tab to compute, and the settings of all tabs. */
export type AnalysisWanted = { tab: NetworkTab; settings: NetworkSettings }

/**
 * A poor grade counts as a failure, because it invalidates all results based on the data. Other grades below good need
 * a review.
 */
export const verdictOfCheck = ({ quality }: NetworkCheck): Verdict => {
  if (quality === 'poor') return 'fail'
  return quality === 'good' ? 'pass' : 'marginal'
}
