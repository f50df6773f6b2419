import * as v from 'valibot'

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'))
const address = v.pipe(text, v.url('must be a full address such as https://sso.example.com'))
const toolPage = v.object({ name: text, url: v.nullable(address) })

const schema = v.object({
  auth: v.optional(
    v.object({
      provider: v.optional(v.object({ url: address, realm: text, clientId: text })),
    }),
  ),
  api: v.object({ base: text, v1: text }),
  loginUrl: text,
  tools: v.object({
    s2spice: v.object({ name: text, serverApi: v.nullable(address) }),
    inductance: toolPage,
    impedance: toolPage,
  }),
  inspect: v.optional(v.boolean('must be true or false')),
})

/** What the site runs with, from /config.json; docs/configuration.md lists the fields. */
export type AppConfig = v.InferOutput<typeof schema>

/** A configuration that cannot be used. Its message names the field. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Checks a configuration; throws a ConfigError that names the first wrong field. */
export function parseConfig(data: unknown): AppConfig {
  const parsed = v.safeParse(schema, data)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new ConfigError(`${v.getDotPath(issue) ?? 'config.json'} ${issue.message}`)
}

/** Fetches the runtime configuration. Throws a ConfigError when it is missing, no JSON, or wrong. */
export async function loadConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json')
  let data: unknown
  try {
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
    data = await response.json()
  } catch (error) {
    throw new ConfigError(`config.json could not be read: ${error instanceof Error ? error.message : 'unknown reason'}`)
  }
  return parseConfig(data)
}
