import type { RequestReport } from '../../../machines/requests/report-sentences'
import type { ReportCheck } from '../../../machines/requests/report-texts'

const check = (fields: Partial<ReportCheck>): ReportCheck => ({
  name: 'return loss',
  verdict: 'pass',
  value: 12,
  limit: 10,
  margin: 2,
  unit: 'dB',
  bound: 'at least',
  frequency: 4e9,
  place: null,
  violations: [],
  source: null,
  ...fields,
})

/** A report with a channel that fails between 10 and 12.5 GHz, and a supply with little margin. */
export const requestReport = (fields: Partial<RequestReport> = {}): RequestReport => ({
  verdict: 'fail',
  words: 'Shorten the stubs.',
  assumptions: ['The connector is ideal.'],
  files: [{ id: 'f7', name: 'channel.s4p', size: 2048, sha256: 'a'.repeat(64) }],
  rows: [
    {
      kind: 'si',
      number: 1,
      verdict: 'fail',
      network: 'channel.s4p',
      words: 'Two stubs add up.',
      checks: [
        check({ name: 'insertion loss', value: 8.118, limit: 36, margin: 27.882, bound: 'at most', frequency: 16e9 }),
        check({
          ...{ verdict: 'fail', value: 5.653, limit: 7.533, margin: -1.88, frequency: 11.4e9 },
          violations: [{ from: 10e9, to: 12.5e9 }],
          source: 'by agreement',
        }),
        check({ name: 'eye height', value: 0.196, limit: 0.015, margin: 0.181, unit: 'V', frequency: null }),
      ],
      curves: [
        {
          ...{ name: 'return loss', unit: 'dB', is_logarithmic: false },
          ...{ frequencies: [0, 8e9, 16e9], values: [20, 12, 5.653] },
          limits: [{ frequencies: [0, 16e9], values: [10, 6] }],
        },
      ],
      eye: {
        ...{ rate: 32e9, error_rate: 1e-12, height: 0.196, width: 0.72, mask_height: 0.015, mask_width: 0.3 },
        openings: [{ threshold: 0, top: [-0.1, 0.098, -0.1], bottom: [0.1, -0.098, 0.1] }],
      },
      drops: [],
    },
    {
      kind: 'pi',
      number: 1,
      verdict: 'marginal',
      network: null,
      words: null,
      checks: [
        check({
          ...{ name: 'DC drop', verdict: 'marginal', value: 0.028, limit: 0.03, margin: 0.002, unit: 'V' },
          ...{ bound: 'at most', frequency: null, place: 'U1.5' },
        }),
      ],
      curves: [],
      eye: null,
      drops: [{ pin: 'U1.5', voltage: 0.772, current: 3.2, drop: 0.028 }],
    },
  ],
  ...fields,
})
