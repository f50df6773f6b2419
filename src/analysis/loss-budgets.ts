import type { LimitLine } from './report/limit-line'

export type LossQuantity = 'insertion loss' | 'return loss'

/** A limit on a loss, as a positive number of dB. */
export interface LossLimit {
  quantity: LossQuantity
  /** Frequencies in Hz and limits in dB. */
  points: LimitLine['points']
}

/** The losses that the specification of an interface allows for a whole channel. */
export interface LossBudget {
  /** Identifies the budget in URLs. */
  id: string
  name: string
  limits: LossLimit[]
  /** The maximum skew within a differential pair in seconds, and the frequency in Hz at which it applies. */
  skew?: readonly [frequency: number, limit: number]
  source: string
}

/**
 * The points of a limit that is given by a formula, so close together that straight lines between them deviate by less
 * than 0.1 dB.
 */
const sampled = (frequencies: number[], limit: (frequency: number) => number): LossLimit['points'] =>
  frequencies.map((frequency) => [frequency, limit(frequency)] as const)

/** Frequencies at equal steps, in Hz. */
const steps = (from: number, to: number, count: number) =>
  Array.from({ length: count + 1 }, (_, at) => from + ((to - from) * at) / count)

/** The maximum insertion loss of a backplane in dB, IEEE 802.3, equations 69B-1 and 69B-3. */
function backplaneLoss(frequency: number): number {
  const attenuation =
    20 *
    Math.LOG10E *
    (2e-5 * Math.sqrt(frequency) + 1.1e-10 * frequency + 3.2e-20 * frequency ** 2 - 1.2e-30 * frequency ** 3)
  const upper = 6e9
  return attenuation + 0.8 + 2e-10 * Math.min(frequency, upper) + 1e-8 * Math.max(0, frequency - upper)
}

/** The minimum return loss of a backplane in dB, IEEE 802.3, annex 69B.4.5. */
const backplaneReturn = (frequency: number) => Math.min(12, Math.max(5, 12 - 6.75 * Math.log10(frequency / 275e6)))

/** Budgets that public documents state. The specification of the interface takes precedence. */
export const lossBudgets: LossBudget[] = [
  {
    id: 'pcie5',
    name: 'PCI Express 5.0 (32 GT/s)',
    limits: [{ quantity: 'insertion loss', points: [[16e9, 36]] }],
    source: 'Astera Labs, PCI Express 5.0 Architecture Channel Insertion Loss Budget: 36 dB, pad to pad',
  },
  {
    id: 'usb31gen1',
    name: 'USB 3.1 Gen 1 (5 Gbps)',
    limits: [{ quantity: 'insertion loss', points: [[2.5e9, 20]] }],
    source: 'USB-IF, USB 3.1 Channel Loss Budgets 1.0: host 10 dB, cable 7.5 dB, device 2.5 dB',
  },
  {
    id: 'usb31gen2',
    name: 'USB 3.1 Gen 2 (10 Gbps)',
    limits: [{ quantity: 'insertion loss', points: [[5e9, 23]] }],
    source: 'Synopsys, USB 3.2 Cable Lengths: host 8.5 dB, cable 6 dB, device 8.5 dB',
  },
  {
    id: '10gkr',
    name: '10GBASE-KR backplane (10.3125 Gbps)',
    limits: [
      {
        quantity: 'insertion loss',
        points: sampled([...steps(50e6, 1e9, 10), ...steps(1.5e9, 15e9, 27)], backplaneLoss),
      },
      {
        quantity: 'return loss',
        points: sampled([50e6, ...steps(275e6, 1e9, 10), ...steps(1.2e9, 3e9, 9), 10.3125e9], backplaneReturn),
      },
    ],
    source: 'IEEE 802.3-2018, annex 69B (informative), sections 69B.4.3 (25 dB at 5.15625 GHz) and 69B.4.5',
  },
  {
    id: 'cei56mr',
    name: 'CEI-56G-MR (58 Gbps, PAM4)',
    limits: [{ quantity: 'return loss', points: [[14.5e9, 7.48]] }],
    source: 'Intel, document 683852, section 3.4, Informative Channel Return Loss: 7.48 dB at 14.5 GHz',
  },
  {
    id: 'sata',
    name: 'Serial ATA cable (3 Gbps)',
    limits: [
      {
        quantity: 'insertion loss',
        points: [
          [10e6, 6],
          [4.5e9, 6],
        ],
      },
    ],
    skew: [1.5e9, 10e-12],
    source: 'SATA-IO, Interoperability Program test document for Serial ATA 2.6: SI-06 (10 ps) and SI-07 (6 dB)',
  },
  {
    id: 'esata',
    name: 'eSATA cable (3 Gbps)',
    limits: [
      {
        quantity: 'insertion loss',
        points: [
          [10e6, 8],
          [4.5e9, 8],
        ],
      },
    ],
    skew: [1.5e9, 20e-12],
    source: 'SATA-IO, Interoperability Program test document for Serial ATA 2.6: SI-06 (20 ps) and SI-07 (8 dB)',
  },
  {
    id: 'usb2',
    name: 'USB 2.0 cable (480 Mbps)',
    limits: [
      {
        quantity: 'insertion loss',
        points: [
          [200e6, 3.2],
          [400e6, 5.8],
        ],
      },
    ],
    skew: [240e6, 100e-12],
    source:
      'USB-IF, engineering change notice USB Cable Parameters (1999): 3.2 dB, 5.8 dB and 100 ps; USB 2.0, section 7.1.3',
  },
]
