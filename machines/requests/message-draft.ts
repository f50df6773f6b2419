import { isStoredAttachment, type StoredAttachment } from './message-attachments'
import type { NewPin } from './message-pins'

/** An unsent message as stored: its text, or its text with its pins and stored attachments. */
export type MessageDraft = string | { text: string; pins: NewPin[]; attachments?: StoredAttachment[] }

const isPin = (stored: unknown): stored is NewPin =>
  typeof stored === 'object' && stored !== null && 'file_id' in stored && 'file_name' in stored && 'anchor' in stored

/** Whether a stored value is a draft. Earlier versions of this page stored only the text, or the text and the pins. */
export const isMessageDraft = (stored: unknown): stored is MessageDraft =>
  typeof stored === 'string' ||
  (typeof stored === 'object' &&
    stored !== null &&
    'text' in stored &&
    typeof stored.text === 'string' &&
    'pins' in stored &&
    Array.isArray(stored.pins) &&
    stored.pins.every(isPin) &&
    (!('attachments' in stored) || (Array.isArray(stored.attachments) && stored.attachments.every(isStoredAttachment))))

/** The draft of a message. Null if it has no text, pins or attachments. */
export function draftOf(text: string, pins: NewPin[], attachments: StoredAttachment[]): MessageDraft | null {
  if (attachments.length > 0) return { text, pins, attachments }
  if (pins.length > 0) return { text, pins }
  return text === '' ? null : text
}

const partsOf = (draft: MessageDraft | null) =>
  draft === null || typeof draft === 'string' ? { text: draft ?? '', pins: [] } : draft

export const textOfDraft = (draft: MessageDraft | null) => partsOf(draft).text
export const pinsOfDraft = (draft: MessageDraft | null) => partsOf(draft).pins
export const attachmentsOfDraft = (draft: MessageDraft | null) => partsOf(draft).attachments ?? []
