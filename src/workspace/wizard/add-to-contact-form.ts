import { isContactDraft } from '../../../machines/site/contact-form.machine'
import { readDraft, storeDraft } from '../../session/drafts/drafts'

/**
 * Adds a message to the contact form, after any text that the user has already written there. Does nothing if the text
 * already contains the message.
 */
export function addToContactForm(message: string) {
  const draft = readDraft('contact', isContactDraft) ?? { name: '', email: '', message: '' }
  const written = draft.message.trim()
  if (written.includes(message)) return
  storeDraft('contact', { ...draft, message: written === '' ? message : `${written}\n\n${message}` })
}
