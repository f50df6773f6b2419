import { engineeringText } from '../engineering-number'
import type { NetworkEnd } from './smith-chart'
import type { Verdict } from '../verdict'

/** A line from its near to its far end. */
export type NetworkLine = { near: NetworkEnd; far: NetworkEnd }

export type EyeSettings = {
  /** The index of the line in the network's list of lines. */
  line: number
  /** Symbols per second. */
  rate: number
  modulation: 'nrz' | 'pam4'
  /** The order of the pseudorandom pattern. */
  order: 7 | 9 | 11 | 13 | 15
  /** From peak to peak, in volts. */
  swing: number
  /** From 20 to 80 percent, in seconds. */
  riseTime: number
  preTap: number
  postTap: number
  /** In dB. */
  peaking: number
  feedbackTaps: number
  /** In volts (RMS). */
  noise: number
  errorRate: number
  /** The required opening of the eye: its height in volts and its width in unit intervals. */
  maskHeight: number
  maskWidth: number
}

/**
 * The initial settings are for PCI Express at 8 GT/s, whose receivers require 25 mV and 0.3 unit intervals at an error
 * rate of 1e-12 (base specification 3.0, 4.3.4).
 */
export const firstEyeSettings: EyeSettings = {
  line: 0,
  rate: 8e9,
  modulation: 'nrz',
  order: 11,
  swing: 0.8,
  riseTime: 30e-12,
  preTap: 0,
  postTap: 0,
  peaking: 0,
  feedbackTaps: 0,
  noise: 0,
  errorRate: 1e-12,
  maskHeight: 0.025,
  maskWidth: 0.3,
}

/** The available values of the settings other than `line` and `modulation`. */
export const eyeChoices = {
  rate: [1e9, 2.5e9, 5e9, 8e9, 10e9, 16e9, 25.781_25e9, 32e9, 53.125e9],
  order: [7, 9, 11, 13, 15],
  swing: [0.4, 0.6, 0.8, 1, 1.2],
  riseTime: [5e-12, 10e-12, 20e-12, 30e-12, 50e-12, 100e-12],
  preTap: [0, -0.05, -0.1, -0.15],
  postTap: [0, -0.05, -0.1, -0.15, -0.2, -0.25],
  peaking: [0, 2, 4, 6, 8, 10, 12],
  feedbackTaps: [0, 1, 2, 3, 4, 5],
  noise: [0, 0.5e-3, 1e-3, 2e-3, 5e-3],
  errorRate: [1e-4, 1e-6, 1e-9, 1e-12, 1e-15],
  maskHeight: [0, 0.015, 0.025, 0.07, 0.1],
  maskWidth: [0, 0.1, 0.2, 0.3, 0.4],
} as const

/** The opening between two levels: its upper and lower edges at the error rate, in volts, for each phase. */
export type EyeOpening = { threshold: number; top: Float64Array; bottom: Float64Array; height: number; width: number }

export type EyeDiagram = {
  /** Offsets from the clock, in unit intervals. */
  phases: Float64Array
  openings: EyeOpening[]
  /** The height in volts and the width in unit intervals of the worst opening. */
  height: number
  width: number
  /** The probability of a symbol error for each phase. */
  errors: Float64Array
  feedback: number[]
  /**
   * The density of the signal: how often it passes through each cell of the picture, in rows from the lowest voltage.
   */
  density: { columns: number; rows: number; low: number; high: number; counts: Uint32Array }
}

/** An opening that exceeds the mask by less than a tenth is marginal. */
const MARGIN = 1.1

/** Compares the worst opening with the mask. */
export function verdictOfEye({ height, width }: EyeDiagram, { maskHeight, maskWidth }: EyeSettings): Verdict {
  if (!(height > 0) || height < maskHeight || width < maskWidth) return 'fail'
  return height < MARGIN * maskHeight || width < MARGIN * maskWidth ? 'marginal' : 'pass'
}

/** Describes the opening of the eye, the mask and the margins in sentences. */
export function summaryOfEye(eye: EyeDiagram, settings: EyeSettings): string {
  const { errorRate, maskHeight, maskWidth, rate } = settings
  const at = `at an error rate of ${errorRate.toExponential(0)}`
  if (!(eye.height > 0)) return `The eye is closed ${at}.`
  const signed = (value: number, text: string) => `${value < 0 ? '−' : '+'}${text}`
  const margins = [eye.height - maskHeight, eye.width - maskWidth] as const
  return [
    `The eye is ${engineeringText(eye.height, 'V')} high and ${eye.width.toFixed(3)} UI (${engineeringText(eye.width / rate, 's')}) wide ${at}.`,
    `The mask requires ${engineeringText(maskHeight, 'V')} and ${maskWidth} UI:`,
    `margins ${signed(margins[0], engineeringText(Math.abs(margins[0]), 'V'))} and ${signed(margins[1], Math.abs(margins[1]).toFixed(3))} UI.`,
  ].join(' ')
}
