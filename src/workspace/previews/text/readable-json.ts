/** So many characters of blanks may be added; a text that is nested more deeply would take the page's memory. */
const mostAdded = 32 * 1_048_576

/**
 * A file on one line is broken into lines; nothing else of it changes, so that its numbers stay as they were written.
 * Null where it is nested so deeply that it cannot be laid out.
 */
export function readableJson(text: string): string | null {
  if (text.trim().includes('\n')) return text
  let [depth, added] = [0, 0]
  const line = () => {
    added += 1 + 2 * depth
    return added > mostAdded ? '' : `\n${'  '.repeat(depth)}`
  }
  const laidOut = text.replace(tokens, (token: string) => {
    if (token.startsWith('"') || added > mostAdded) return token
    if (token === '{}' || token === '[]') return token
    switch (token.trim()) {
      case '{':
      case '[':
        depth++
        return token.trim() + line()
      case '}':
      case ']':
        depth = Math.max(0, depth - 1)
        return line() + token.trim()
      case ',':
        return `,${line()}`
      case ':':
        return ': '
      default:
        return token
    }
  })
  return added > mostAdded ? null : laidOut
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\}|\[\]|\s*[{}[\],:]\s*/g
