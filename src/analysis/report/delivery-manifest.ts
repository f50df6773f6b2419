import * as v from 'valibot'

/** A manifest that cannot be used. The message names the field or the row, unless the manifest is not JSON. */
export class ManifestError extends Error {
  override name = 'ManifestError'
}

/** The maximum length of an assumption, in characters. */
export const MAX_ASSUMPTION = 500

const words = (length: number) =>
  v.pipe(
    v.string('must be a string'),
    v.nonEmpty('must not be empty'),
    v.maxLength(length, `must have at most ${length.toLocaleString('en-US')} characters`),
  )
const finite = v.pipe(v.number('must be a number'), v.finite('must be a number'))
const positive = v.pipe(finite, v.minValue(Number.MIN_VALUE, 'must be greater than 0'))
const natural = v.pipe(finite, v.integer('must be a whole number'), v.minValue(0, 'must not be negative'))
const port = v.pipe(finite, v.integer('must be a port number'), v.minValue(1, 'must be at least 1'))
const end = v.pipe(
  v.array(port, 'must be a list of port numbers'),
  v.check((ports) => ports.length === 1 || ports.length === 2, 'must be one port, or the two ports of a pair'),
)
const point = v.pipe(
  v.tuple([v.pipe(finite, v.minValue(0, 'must not be negative')), finite], 'must be a frequency in Hz and a limit'),
  v.readonly(),
)
const points = v.pipe(
  v.array(point, 'must be a list of frequencies in Hz and limits'),
  v.minLength(1, 'must have at least one entry'),
  v.maxLength(100, 'must have at most 100 entries'),
  v.check(
    (line) => line.every(([frequency], at) => at === 0 || frequency > line[at - 1]![0]),
    'must have ascending frequencies',
  ),
)
const source = v.optional(words(300))
const name = words(255)

const limit = v.strictObject({
  quantity: v.picklist(['insertion loss', 'return loss'], 'must be "insertion loss" or "return loss"'),
  /** Frequencies in Hz and limits in dB, as positive losses. */
  points,
  source,
})

const eye = v.strictObject({
  rate: positive,
  modulation: v.optional(v.picklist(['nrz', 'pam4'], 'must be "nrz" or "pam4"'), 'nrz'),
  swing: positive,
  riseTime: positive,
  preTap: v.optional(finite, 0),
  postTap: v.optional(finite, 0),
  peaking: v.optional(finite, 0),
  feedbackTaps: v.optional(natural, 0),
  noise: v.optional(v.pipe(finite, v.minValue(0, 'must not be negative')), 0),
  errorRate: v.optional(positive, 1e-12),
  /** The required opening: its height in volts and its width in unit intervals. */
  height: positive,
  width: positive,
  source,
})

const row = {
  row: v.pipe(v.string('must be a string'), v.regex(/^(?:SI|PI) [1-9]\d{0,3}$/, 'must have the form "SI 1" or "PI 1"')),
}
const remark = v.optional(words(4000))

const channel = v.strictObject({
  ...row,
  kind: v.literal('channel'),
  network: name,
  near: end,
  far: end,
  limits: v.pipe(v.array(limit), v.maxLength(20, 'must have at most 20 entries')),
  eye: v.optional(eye),
  words: remark,
})

const supply = v.strictObject({
  ...row,
  kind: v.literal('supply'),
  network: name,
  method: v.picklist(['reflection', 'shunt-through'], 'must be "reflection" or "shunt-through"'),
  /**
   * The target impedance in ohms versus frequency, or the values from which it is derived. The ripple is a fraction of
   * the voltage.
   */
  target: v.union(
    [
      v.strictObject({ points }),
      v.strictObject({ voltage: positive, ripple: positive, step: positive, from: positive, to: positive }),
    ],
    'must have points, or voltage, ripple, step, from and to',
  ),
  source,
  words: remark,
})

const drop = v.strictObject({
  ...row,
  kind: v.literal('drop'),
  /** The nominal voltage, and the highest drop that is allowed, both in volts. */
  voltage: positive,
  allowed: positive,
  pins: v.pipe(
    v.array(v.strictObject({ pin: words(100), voltage: finite, current: v.optional(finite) })),
    v.minLength(1, 'must have at least one entry'),
    v.maxLength(1000, 'must have at most 1,000 entries'),
  ),
  source,
  words: remark,
})

const schema = v.strictObject({
  words: v.optional(words(4000)),
  assumptions: v.optional(v.pipe(v.array(words(MAX_ASSUMPTION)), v.maxLength(50, 'must have at most 50 entries')), []),
  rows: v.pipe(
    v.array(v.variant('kind', [channel, supply, drop], 'must be "channel", "supply" or "drop"')),
    v.minLength(1, 'must have at least one entry'),
    v.maxLength(1000, 'must have at most 1,000 entries'),
    v.check((rows) => new Set(rows.map((one) => one.row)).size === rows.length, 'must contain each row only once'),
  ),
})

export type DeliveryManifest = v.InferOutput<typeof schema>
export type ManifestRow = DeliveryManifest['rows'][number]
export type ChannelRow = v.InferOutput<typeof channel>
export type SupplyRow = v.InferOutput<typeof supply>
export type DropRow = v.InferOutput<typeof drop>

/** The messages about fields without messages of their own, by what the schema expects. */
const fieldMessages: Record<string, string> = {
  never: 'is not a known field',
  Array: 'must be a list',
  Object: 'must be an object',
}
const fieldMessage = ({ expected }: { expected: string | null }) => fieldMessages[expected ?? ''] ?? 'is missing'

/**
 * Reads the manifest of a delivery, which maps the delivered files to the rows of the request and states the limits.
 * Throws a ManifestError if the text is not JSON, or one that names the first invalid field.
 */
export function parseManifest(text: string): DeliveryManifest {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new ManifestError(
      `The manifest is not valid JSON: ${error instanceof Error ? error.message : 'unknown reason'}`,
    )
  }
  const parsed = v.safeParse(schema, data, { message: fieldMessage })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new ManifestError(`The manifest cannot be used: ${v.getDotPath(issue) ?? 'its content'} ${issue.message}.`)
}
