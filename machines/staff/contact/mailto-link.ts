/** Some mail programs cut off or refuse longer links. */
const MAX_CHARACTERS = 1800

/**
 * A link that opens the mail program. Text that is too long for a link is left out, because a truncated message would
 * look complete.
 */
export function mailtoLink({ to, subject, text }: { to: string; subject: string; text: string }): string {
  const link = `mailto:${encoded(to).replaceAll('%40', '@')}?subject=${encoded(subject)}`
  const whole = `${link}&body=${encoded(text)}`
  return text !== '' && whole.length <= MAX_CHARACTERS ? whole : link
}

/** encodeURIComponent throws if the text contains half of a surrogate pair, for example where the text was cut off. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
