import * as v from 'valibot'

const text = v.pipe(v.string('must be a string'), v.nonEmpty('must not be empty'))
const isWebAddress = (value: string) => /^https?:\/\//i.test(value) && URL.canParse(value)
const address = v.pipe(text, v.check(isWebAddress, 'must be a full URL such as https://sso.example.com'))
/**
 * A path on this site or a full URL. Paths that start with `//` or `/\` are excluded, because they would resolve to
 * another site.
 */
const destination = v.pipe(
  text,
  v.check(
    (value) => /^\/(?![/\\])/.test(value) || isWebAddress(value),
    'must be a path such as /workspace or a full URL such as https://work.example.com',
  ),
)
const toolPage = v.object({ name: text, url: v.nullable(address) })

const schema = v.object({
  auth: v.optional(
    v.object({
      provider: v.optional(
        v.object({ url: address, realm: text, clientId: text, authorizationEndpoint: v.optional(address) }),
      ),
    }),
  ),
  api: v.object({ base: text, v1: text }),
  loginUrl: destination,
  tools: v.object({
    s2spice: v.object({ name: text, serverApi: v.nullable(address) }),
    inductance: toolPage,
    impedance: toolPage,
  }),
  uploadPartMb: v.optional(
    v.pipe(
      v.number('must be a number'),
      v.integer('must be a whole number'),
      v.minValue(16, 'must be at least 16, since smaller files are sent in one request'),
    ),
  ),
  trial: v.optional(v.boolean('must be true or false')),
  inspect: v.optional(v.boolean('must be true or false')),
})

/** The runtime configuration from /config.json. docs/configuration.md lists the fields. */
export type AppConfig = v.InferOutput<typeof schema>

/** An invalid or unreadable configuration. The message names the field or states why the file could not be read. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Validates a configuration. Throws a ConfigError that names the first invalid field. */
export function parseConfig(data: unknown): AppConfig {
  const parsed = v.safeParse(schema, data)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new ConfigError(`${v.getDotPath(issue) ?? 'config.json'} ${reasonOf(issue)}`)
}

function reasonOf({ received, type, message }: v.BaseIssue<unknown>): string {
  if (received === 'undefined') return 'is missing'
  return type === 'object' ? 'must be an object' : message
}

/** Fetches the runtime configuration. Rejects with a ConfigError if it is missing, not JSON, or invalid. */
export async function loadConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json')
  let data: unknown
  try {
    if (!response.ok) throw new Error(`the server responded with ${response.status}`)
    data = await response.json()
  } catch (error) {
    throw new ConfigError(`config.json could not be read: ${error instanceof Error ? error.message : 'unknown reason'}`)
  }
  return parseConfig(data)
}
