import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import type { RequestReport } from '../../../../machines/requests/report-sentences'
// Written by tests/analysis/report/public-sample.test.ts, which also checks the sizes and hashes below.
import content from '../../../content/sample-report.json' with { type: 'json' }

export const publicReport = content as RequestReport

/** The request to which the public report belongs. No one has ordered it. */
export const publicRequest: SimulationRequest = {
  id: 'sample',
  number: 'Sample',
  project_id: 'sample',
  project_name: 'Sample report',
  layout_name: 'camera-link.kicad_pcb',
  status: 'delivered',
  total: 0,
  si: [
    {
      ...{
        interface: 'PCIE-Gen5',
        speed: '32GT/s',
        signal_nets: ['PCIE_RX0_P', 'PCIE_RX0_N', 'PCIE_TX0_P', 'PCIE_TX0_N'],
        ground_nets: ['GND'],
      },
      ...{ clock_signal: ['N/A'], unit_price: 0 },
    },
  ],
  pi: [{ type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '58.9 mOhm', unit_price: 0 }],
  layout: {
    id: 'camera-link.kicad_pcb',
    name: 'camera-link.kicad_pcb',
    size: 22_977,
    sha256: '0ae21b5b10d2c36e01b9d5a6d3232e42d9394a43f1c364efcc5a8a24b0b30391',
  },
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
