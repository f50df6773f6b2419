import type { BoardFacts } from '../../../machines/previews/board/board-view.machine'

/** The facts of a board of 100 × 100 mm. */
export const boardFacts = (fields: Partial<BoardFacts> = {}): BoardFacts => ({
  format: 'KiCad board',
  copper: [{ name: 'F.Cu', userName: null }],
  nets: [],
  places: new Float64Array(),
  components: { references: [], values: [] },
  bounds: { left: 0, top: -50, right: 100, bottom: 50 },
  stackup: null,
  size: null,
  isYUp: false,
  counts: { tracks: 0, vias: 0, pads: 0, footprints: 0 },
  remarks: [],
  ...fields,
})
