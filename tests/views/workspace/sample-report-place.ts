import { vi } from 'vitest'

import type { ReportPlace } from '../../../src/workspace/requests/report/report-place'

/** The place of a page whose URL names no part of a report. Tests specify only what they depend on. */
export const reportPlace = (fields: Partial<ReportPlace> = {}): ReportPlace => ({
  row: null,
  onRow: vi.fn(),
  comparedId: null,
  onCompare: vi.fn(),
  delivery: null,
  onDelivery: vi.fn(),
  ...fields,
})
