/**
 * The computations that `analysis.ts` measures, in a web worker: the tabs, and an eye of 100,000 symbols.
 */
import { symbolsOf } from '../../../src/analysis/eye/bit-pattern'
import { type EyeSettings, receivedPulse, statisticalEye } from '../../../src/analysis/eye/statistical-eye'
import { eyeDensity } from '../../../src/analysis/eye/eye-density'
import { parameterBetween } from '../../../src/analysis/network/network-lines'
import { checksOf } from '../../../src/analysis/network/network-checks'
import { inParameter } from '../../../src/analysis/network/network-parameters'
import { pulseResponse } from '../../../src/analysis/eye/pulse-response'
import { impedanceProfile } from '../../../src/analysis/time-domain'
import { coupledLines } from './coupled-lines'

const network = coupledLines()
const link = { rate: 16e9, riseTime: 15e-12, preTap: -0.05, postTap: -0.1, peaking: 4 }
const receiver: EyeSettings = { modulation: 'nrz', swing: 0.8, feedbackTaps: 2, noise: 1e-3, errorRate: 1e-12 }

const work: Record<string, () => unknown> = {
  'passivity, reciprocity and causality': () => checksOf(network),
  'impedance over time': () => impedanceProfile(network, 1, { riseTime: 20e-12, window: 'hamming' }),
  'Z-parameters': () => inParameter(network, 'Z'),
  'an eye of 100,000 symbols': () => {
    const pulse = pulseResponse(network.frequencies, parameterBetween(network, [3, 4], [1, 2]), link)
    statisticalEye(pulse, receiver)
    eyeDensity(receivedPulse(pulse, receiver), symbolsOf(15, 'nrz', 100_000))
  },
}

/** The times that each computation takes, in ms. */
export type WorkTimes = [name: string, rounds: number[]][]

addEventListener('message', ({ data: runs }: MessageEvent<number>) => {
  const times: WorkTimes = Object.entries(work).map(([name, compute]) => {
    // The first round compiles the code.
    compute()
    const rounds = Array.from({ length: runs }, () => {
      const start = performance.now()
      compute()
      return performance.now() - start
    })
    return [name, rounds]
  })
  self.postMessage(times)
})
