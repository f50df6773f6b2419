import { readFileSync } from 'node:fs'
import path from 'node:path'
import { HeadBucketCommand } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'

import { readConfig, variableNames } from '../../server/config'
import { misspelledVariables } from '../../server/misspelled-variables'
import { createS3Client } from '../../server/storage/s3-storage'
import { parseConfig } from '../../src/app/config'
import { covers } from '../spec-coverage/covers'

type HttpRequest = { protocol: string; hostname: string; port?: number; path: string }

describe('the server’s environment', () => {
  test('without variables everything runs embedded on localhost', () => {
    expect(readConfig({})).toMatchObject({
      publicUrl: 'http://localhost:8080',
      dataDir: path.resolve('data'),
      isTrial: false,
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
    [{ PUBLIC_URL: 'https://example.com/boards' }, /^PUBLIC_URL must be an origin .*without a path/],
    [{ PUBLIC_URL: 'https://example.com/?a=1' }, /^PUBLIC_URL must be an origin/],
    [{ PUBLIC_URL: 'https://example.com/#a' }, /^PUBLIC_URL must be an origin/],
    [{ API_PUBLIC_URL: 'https://api.example.com/v2' }, /^API_PUBLIC_URL must be an origin/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_WEBHOOK_SECRET is missing/],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /^STRIPE_SECRET_KEY is missing: it is required with STRIPE_WEBHOOK_SECRET/],
    [{ STRIPE_API_BASE: 'http://localhost:1' }, /^STRIPE_SECRET_KEY is missing: it is required with STRIPE_API_BASE/],
    [{ STRIPE_CHECKOUT_DOMAIN: 'pay.example.com' }, /^STRIPE_SECRET_KEY is missing/],
    [{ STRIPE_CHECKOUT_DOMAIN: 'https://pay.example.com' }, /^STRIPE_CHECKOUT_DOMAIN must be a domain/],
    [
      { TRIAL: 'yes', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      /^STRIPE_SECRET_KEY is a live/,
    ],
    [{ S3_URL: 'http://localhost:9000' }, /^S3_BUCKET is missing: it is required with S3_URL/],
    [{ S3_PATH_STYLE: 'no' }, /^S3_BUCKET is missing: it is required with S3_PATH_STYLE/],
    [{ S3_BUCKET: 'boards', S3_ACCESS_KEY_ID: 'k' }, /^S3_SECRET_ACCESS_KEY is missing: .* S3_ACCESS_KEY_ID/],
    [{ S3_BUCKET: 'boards', S3_SECRET_ACCESS_KEY: 's' }, /^S3_ACCESS_KEY_ID is missing: .* S3_SECRET_ACCESS_KEY/],
    [
      { S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
      /^S3_BUCKET is missing: it is required with S3_ACCESS_KEY_ID/,
    ],
    [{ S3_BUCKET: 'boards', S3_PATH_STYLE: 'false' }, /^S3_PATH_STYLE must be yes or no/],
    [{ S2SPICE_API_URL: 'http://localhost:1' }, /^S2SPICE_SERVER_URL is missing/],
    [{ S2SPICE_SERVER_URL: 'http://localhost:1' }, /^S2SPICE_API_URL is missing/],
    [{ CONTACT_EMAIL: 'office@example.com' }, /^SMTP_URL is missing: it is required with CONTACT_EMAIL/],
    [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL must begin with smtp/],
    [{ SMTP_URL: 'smtp://mail.example.com' }, /^CONTACT_EMAIL is missing/],
    [{ CONTACT_EMAIL: 'nobody' }, /^CONTACT_EMAIL must be an e-mail address/],
    [{ TRUST_PROXY: 'proxy.local' }, /^TRUST_PROXY must be addresses or networks/],
    [{ TRUST_PROXY: '10.0.0.1, 0.0.0.0/0' }, /^TRUST_PROXY must be addresses or networks/],
    [{ UPLOAD_PART_MB: '8' }, /^UPLOAD_PART_MB must be at least 16, .* \(it is "8"\)\.$/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be a URL/],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /^OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf, .* \(it is "grpc"\)\.$/,
    ],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be silent/],
    [{ TRIAL: 'true' }, /^TRIAL must be yes or no \(it is "true"\)\.$/],
    [{ TAX_RATES: 'DE 19' }, /^TAX_RATES must be entries separated by semicolons, such as "DE VAT 19/],
    [{ TAX_RATES: 'DE VAT 19, US VAT' }, /^TAX_RATES must be entries/],
    [{ TAX_RATES: 'DE VAT 101' }, /^TAX_RATES must be entries/],
    [{ TAX_RATES: 'DE VAT 19.0001' }, /^TAX_RATES must be entries/],
    [{ TAX_RATES: 'UK VAT 20' }, /^TAX_RATES must use the two-letter country codes/],
    [{ TAX_RATES: 'DE VAT 19; DE VAT 7' }, /^TAX_RATES must list each country and region only once/],
  ])('%o is rejected by name, in one line', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
    expect(() => readConfig(env)).toThrow(/^[^\n]+$/)
  })

  test.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_SDK_DISABLED: 'true' }, false],
  ])('%o decides whether there are traces', (env, isTraced) => {
    expect(readConfig(env).isTraced).toBe(isTraced)
  })

  test.each([
    [{}, 'https://boards.s3.us-east-1.amazonaws.com/'],
    [{ S3_REGION: 'eu-central-1' }, 'https://boards.s3.eu-central-1.amazonaws.com/'],
    [{ S3_PATH_STYLE: 'yes' }, 'https://s3.us-east-1.amazonaws.com/boards/'],
    [{ S3_URL: 'http://s3.example.com:9000' }, 'http://s3.example.com:9000/boards/'],
    [{ S3_URL: 'http://s3.example.com:9000', S3_PATH_STYLE: 'no' }, 'http://boards.s3.example.com:9000/'],
  ])('with %o, the bucket is called at %s', async (env, expected) => {
    const keys = { S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
    const { s3 } = readConfig({ S3_BUCKET: 'boards', ...keys, ...env })
    if (!s3) throw new Error('S3 is not configured.')
    const client = createS3Client(s3)
    let called = ''
    // Instead of being sent, the finished request is read here.
    client.middlewareStack.add(
      () => async (given) => {
        const { protocol, hostname, port, path: where } = given.request as HttpRequest
        called = `${protocol}//${hostname}${port ? `:${port}` : ''}${where}`
        return { response: {}, output: { $metadata: {} } }
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    await client.send(new HeadBucketCommand({ Bucket: s3.bucket }))
    expect(called).toBe(expected)
  })

  test('taxes are off unless they are configured, by country or by region of one', () => {
    expect(readConfig({}).taxRates).toEqual([])
    expect(
      readConfig({ TAX_RATES: ' DE VAT 19 ; US-NY Sales tax 8.875%; US-CA Sales tax 9.25;CH MWST 0;' }).taxRates,
    ).toEqual([
      { country: 'DE', name: 'VAT', rate: 19_000 },
      { country: 'US', region: 'NY', name: 'Sales tax', rate: 8875 },
      { country: 'US', region: 'CA', name: 'Sales tax', rate: 9250 },
      { country: 'CH', name: 'MWST', rate: 0 },
    ])
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
    { PUBLIC_URL: 'https://someone:secret@example.com' },
    { PUBLIC_URL: 'https://example.com/?token=secret' },
  ])('%o is rejected without its value, which may be a secret', (env) => {
    const names = Object.keys(env)
    expect(() => readConfig(env)).toThrow(new RegExp(`^(${names.join('|')}) (must|is)(?!.*(secret|sec/ret))`))
  })

  test('origins may end in a slash', () => {
    expect(readConfig({ PUBLIC_URL: 'https://boards.example.com/' })).toMatchObject({
      publicUrl: 'https://boards.example.com',
      apiPublicUrl: 'https://boards.example.com',
    })
    expect(readConfig({ API_PUBLIC_URL: 'https://API.example.com:8443/' }).apiPublicUrl).toBe(
      'https://api.example.com:8443',
    )
  })

  test('an IPv6 address is a valid host', () => {
    expect(readConfig({ HOST: '::1' })).toMatchObject({
      host: '::1',
      publicUrl: 'http://[::1]:8080',
      oidc: { issuer: 'http://[::1]:8081/realms/pcb' },
    })
  })

  test.each([
    ['PUBLICURL', 'PUBLIC_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['database_url', 'DATABASE_URL'],
    ['STRIPE_KEY', 'STRIPE_'],
    ['STRIPE_WEBHOOK_SECERT', 'STRIPE_WEBHOOK_SECRET'],
    ['OIDC_CLIENT', 'OIDC_CLIENT_ID'],
    ['TRIALS', 'TRIAL'],
  ])('%s is reported as a probable misspelling, without its value', (name, likely) => {
    const warnings = misspelledVariables({ [name]: 'sk_live_secret' })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(`${name} is not a variable of this server and is ignored. Did you mean ${likely}`)
    expect(warnings[0]).not.toContain('secret')
  })

  test('known variables and those of other programs are not reported', () => {
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'LANG',
      'PWD',
      'TEST_DATABASE_URL',
      'NODE_OPTIONS',
      'XDG_DATA_DIRS',
      'POST',
    ]
    expect(misspelledVariables(Object.fromEntries([...variableNames, ...others].map((name) => [name, '1'])))).toEqual(
      [],
    )
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
    expect(() => parseConfig({ ...served, api: { base: '/api' } })).toThrow(/^api\.v1 is missing$/)
    expect(() => parseConfig({ ...served, tools: null })).toThrow(/^tools must be an object$/)
    expect(() => parseConfig({})).toThrow(/^api is missing$/)
    const auth = { provider: { url: 'sso', realm: 'pcb', clientId: 'pcb-web' } }
    expect(() => parseConfig({ ...served, auth })).toThrow(/^auth\.provider\.url must be a full URL/)
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
      expect(() => parseConfig({ ...served, tools: own })).toThrow(new RegExp(`^tools.${tool}.url must be a full URL`))
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
    // The served file omits these, because they are disabled.
    const fields = [...fieldsOf(served, ''), 'inspect', 'trial', 'uploadPartMb']
    expect(rows.filter((name) => !/^[A-Z]/.test(name ?? '')).sort()).toEqual(fields.sort())
  })
})
