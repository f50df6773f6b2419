/** What a notice says, in the list and in e-mails. */
import type { components } from '../../openapi/generated/product'

type Notice = components['schemas']['Notice']
type Said = Pick<Notice, 'kind' | 'detail' | 'subject' | 'project_name' | 'person'>

/** The sentence of a notice, without a period. */
export function noticeSentence({ kind, detail, subject, project_name: project, person }: Said): string {
  const who = person ?? 'Somebody'
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
