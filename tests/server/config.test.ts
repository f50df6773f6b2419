import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { readConfig } from '../../server/config'
import { parseConfig } from '../../src/app/config'
import { covers } from '../spec-coverage/covers'

describe('the server’s environment', () => {
  test('without variables everything runs embedded on localhost', () => {
    expect(readConfig({})).toMatchObject({
      publicUrl: 'http://localhost:8080',
      dataDir: path.resolve('data'),
      allowTrial: false,
      databaseUrl: null,
      oidc: { embedded: true, issuer: 'http://localhost:8081/realms/pcb', clientId: 'pcb-web', audience: 'pcb-api' },
      s2spice: { embedded: true, serverUrl: 'http://localhost:8082/', apiUrl: 'http://localhost:8082' },
      payments: { kind: 'sandbox', url: 'http://localhost:8083' },
      loginUrl: 'http://localhost:8080/workspace',
      storageLimitBytes: 2048 * 1024 * 1024,
    })
  })

  test.each([
    [{ PORT: 'http' }, /^PORT must be a whole number/],
    [{ PORT: '70000' }, /^PORT must be at most/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must begin with postgres/],
    [{ OIDC_ISSUER: 'sso' }, /^OIDC_ISSUER must be a URL/],
    [{ PUBLIC_URL: 'localhost:8080' }, /^PUBLIC_URL must be a URL/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_WEBHOOK_SECRET is missing/],
    [{ S2SPICE_API_URL: 'http://localhost:1' }, /^S2SPICE_SERVER_URL and S2SPICE_API_URL go together/],
    [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL must begin with smtp/],
    [{ SMTP_URL: 'smtp://mail.example.com' }, /^CONTACT_EMAIL is missing/],
    [{ CONTACT_EMAIL: 'nobody' }, /^CONTACT_EMAIL must be an e-mail address/],
    [{ TRUST_PROXY: 'proxy.local' }, /^TRUST_PROXY must be addresses or networks/],
    [{ TRUST_PROXY: '10.0.0.1, 0.0.0.0/0' }, /^TRUST_PROXY must be addresses or networks/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be silent/],
    [{ TRIAL: 'true' }, /^TRIAL must be yes or no \(it is "true"\)\.$/],
  ])('%o is rejected by name, in one line', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
    expect(() => readConfig(env)).toThrow(/^[^\n]+$/)
  })

  test('the trusted proxies are loopback, or those that are listed', () => {
    expect(readConfig({}).trustProxy).toEqual(['loopback'])
    const listed = ['loopback', '10.0.0.5', '10.1.0.0/24', 'fd00::/8']
    expect(readConfig({ TRUST_PROXY: listed.join(', ') }).trustProxy).toEqual(listed)
  })

  test.each([
    { DATABASE_URL: 'someone:secret@db/boards' },
    { DATABASE_URL: 'postgres://someone:sec/ret@db:x/boards' },
    { SMTP_URL: 'someone:secret@mail.example.com' },
    { SMTP_URL: 'smtps://someone:sec/ret@mail:x' },
    { STRIPE_SECRET_KEY: 'secret' },
    { STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'secret' },
    { STRIPE_API_BASE: 'secret' },
    { OIDC_ISSUER: 'someone:secret@sso' },
    { CONTACT_EMAIL: 'secret' },
  ])('%o is rejected without its value, which may be a secret', (env) => {
    const names = Object.keys(env)
    expect(() => readConfig(env)).toThrow(new RegExp(`^(${names.join('|')}) (must|is)(?!.*(secret|sec/ret))`))
  })

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: null })
  })
})

describe('config.json', () => {
  const served = JSON.parse(readFileSync('public/config.json', 'utf8')) as Record<string, unknown>

  test('the served file is valid', () => {
    expect(parseConfig(served)).toEqual(served)
  })

  test('links to two university calculators unless an operator configures others', () => {
    covers('decisions-tool-addresses')
    const { tools } = parseConfig(served)
    for (const { url } of [tools.inductance, tools.impedance]) expect(url).toMatch(/^https:\/\/emclab\.mst\.edu\/./)
    const own = { ...tools, impedance: { ...tools.impedance, url: null } }
    expect(parseConfig({ ...served, tools: own }).tools.impedance.url).toBeNull()
  })

  test('an invalid field is reported', () => {
    expect(() => parseConfig({ ...served, api: { base: '/api' } })).toThrow(/^api\.v1 /)
    const auth = { provider: { url: 'sso', realm: 'pcb', clientId: 'pcb-web' } }
    expect(() => parseConfig({ ...served, auth })).toThrow(/^auth\.provider\.url must be a full address/)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.test',
    '/\\evil.test',
    'workspace',
    'ftp://files.test',
  ])('an address that is not a web URL is rejected: %s', (wrong) => {
    expect(() => parseConfig({ ...served, loginUrl: wrong })).toThrow(/^loginUrl must be a path such as \/workspace or/)
    const { tools } = parseConfig(served)
    for (const tool of ['inductance', 'impedance'] as const) {
      const own = { ...tools, [tool]: { ...tools[tool], url: wrong } }
      expect(() => parseConfig({ ...served, tools: own })).toThrow(
        new RegExp(`^tools.${tool}.url must be a full address`),
      )
    }
    const s2spice = { ...tools.s2spice, serverApi: wrong }
    expect(() => parseConfig({ ...served, tools: { ...tools, s2spice } })).toThrow(/^tools\.s2spice\.serverApi must be/)
  })

  test('Login may link to a path or to another site', () => {
    for (const loginUrl of ['/workspace', 'https://work.example.com/start?from=site']) {
      expect(parseConfig({ ...served, loginUrl }).loginUrl).toBe(loginUrl)
    }
  })

  test('the provider may be missing', () => {
    expect(parseConfig({ ...served, auth: undefined }).auth).toBeUndefined()
    expect(parseConfig({ ...served, auth: {} }).auth?.provider).toBeUndefined()
  })
})

describe('docs/configuration.md', () => {
  const page = readFileSync('docs/configuration.md', 'utf8')
  const rows = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)

  test('lists exactly the variables that are read', () => {
    const source = readFileSync('server/config.ts', 'utf8')
    const read = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): v\./gm)].map(([, name]) => name)
    expect(rows.filter((name) => /^[A-Z]/.test(name ?? '')).sort()).toEqual(read.sort())
  })

  test('lists exactly the fields of config.json', () => {
    const fieldsOf = (value: unknown, name: string): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => fieldsOf(inner, name ? `${name}.${key}` : key))
        : [name]
    const served: unknown = JSON.parse(readFileSync('public/config.json', 'utf8'))
    // The served file omits `inspect`, because it is disabled.
    const fields = [...fieldsOf(served, ''), 'inspect']
    expect(rows.filter((name) => !/^[A-Z]/.test(name ?? '')).sort()).toEqual(fields.sort())
  })
})
