import { isIP } from 'node:net'
import path from 'node:path'
import * as v from 'valibot'

import { MB } from '../machines/lib/file-size'
import { countryCodes } from '../machines/wizard/billing/countries'
import type { TaxRate } from '../machines/wizard/billing/tax'
import type { S3Settings } from './storage/s3-storage'

/** Configuration of the whole stack. Read from the environment once, at startup. */
export type ServerConfig = {
  /** Public origin of the site, without a trailing slash. */
  publicUrl: string
  /** Public origin of the API and the share pages. The same as `publicUrl` unless the site is on another host. */
  apiPublicUrl: string
  host: string
  /** Port of the site and API. The embedded provider, tool and payment page use the next three ports. */
  port: number
  /** Proxies whose forwarding headers are trusted: addresses, networks, or `loopback`. */
  trustProxy: string[]
  /**
   * Whether the trial parts (trial-mode.ts) may be reachable from other computers. If so, all pages and orders are
   * marked as a trial.
   */
  isTrial: boolean
  dataDir: string
  /** URL of a PostgreSQL server; null for the embedded database. */
  databaseUrl: string | null
  /** The bucket for the content of files; null for the folder `files` in the data folder. */
  s3: S3Settings | null
  oidc: { embedded: boolean; issuer: string; clientId: string; audience: string }
  payments:
    | { kind: 'sandbox'; url: string }
    | {
        kind: 'stripe'
        secretKey: string
        webhookSecret: string
        apiBase: string | null
        /** The company's own domain for Stripe's payment pages; null if it has none. */
        checkoutDomain: string | null
      }
  /** The taxes that are added to orders; empty for none. */
  taxRates: TaxRate[]
  s2spice: { embedded: boolean; serverUrl: string; apiUrl: string }
  /** Target of the public site's Login link. */
  loginUrl: string
  /**
   * The mail server, and the address to which contact messages are forwarded. Null if no e-mails are sent; contact
   * messages are then only stored.
   */
  contactMail: { smtpUrl: string; to: string } | null
  storageLimitBytes: number
  /** Number of months after delivery during which a request keeps its files. */
  retentionMonths: number
  /** Number of months after which contact messages are deleted. */
  messageRetentionMonths: number
  /** Size in MB of the calls that upload a large file in parts; null for one call per file. */
  uploadPartMb: number | null
  /** Disk space that uploads must leave free. */
  diskReserveBytes: number
  /** How to handle API responses that break the contract: log them in production, fail in development and tests. */
  brokenAnswers: 'warn' | 'fail'
  /** Port of the metrics listener; null for none. */
  metricsPort: number | null
  /** Whether traces are exported. OpenTelemetry itself reads the variables that define where and how. */
  isTraced: boolean
  drain: {
    /** How long the server still accepts requests after it has become unready. */
    waitMs: number
    /** How long requests and transfers may take to finish after that. */
    limitMs: number
  }
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** Invalid configuration. The message is one line that names the variable and how to fix it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Errors show the invalid values of these variables only. All others may contain a secret, even if only by mistake. */
const shownWhenWrong = [
  'PORT',
  'METRICS_PORT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_EXPORTER',
  'DRAIN_WAIT_S',
  'DRAIN_LIMIT_S',
  'DISK_RESERVE_MB',
  'UPLOAD_PART_MB',
  'LOG_LEVEL',
  'TRIAL',
  'S3_BUCKET',
  'S3_PATH_STYLE',
]

const notAnAddress = 'is not a valid URL; special characters in its password must be percent-encoded'
const canBeParsed = (value: string) => URL.canParse(value)

const anAddress = 'must be a URL such as https://example.com'
const address = v.pipe(v.string(), v.regex(/^https?:\/\//i, anAddress), v.url(anAddress))
const seconds = v.pipe(
  v.string(),
  v.regex(/^\d+$/, 'must be a whole number'),
  v.transform(Number),
  v.maxValue(3600, 'must be at most 3600'),
)
/** The pages use absolute paths such as /workspace, so the site and the API cannot be served below a path. */
const origin = v.pipe(
  address,
  v.check(
    (url) => isOrigin(url),
    'must be an origin such as https://example.com, without a path, query or username: the URLs of the site begin at /',
  ),
  v.transform((url) => new URL(url).origin),
)
/**
 * One entry of the tax table: a country or one of its regions, the name of the tax, and the percentage, such as
 * "US-CA Sales tax 9.25".
 */
const taxEntry = /^([A-Z]{2})(?:-([A-Z\d]{1,3}))?\s+(\S.{0,39}?)\s+(\d{1,2}(?:\.\d{1,3})?|100)%?$/
const taxEntries = (list: string) => list.split(';').filter((entry) => entry.trim() !== '')

const taxRatesIn = (list: string): TaxRate[] =>
  taxEntries(list).map((entry) => {
    const [, country = '', region, name = '', percent] = taxEntry.exec(entry.trim()) ?? []
    return { country, ...(region && { region }), name, rate: Math.round(Number(percent) * 1000) }
  })

const hasEachPlaceOnce = (list: string) => {
  const places = taxRatesIn(list).map(({ country, region = '' }) => `${country}-${region}`)
  return new Set(places).size === places.length
}

const taxRates = v.pipe(
  v.string(),
  v.check(
    (list) => taxEntries(list).every((entry) => taxEntry.test(entry.trim())),
    'must be entries separated by semicolons, such as "DE VAT 19; US-CA Sales tax 9.25": each a country code with an optional region, a name and a percentage',
  ),
  v.check(
    (list) => taxRatesIn(list).every(({ country }) => countryCodes.includes(country)),
    'must use the two-letter country codes of ISO 3166',
  ),
  v.check(hasEachPlaceOnce, 'must list each country and region only once'),
  v.check((list) => taxEntries(list).length <= 500, 'must have at most 500 entries'),
  v.transform(taxRatesIn),
)

const otlpProtocol = v.literal('http/protobuf', 'must be http/protobuf, the only protocol that this server supports')

const environment = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/, 'must be a whole number'),
      v.transform(Number),
      v.maxValue(65_532, 'must be at most 65532'),
      v.minValue(1, 'must be at least 1'),
    ),
    '8080',
  ),
  METRICS_PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/, 'must be a whole number'),
      v.transform(Number),
      v.minValue(1, 'must be at least 1'),
      v.maxValue(65_535, 'must be at most 65535'),
    ),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(address),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(address),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(otlpProtocol),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: v.optional(otlpProtocol),
  OTEL_SDK_DISABLED: v.optional(v.picklist(['true', 'false'], 'must be true or false')),
  OTEL_TRACES_EXPORTER: v.optional(v.picklist(['otlp', 'none'], 'must be otlp or none')),
  DRAIN_WAIT_S: v.optional(seconds, '0'),
  DRAIN_LIMIT_S: v.optional(seconds, '3'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'localhost'),
  PUBLIC_URL: v.optional(origin),
  API_PUBLIC_URL: v.optional(origin),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((entry) => entry.trim())),
      v.check(
        (list) => list.every(isProxy),
        'must be addresses or networks such as 10.0.0.5 or 10.0.0.0/24, or loopback, separated by commas',
      ),
    ),
    'loopback',
  ),
  TRIAL: v.optional(v.picklist(['yes', 'no'], 'must be yes or no'), 'no'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'data'),
  DISK_RESERVE_MB: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number of at most 9 digits'), v.transform(Number)),
    '512',
  ),
  UPLOAD_PART_MB: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'must be a whole number of at most 4 digits'),
      v.transform(Number),
      v.minValue(16, 'must be at least 16, since smaller files are sent in one request'),
      v.maxValue(2048, 'must be at most 2048'),
    ),
  ),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'),
      v.check(canBeParsed, notAnAddress),
    ),
  ),
  S3_BUCKET: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket, such as customer-files'),
    ),
  ),
  S3_URL: v.optional(
    v.pipe(
      address,
      v.check(
        (url) => isOrigin(url),
        'must be the URL of an S3 server, such as https://s3.example.com, without a path',
      ),
    ),
  ),
  S3_REGION: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  S3_PATH_STYLE: v.optional(v.picklist(['yes', 'no'], 'must be yes or no')),
  OIDC_ISSUER: v.optional(address),
  OIDC_CLIENT_ID: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'pcb-web'),
  OIDC_AUDIENCE: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'pcb-api'),
  STRIPE_SECRET_KEY: v.optional(v.pipe(v.string(), v.regex(/^(sk|rk)_/, 'must begin with sk_ or rk_'))),
  STRIPE_WEBHOOK_SECRET: v.optional(v.pipe(v.string(), v.startsWith('whsec_', 'must begin with whsec_'))),
  STRIPE_API_BASE: v.optional(address),
  STRIPE_CHECKOUT_DOMAIN: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, 'must be a domain such as pay.example.com, without https:// or a path'),
    ),
  ),
  TAX_RATES: v.optional(taxRates, ''),
  S2SPICE_SERVER_URL: v.optional(address),
  S2SPICE_API_URL: v.optional(address),
  LOGIN_URL: v.optional(address),
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
      v.check(canBeParsed, notAnAddress),
    ),
  ),
  CONTACT_EMAIL: v.optional(v.pipe(v.string(), v.email('must be an e-mail address'))),
  RETENTION_MONTHS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/, 'must be a whole number'),
      v.transform(Number),
      v.maxValue(1200, 'must be at most 1200'),
    ),
    '24',
  ),
  MESSAGE_RETENTION_MONTHS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/, 'must be a whole number'),
      v.transform(Number),
      v.minValue(1, 'must be at least 1'),
      v.maxValue(1200, 'must be at most 1200'),
    ),
    '24',
  ),
  NODE_ENV: v.optional(v.string(), 'production'),
  LOG_LEVEL: v.optional(
    v.picklist(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug'),
    'warn',
  ),
})

type Settings = v.InferOutput<typeof environment>

/** The names of all variables that the server reads. */
export const variableNames = Object.keys(environment.entries)

/**
 * Whether `text` is `loopback`, an address or a network. Refuses /0 networks, which would let any client forge its
 * address.
 */
function isProxy(text: string): boolean {
  if (text === 'loopback') return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Whether a URL has no path, query, or credentials. */
function isOrigin(url: string): boolean {
  const { origin, href } = new URL(url)
  return href === `${origin}/`
}

/** Variables that have no effect without another variable. It is an error to set only the first of the two. */
const requires: [name: keyof Settings, required: keyof Settings, reason: string][] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'to verify what Stripe reports'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY', 'to open payment pages'],
  ['STRIPE_API_BASE', 'STRIPE_SECRET_KEY', 'to call that API'],
  ['STRIPE_CHECKOUT_DOMAIN', 'STRIPE_SECRET_KEY', 'to open payment pages there'],
  ['S3_URL', 'S3_BUCKET', 'as the bucket that stores the files'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'since the two belong together'],
  ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID', 'since the two belong together'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET', 'as the bucket that stores the files'],
  ['S3_PATH_STYLE', 'S3_BUCKET', 'as the bucket that stores the files'],
  ['S2SPICE_SERVER_URL', 'S2SPICE_API_URL', 'since the two belong to the same server'],
  ['S2SPICE_API_URL', 'S2SPICE_SERVER_URL', 'since the two belong to the same server'],
  ['SMTP_URL', 'CONTACT_EMAIL', 'as the recipient of contact messages'],
  ['CONTACT_EMAIL', 'SMTP_URL', 'to send contact messages there'],
]

function refuseHalfSet(settings: Settings) {
  for (const [name, required, reason] of requires) {
    if (settings[name] !== undefined && settings[required] === undefined) {
      throw new ConfigError(`${required} is missing: it is required with ${name}, ${reason}.`)
    }
  }
  if (settings.TRIAL === 'yes' && /^(sk|rk)_live_/.test(settings.STRIPE_SECRET_KEY ?? '')) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is a live key, but TRIAL=yes marks orders as having no value: use a test key, or remove TRIAL.',
    )
  }
}

const trimmed = (url: string) => url.replace(/\/+$/, '')

/** Reads the environment (see docs/configuration.md). Throws a ConfigError that names the first wrong variable. */
export function readConfig(env: Record<string, string | undefined>): ServerConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = v.safeParse(environment, given)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const name = String(issue.path?.[0].key)
    const value = shownWhenWrong.includes(name) ? ` (it is "${String(issue.input)}")` : ''
    throw new ConfigError(`${name} ${issue.message}${value}.`)
  }
  const settings = parsed.output
  const host = isIP(settings.HOST) === 6 ? `[${settings.HOST}]` : settings.HOST
  const local = (offset: number) => `http://${host}:${settings.PORT + offset}`
  const publicUrl = settings.PUBLIC_URL ?? local(0)
  refuseHalfSet(settings)

  return {
    publicUrl,
    apiPublicUrl: settings.API_PUBLIC_URL ?? publicUrl,
    host: settings.HOST,
    port: settings.PORT,
    trustProxy: settings.TRUST_PROXY,
    isTrial: settings.TRIAL === 'yes',
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    s3: settings.S3_BUCKET === undefined ? null : s3Of(settings, settings.S3_BUCKET),
    oidc: {
      embedded: settings.OIDC_ISSUER === undefined,
      issuer: trimmed(settings.OIDC_ISSUER ?? `${local(1)}/realms/pcb`),
      clientId: settings.OIDC_CLIENT_ID,
      audience: settings.OIDC_AUDIENCE,
    },
    payments:
      settings.STRIPE_SECRET_KEY && settings.STRIPE_WEBHOOK_SECRET
        ? {
            kind: 'stripe',
            secretKey: settings.STRIPE_SECRET_KEY,
            webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
            apiBase: settings.STRIPE_API_BASE ?? null,
            checkoutDomain: settings.STRIPE_CHECKOUT_DOMAIN ?? null,
          }
        : { kind: 'sandbox', url: local(3) },
    taxRates: settings.TAX_RATES,
    s2spice: {
      embedded: settings.S2SPICE_SERVER_URL === undefined,
      serverUrl: settings.S2SPICE_SERVER_URL ?? `${local(2)}/`,
      apiUrl: trimmed(settings.S2SPICE_API_URL ?? local(2)),
    },
    loginUrl: settings.LOGIN_URL ?? `${publicUrl}/workspace`,
    contactMail:
      settings.SMTP_URL && settings.CONTACT_EMAIL ? { smtpUrl: settings.SMTP_URL, to: settings.CONTACT_EMAIL } : null,
    storageLimitBytes: 2048 * MB,
    retentionMonths: settings.RETENTION_MONTHS,
    messageRetentionMonths: settings.MESSAGE_RETENTION_MONTHS,
    uploadPartMb: settings.UPLOAD_PART_MB ?? null,
    diskReserveBytes: settings.DISK_RESERVE_MB * MB,
    brokenAnswers: settings.NODE_ENV === 'development' || settings.NODE_ENV === 'test' ? 'fail' : 'warn',
    metricsPort: settings.METRICS_PORT ?? null,
    isTraced:
      (settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined &&
      settings.OTEL_SDK_DISABLED !== 'true' &&
      settings.OTEL_TRACES_EXPORTER !== 'none',
    drain: { waitMs: settings.DRAIN_WAIT_S * 1000, limitMs: settings.DRAIN_LIMIT_S * 1000 },
    logLevel: settings.LOG_LEVEL,
  }
}

const s3Of = (settings: Settings, bucket: string): S3Settings => ({
  url: settings.S3_URL ? trimmed(settings.S3_URL) : null,
  bucket,
  region: settings.S3_REGION,
  credentials:
    settings.S3_ACCESS_KEY_ID && settings.S3_SECRET_ACCESS_KEY
      ? { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY }
      : null,
  // Most servers other than AWS have no host name for each bucket.
  pathStyle: settings.S3_PATH_STYLE === undefined ? settings.S3_URL !== undefined : settings.S3_PATH_STYLE === 'yes',
})
