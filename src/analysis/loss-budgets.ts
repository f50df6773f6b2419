import type { LimitLine } from './report/limit-line'

export type LossQuantity = 'insertion loss' | 'return loss'

/** A limit of a loss in dB, which is positive. */
export interface LossLimit {
  quantity: LossQuantity
  /** Frequencies in Hz and limits in dB. */
  points: LimitLine['points']
}

/** The losses that the specification of an interface allows for a whole channel. */
export interface LossBudget {
  /** Identifies the budget in addresses. */
  id: string
  name: string
  limits: LossLimit[]
  source: string
}

/** Budgets that public documents quote. The specification of the interface takes precedence. */
export const lossBudgets: LossBudget[] = [
  {
    id: 'pcie5',
    name: 'PCI Express 5.0 (32 GT/s)',
    limits: [{ quantity: 'insertion loss', points: [[16e9, 36]] }],
    source: 'Astera Labs, PCI Express 5.0 Architecture Channel Insertion Loss Budget: 36 dB, pad to pad',
  },
  {
    id: 'usb31gen1',
    name: 'USB 3.1 Gen 1 (5 Gbit/s)',
    limits: [{ quantity: 'insertion loss', points: [[2.5e9, 20]] }],
    source: 'USB-IF, USB 3.1 Channel Loss Budgets 1.0: host 10 dB, cable 7.5 dB, device 2.5 dB',
  },
  {
    id: 'usb31gen2',
    name: 'USB 3.1 Gen 2 (10 Gbit/s)',
    limits: [{ quantity: 'insertion loss', points: [[5e9, 23]] }],
    source: 'Synopsys, USB 3.2 Cable Lengths: host 8.5 dB, cable 6 dB, device 8.5 dB',
  },
]
