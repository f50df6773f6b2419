/** The text that replaces a secret. */
export const hidden = '[redacted]'
const limits = { depth: 9, entries: 200, text: 4000 }

/** What is secret in an app, in addition to what is secret everywhere. */
export type Secrets = {
  /** Words that occur in the names of secret values. */
  names?: readonly string[]
  /** Secrets in text, as global patterns. */
  texts?: readonly RegExp[]
}

const secretWords = 'token|authorization|password|passwd|secret|cookie|credential|jwt'

/**
 * Matches a value under a secret name in JSON that is embedded in text. Quotes may be escaped, for JSON within JSON.
 */
const inJson = (names: string) =>
  new RegExp(
    `(?<!\\\\)(\\\\*")([^"\\\\]*(?:${names})[^"\\\\]*)\\1(\\s*:\\s*)(?:\\1(?:(?!\\1)\\\\[^]|(?!\\1)[^])*\\1|[-+\\d.][-+\\w.]*)`,
    'gi',
  )

const secretTexts: [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, hidden],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, `$1 ${hidden}`],
  [/([?&#](?:code|state|session_state)=)[^&#\s"']+/gi, `$1${hidden}`],
  [/((?:^|[?&#\s])[\w-]*(?:token|password|passwd|secret|jwt)=)[^&#\s"']+/gi, `$1${hidden}`],
  // Apps put secrets into fragments, because browsers do not send them to servers. A fragment such as name=value
  // remains readable, unless another pattern matches it.
  [/((?:\bhttps?:\/\/|(?<![\w.~/-])\/)[^\s"'<>#]{0,2000}#)(?![\w-]+=)[^\s"'<>]+/gi, `$1${hidden}`],
  [/(^|\s)#[\w-]{24,}(?!\S)/g, `$1#${hidden}`],
]

type Rules = { isSecret: (name: string) => boolean; texts: [RegExp, string][] }

function rulesOf({ names = [], texts = [] }: Secrets): Rules {
  const all = [secretWords, ...names.map((name) => name.replace(/[^\w]/g, String.raw`\$&`))].join('|')
  const name = new RegExp(all, 'i')
  return {
    isSecret: (one) => name.test(one),
    texts: [
      [inJson(all), `$1$2$1$3$1${hidden}$1`],
      ...secretTexts,
      ...texts.map((one): [RegExp, string] => [one, hidden]),
    ],
  }
}

function cleanText(text: string, { texts }: Rules) {
  const clean = texts.reduce((done, [secret, instead]) => done.replace(secret, instead), text)
  return clean.length > limits.text ? `${clean.slice(0, limits.text)}… (${clean.length} characters)` : clean
}

/**
 * Returns a function that copies values as JSON data, with secrets redacted. Contexts may contain files, bytes, actors
 * and lists of thousands of entries; these are summarized or shortened. A copy is safe to show, to save in a file and
 * to load again.
 */
export function plainWithout(secrets: Secrets) {
  const rules = rulesOf(secrets)
  return (value: unknown): unknown => copy(value, [], rules)
}

/** A copy of the value without what is secret in every app. */
export const plain = plainWithout({})

function copy(value: unknown, around: object[], rules: Rules): unknown {
  if (typeof value === 'string') return cleanText(value, rules)
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || value === undefined) return value
  if (typeof value !== 'object') return `[${typeof value}]`
  if (around.includes(value)) return '[circular]'
  if (around.length >= limits.depth) return '[deeper]'
  return summaryOf(value, rules) ?? copyOf(value, [...around, value], rules)
}

/** A short description of a value that cannot be copied as data; null for any other value. */
function summaryOf(value: object, rules: Rules): string | null {
  if (value instanceof Date) return value.toJSON()
  if (value instanceof URL) return cleanText(value.href, rules)
  if (value instanceof File) return `[file ${value.name}, ${value.size} bytes]`
  if (value instanceof Blob) return `[blob, ${value.size} bytes]`
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if ('sessionId' in value && 'getSnapshot' in value) return `[actor ${String(value.sessionId)}]`
  const isData = Array.isArray(value) || value instanceof Error || value instanceof Map || value instanceof Set
  const prototype = Object.getPrototypeOf(value) as { constructor: { name: string } } | null
  return isData || prototype === null || prototype === Object.prototype ? null : `[${prototype.constructor.name}]`
}

function copyOf(value: object, around: object[], rules: Rules): unknown {
  if (value instanceof Map) return copyOf(Object.fromEntries(value) as object, around, rules)
  if (value instanceof Set) return copyOf([...(value as Set<unknown>)], around, rules)
  if (Array.isArray(value)) {
    const shown = value.slice(0, limits.entries).map((one) => copy(one, around, rules))
    return value.length > shown.length ? [...shown, `… ${value.length - shown.length} more`] : shown
  }
  const named = value instanceof Error ? { name: value.name, message: value.message } : {}
  const entries = Object.entries({ ...named, ...value })
  return Object.fromEntries(
    entries
      .slice(0, limits.entries)
      .map(([name, one]) => [name, isSecret(name, one, rules) ? hidden : copy(one, around, rules)] as const),
  )
}

/**
 * Null, undefined and booleans stay visible: whether a token is present is useful information and reveals nothing
 * confidential.
 */
const isSecret = (name: string, value: unknown, rules: Rules) =>
  rules.isSecret(name) && value !== null && value !== undefined && typeof value !== 'boolean'
