/** A part of a comment's text: plain text, a link, or the name of a mentioned member. */
export type TextPart = { kind: 'text' | 'link' | 'mention'; text: string }

type Named = { id: string; name: string }

/** A URL up to the next space, quotation mark or angle bracket, without the punctuation that ends the sentence. */
const link = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?'()]/g

/** Splits plain text into links, mentions and the text between them. Only http and https URLs become links. */
export function textParts(text: string, mentions: readonly string[]): TextPart[] {
  const found = [
    ...[...text.matchAll(link)].map(({ 0: match, index }) => ({ kind: 'link' as const, text: match, index })),
    ...mentions.flatMap((name) =>
      allOf(text, `@${name}`).map((index) => ({ kind: 'mention' as const, text: `@${name}`, index })),
    ),
  ].toSorted((one, other) => one.index - other.index || other.text.length - one.text.length)
  const parts: TextPart[] = []
  let end = 0
  for (const { index, ...part } of found) {
    if (index < end) continue
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) })
    parts.push(part)
    end = index + part.text.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

function allOf(text: string, part: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}

/**
 * The ids of the members whom `textParts` marks as mentioned. "@Ada Vance" mentions the member Ada Vance, but not a
 * member named Ada.
 */
export function mentionedIn(text: string, members: readonly Named[]): string[] {
  const parts = textParts(
    text,
    members.map(({ name }) => name),
  )
  const marked = new Set(parts.flatMap((part) => (part.kind === 'mention' ? [part.text] : [])))
  return members.filter(({ name }) => marked.has(`@${name}`)).map(({ id }) => id)
}

const maxSuggestions = 5

/** The first few members whose names complete the @mention that is being typed at the end of a text. */
export function suggestions(text: string, members: readonly Named[]): Named[] {
  const [, typed] = /(?:^|\s)@([^@\n]{0,40})$/.exec(text) ?? []
  if (typed === undefined) return []
  const wanted = typed.toLowerCase()
  return members
    .filter(({ name }) => name.toLowerCase().startsWith(wanted) && name.toLowerCase() !== wanted)
    .slice(0, maxSuggestions)
}

/** Completes the @mention at the end of a text with a member's name. */
export const withMention = (text: string, { name }: Named) => text.replace(/@[^@\n]*$/, `@${name} `)
