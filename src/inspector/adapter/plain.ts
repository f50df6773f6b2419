/**
 * Converts values for the inspector to JSON data, with secrets redacted. Contexts may contain files, bytes, actors and
 * lists of thousands of entries; these are replaced by a summary.
 */
const hidden = '[redacted]'
const limits = { depth: 9, entries: 200, text: 4000 }

const secretName = /token|authorization|password|passwd|secret|cookie|credential|jwt/i
const secretTexts: [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, hidden],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, `$1 ${hidden}`],
  [/([?&#](?:code|state|session_state|[a-z_]*token)=)[^&#\s"']+/gi, `$1${hidden}`],
]

const cleanText = (text: string) => {
  const clean = secretTexts.reduce((done, [secret, instead]) => done.replace(secret, instead), text)
  return clean.length > limits.text ? `${clean.slice(0, limits.text)}… (${clean.length} characters)` : clean
}

/** Returns a copy of the value that is safe to show, to save in a file and to load again. */
export const plain = (value: unknown): unknown => copy(value, [])

function copy(value: unknown, around: object[]): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || value === undefined) return value
  if (typeof value !== 'object') return `[${typeof value}]`
  if (around.includes(value)) return '[circular]'
  if (around.length >= limits.depth) return '[deeper]'
  return summaryOf(value) ?? copyOf(value, [...around, value])
}

/** A short description of a value that is not plain data or is too large; null for any other value. */
function summaryOf(value: object): string | null {
  if (value instanceof Date) return value.toJSON()
  if (value instanceof URL) return cleanText(value.href)
  if (value instanceof File) return `[file ${value.name}, ${value.size} bytes]`
  if (value instanceof Blob) return `[blob, ${value.size} bytes]`
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if ('sessionId' in value && 'getSnapshot' in value) return `[actor ${String(value.sessionId)}]`
  const isData = Array.isArray(value) || value instanceof Error || value instanceof Map || value instanceof Set
  const prototype = Object.getPrototypeOf(value) as { constructor: { name: string } } | null
  return isData || prototype === null || prototype === Object.prototype ? null : `[${prototype.constructor.name}]`
}

function copyOf(value: object, around: object[]): unknown {
  if (value instanceof Map) return copyOf(Object.fromEntries(value) as object, around)
  if (value instanceof Set) return copyOf([...(value as Set<unknown>)], around)
  if (Array.isArray(value)) {
    const shown = value.slice(0, limits.entries).map((one) => copy(one, around))
    return value.length > shown.length ? [...shown, `… ${value.length - shown.length} more`] : shown
  }
  const named = value instanceof Error ? { name: value.name, message: value.message } : {}
  const entries = Object.entries({ ...named, ...value })
  return Object.fromEntries(
    entries
      .slice(0, limits.entries)
      .map(([name, one]) => [name, isSecret(name, one) ? hidden : copy(one, around)] as const),
  )
}

/**
 * Keep null, undefined and booleans visible: whether a token is present is useful information and reveals nothing
 * confidential.
 */
const isSecret = (name: string, value: unknown) =>
  secretName.test(name) && value !== null && value !== undefined && typeof value !== 'boolean'
