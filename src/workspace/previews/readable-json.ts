/** A file on one line is broken into lines; nothing else of it changes, so that its numbers stay as they were written. */
export function readableJson(text: string): string {
  if (text.trim().includes('\n')) return text
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  return text.replace(tokens, (token: string) => {
    if (token.startsWith('"')) return token
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
}

const tokens = /"(?:[^"\\]|\\.)*"|\{\}|\[\]|\s*[{}[\],:]\s*/g
