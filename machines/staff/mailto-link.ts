/** Some mail programs cut off or refuse longer links. */
const MAX_CHARACTERS = 1800

/**
 * A link that opens the mail program. A text that is too long for a link is left out, because the part that arrives
 * would look complete.
 */
export function mailtoLink({ to, subject, text }: { to: string; subject: string; text: string }): string {
  const link = `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`
  const whole = `${link}&body=${encodeURIComponent(text)}`
  return text !== '' && whole.length <= MAX_CHARACTERS ? whole : link
}
