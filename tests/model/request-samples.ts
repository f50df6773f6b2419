import type { SimulationRequest } from '../../machines/workspace/payment-return.machine'

const si = {
  ...{ interface: 'MIPI-D', speed: '1.5 Gbps', signal_nets: 'D0_P', ground_nets: 'GND', clock_signal: 'CLK_P' },
  unit_price: 2000,
}

/** A paid request as the API gives it, with only what a test is about to be named. */
export const simulationRequest = (fields: Partial<SimulationRequest> = {}): SimulationRequest => ({
  id: 'r1',
  project_id: 'p1',
  project_name: 'Camera board',
  status: 'paid',
  total: 2000,
  si: [si],
  pi: [],
  layout: { id: 'f1', name: 'board.kicad_pcb', size: 1024, sha256: '0'.repeat(64) },
  stackup: null,
  material: null,
  created: '2026-01-02T03:04:05.000Z',
  created_by_name: 'Uma Sarin',
  paid: '2026-01-02T03:05:05.000Z',
  started: null,
  delivered: null,
  cancelled: null,
  purchase_order: null,
  ...fields,
})
