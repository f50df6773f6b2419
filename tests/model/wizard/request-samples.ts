import type { FileFacts } from '../../../machines/wizard/board/file-inspection.machine'
import { nothingFound } from '../../../machines/wizard/board/found-on-board'
import { noNets } from '../../../machines/wizard/rows/net-rules'
import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import {
  emptyDraft,
  type PinnedFiles,
  type RequestDraft,
  type StoredRequest,
} from '../../../machines/wizard/drafts/request-draft'

export const fullSi = {
  interface: 'MIPI-D',
  speed: '1.5 Gbps',
  signal_nets: ['D0_P'],
  ground_nets: ['GND'],
  clock_signal: ['CLK_P'],
}

export const fullPi = { type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '50 mOhm' }

/** The facts of a readable board. Tests specify only the fields that they depend on. */
export const fileFacts = (fields: Partial<FileFacts> = {}): FileFacts => ({
  format: 'KiCad board',
  unreadable: null,
  nets: noNets,
  proposals: nothingFound,
  hasOutline: true,
  hasCopper: true,
  hasStackup: true,
  copperLayers: 4,
  stackupLayers: null,
  found: [],
  ...fields,
})

/** A paid request as returned by the API. Tests specify only the fields that they depend on. */
export const simulationRequest = (fields: Partial<SimulationRequest> = {}): SimulationRequest => ({
  id: 'r1',
  number: 'SI-1001',
  project_id: 'p1',
  project_name: 'Camera board',
  status: 'paid',
  layout_name: 'board.kicad_pcb',
  total: 2000,
  si: [{ ...fullSi, unit_price: 2000 }],
  pi: [],
  layout: { id: 'f1', name: 'board.kicad_pcb', size: 1024, sha256: '0'.repeat(64) },
  stackup: null,
  material: null,
  created: '2026-01-02T03:04:05.000Z',
  created_by_name: 'Uma Sarin',
  paid: '2026-01-02T03:05:05.000Z',
  due: '2026-01-16T23:59:59.000Z',
  waiting: null,
  started: null,
  delivered: null,
  cancelled: null,
  purchase_order: null,
  ...fields,
})

/** An unpaid request as stored in the browser. */
export const storedRequest = (
  draft: Partial<RequestDraft>,
  files: Partial<PinnedFiles> = {},
  fields: Partial<StoredRequest> = {},
): StoredRequest => ({
  draft: { ...emptyDraft, projectId: 'p1', layoutFileId: files.layout?.id ?? null, ...draft },
  files: { layout: null, stackup: null, material: null, ...files },
  key: 'kept-key',
  sentAs: null,
  stamp: 'stamp-1',
  at: '2026-01-02T03:04:05.000Z',
  ...fields,
})
