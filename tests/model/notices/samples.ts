import type { Notice } from '../../../machines/notices/notices.machine'

/** A notice as returned by the API. Tests specify only the fields that they depend on. */
export const notice = (fields: Partial<Notice> = {}): Notice => ({
  id: 'n1',
  kind: 'mention',
  detail: null,
  project_id: 'p1',
  project_name: 'Camera board',
  subject: 'board.kicad_pcb',
  person: 'Ada Vance',
  text: 'Is this net long enough?',
  file_id: 'f1',
  request_id: null,
  comment_id: 'c1',
  created: '2026-01-02T03:04:05.000Z',
  read: false,
  ...fields,
})
