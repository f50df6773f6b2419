import type { components } from '../../openapi/generated/product'

export type ActivityKind = components['schemas']['ActivityKind']
export type ActivityEntry = components['schemas']['ActivityEntry']

/**
 * `by` follows the name of the person. `without` is the whole sentence for an entry without a person; if there is no
 * such sentence, `by` follows "The system".
 */
type Sentence = { by: string; without?: string }

/**
 * The sentence for each kind of activity, in the order in which the filter lists the kinds. `{subject}`, `{before}` and
 * `{after}` stand for the fields of an entry.
 */
const sentences: Record<ActivityKind, Sentence> = {
  'file uploaded': { by: 'uploaded {subject}', without: '{subject} was uploaded' },
  'file revised': { by: 'uploaded a new revision of {subject}' },
  'file type changed': { by: 'changed the type of {subject} from {before} to {after}' },
  'file deleted': { by: 'deleted {subject}' },
  'file restored': { by: 'restored {subject}' },
  'revision restored': { by: 'restored an earlier revision of {subject}' },
  'revision deleted': { by: 'deleted an earlier revision of {subject}' },
  'comment added': { by: 'commented on {subject}' },
  'comment resolved': { by: 'resolved a comment on {subject}' },
  'comment reopened': { by: 'reopened a comment on {subject}' },
  'comment deleted': { by: 'deleted a comment on {subject}' },
  'link created': { by: 'created a share link to {subject}' },
  'link revoked': { by: 'revoked a share link to {subject}' },
  'person invited': { by: 'invited a person by e-mail as {after}' },
  'invitation revoked': { by: 'revoked an invitation to join as {after}' },
  'member joined': { by: 'accepted an invitation and joined as {after}' },
  'member added': { by: 'added {subject} as {after}' },
  'member role changed': { by: 'changed the role of {subject} from {before} to {after}' },
  'member removed': { by: 'removed {subject} from the project' },
  'request ordered': { by: 'ordered a simulation of {subject} for {after}' },
  'request paid': { by: 'paid for the simulation of {subject}', without: 'The simulation of {subject} was paid for' },
  'request started': {
    by: 'started the simulation of {subject}',
    without: 'The simulation of {subject} was started',
  },
  'request delivered': {
    by: 'delivered the simulation of {subject}',
    without: 'The simulation of {subject} was delivered',
  },
  'delivery corrected': { by: 'corrected the delivery of {subject}' },
  'request cancelled': {
    by: 'canceled the simulation of {subject}',
    without: 'The simulation of {subject} was canceled',
  },
  'request refunded': {
    by: 'refunded {after} for the simulation of {subject}',
    without: '{after} was refunded for the simulation of {subject}',
  },
  'request disputed': { by: '', without: 'The dispute about the payment for the simulation of {subject} is {after}' },
  'request files opened': { by: 'opened the files for the simulation of {subject}' },
  'storage limit raised': { by: 'raised the storage limit from {before} to {after}' },
  'storage limit lowered': { by: 'lowered the storage limit from {before} to {after}' },
  'budget changed': { by: 'changed the budget from {before} to {after}' },
  'project created': { by: 'created the project {subject}' },
  'project renamed': { by: 'renamed the project from {before} to {subject}' },
  'project changed': { by: 'changed project details: {after}' },
  'project privacy changed': { by: 'made the project {after}' },
  'project deleted': { by: 'deleted the project {subject}' },
  'project restored': { by: 'restored the project {subject}' },
}

/** The outcomes of a dispute, which the API names from the seller's point of view. Customers see them too. */
const outcomes: Record<string, string> = { won: 'resolved in our favor', lost: 'resolved in the customer’s favor' }

export const activityKinds = Object.keys(sentences) as ActivityKind[]

/** Whether a string, such as a URL parameter, is a kind of activity. */
export const isActivityKind = (text: string): text is ActivityKind => Object.hasOwn(sentences, text)

/** The name of a kind in the filter: "File type changed". */
export const activityKindName = (kind: ActivityKind) =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`.replace('cancelled', 'canceled')

/**
 * A sentence in parts, so that its subject can be a link: the person, the text before the subject, the subject, and the
 * text after it. `who` is null if the entry has no person; the text then contains the whole sentence.
 */
export type ActivitySentence = { who: string | null; lead: string; subject: string; tail: string }

/** Describes an entry in a sentence. A kind that a later version of the API added is shown under its API name. */
export function activitySentence({ kind, person, subject, before, after }: ActivityEntry): ActivitySentence {
  const { by, without }: Sentence = isActivityKind(kind) ? sentences[kind] : { by: `${kind}: {subject}` }
  const text = person ? by : (without ?? `The system ${by}`)
  // Split the template before filling it in, because names can contain text that looks like a placeholder.
  const [lead = '', tail] = text.split('{subject}')
  const result = (kind === 'request disputed' && outcomes[after ?? '']) || after
  const filled = (part: string) =>
    part.replace(/\{(before|after)\}/g, (_, name) => plain(name === 'before' ? before : result))
  return {
    who: person?.name ?? null,
    lead: filled(lead),
    subject: tail === undefined ? '' : subject,
    tail: filled(tail ?? ''),
  }
}

/** Replaces the underscores in role names, such as "project_manager", with spaces. */
const plain = (value: string | null) => value?.replaceAll('_', ' ') ?? ''
