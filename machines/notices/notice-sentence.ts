/** The sentences of notices, in the list and in e-mails. */
import type { components } from '../../openapi/generated/product'

type Notice = components['schemas']['Notice']
type Said = Pick<Notice, 'kind' | 'detail' | 'subject' | 'project_id' | 'project_name' | 'person'>

/** Describes for the staff what happened to a request. */
function staffSentence(detail: Notice['detail'], subject: string): string {
  if (detail === 'paid') return `The simulation of ${subject} was ordered and paid for`
  if (detail === 'answered') return `The customer answered a question about the simulation of ${subject}`
  if (detail === 'written') return `The customer wrote about the simulation of ${subject}`
  if (detail === 'refunded') return `A refund for the simulation of ${subject} was issued`
  if (detail === 'disputed') return `The payment for the simulation of ${subject} is disputed`
  if (detail === 'dispute decided') return `The dispute about the payment for the simulation of ${subject} was decided`
  return `The simulation of ${subject} has changed`
}

/** The sentence of a notice, without a period. */
export function noticeSentence(notice: Said): string {
  const { kind, detail, subject, project_name: project, person } = notice
  if (notice.project_id === null) return staffSentence(detail, subject)
  const who = person ?? 'Someone'
  switch (kind) {
    case 'mention':
      return `${who} mentioned you in a comment on ${subject}`
    case 'reply':
      return `${who} replied to a comment thread on ${subject}`
    case 'delivery':
      return detail === 'corrected'
        ? `The delivered simulation of ${subject} was corrected`
        : `The simulation of ${subject} was delivered`
    case 'request':
      if (detail === 'paid') return `The payment for the simulation of ${subject} was received`
      if (detail === 'in progress') return `The simulation of ${subject} has started`
      if (detail === 'refunded') return `A refund for the simulation of ${subject} was issued`
      return `The simulation of ${subject} was canceled`
    case 'message':
      if (detail === 'question') return `${who} asked you about the simulation of ${subject}`
      if (detail === 'assumptions') return `${who} asked you to approve assumptions for the simulation of ${subject}`
      return `${who} wrote to you about the simulation of ${subject}`
    case 'quota':
      return `The storage of ${project} is at least 90% full`
    case 'membership':
      return detail === 'removed' ? `${who} removed you from ${project}` : `${who} added you to ${project}`
    case 'invitation':
      return `${who} accepted your invitation to ${project}`
  }
}
