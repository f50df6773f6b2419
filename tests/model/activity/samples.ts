import type { ActivityEntry } from '../../../machines/activity/activity-sentence'

export const uma = { id: 'u1', name: 'Uma Serrano' }
export const ada = { id: 'u2', name: 'Ada Vance' }

/** An entry as returned by the API. Tests specify only the fields that they depend on. */
export const activityEntry = (fields: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: 'a1',
  at: '2026-01-02T03:04:05.000Z',
  kind: 'file uploaded',
  person: uma,
  subject: 'board.kicad_pcb',
  before: null,
  after: null,
  file_id: null,
  request_id: null,
  ...fields,
})
