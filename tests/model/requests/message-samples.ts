import type { RequestMessage } from '../../../machines/requests/conversation.machine'

/** A message from the staff. Tests specify only the fields that they depend on. */
export const requestMessage = (fields: Partial<RequestMessage> = {}): RequestMessage => ({
  id: 'm1',
  side: 'staff',
  kind: 'message',
  text: 'We have begun.',
  author: 'Stella Okafor',
  created: '2026-01-05T09:00:00.000Z',
  answers: null,
  answered: null,
  ...fields,
})
