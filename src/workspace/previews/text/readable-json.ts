/**
 * Maximum number of whitespace characters to add, because formatting deeply nested text could exhaust the page's
 * memory.
 */
const maxAdded = 32 * 1_048_576

/**
 * Adds line breaks and indentation to a single-line file. Nothing else changes, so numbers keep their notation. Returns
 * null if the file is nested too deeply to be formatted.
 */
export function readableJson(text: string): string | null {
  if (text.trim().includes('\n')) return text
  let [depth, added] = [0, 0]
  const line = () => {
    added += 1 + 2 * depth
    return added > maxAdded ? '' : `\n${'  '.repeat(depth)}`
  }
  const formatted = text.replace(tokens, (token: string) => {
    if (token.startsWith('"') || added > maxAdded) return token
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
  return added > maxAdded ? null : formatted
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\}|\[\]|\s*[{}[\],:]\s*/g
