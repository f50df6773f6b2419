import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import type { RequestReport } from '../../../../machines/requests/report-sentences'
// Written by tests/analysis/report/public-sample.test.ts.
import content from '../../../content/sample-report.json' with { type: 'json' }

export const publicReport = content as RequestReport

/** The request to which the public report belongs. Nobody has ordered it. */
export const publicRequest: SimulationRequest = {
  id: 'sample',
  number: 'Sample',
  project_id: 'sample',
  project_name: 'Sample report',
  layout_name: 'public data',
  status: 'delivered',
  total: 0,
  si: [
    {
      ...{
        interface: 'PCIE-Gen3',
        speed: '8GT/s',
        signal_nets: ['TX_P', 'TX_N', 'RX_P', 'RX_N'],
        ground_nets: ['GND'],
      },
      ...{ clock_signal: ['N/A'], unit_price: 0 },
    },
  ],
  pi: [{ type: 'PowerAC', power_net: 'VCCINT', ground_net: 'GND', target_impedance: '7.5 mOhm', unit_price: 0 }],
  layout: { id: 'sample', name: 'public data', size: 0, sha256: '' },
  stackup: null,
  material: null,
  created: '2026-11-25T12:00:00.000Z',
  created_by_name: '',
  paid: null,
  due: null,
  waiting: null,
  started: null,
  delivered: '2026-11-25T12:00:00.000Z',
  cancelled: null,
  purchase_order: null,
}
