/** Some mail programs cut off or refuse longer links. */
const MAX_CHARACTERS = 1800

/**
 * Returns a link that opens the mail program. If the text would make the link too long, the link contains no text,
 * because a truncated message would look complete.
 */
export function mailtoLink({ to, subject, text }: { to: string; subject: string; text: string }): string {
  const link = `mailto:${encoded(to).replaceAll('%40', '@')}?subject=${encoded(subject)}`
  const whole = `${link}&body=${encoded(text)}`
  return text !== '' && whole.length <= MAX_CHARACTERS ? whole : link
}

/**
 * Encodes text for a link. Half of a surrogate pair, for example where the text was cut off, is replaced, because
 * encodeURIComponent would throw.
 */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
