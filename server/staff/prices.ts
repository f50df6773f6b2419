/** Handlers and data access for the price versions, which the staff plan. */
import { and, eq, gt, ne, sql } from 'drizzle-orm'

import { farthestDays, mostPlanned, nameMistakes } from '../../machines/staff/prices/price-plan'
import type { components } from '../../openapi/generated/product'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { pageClauses, pageOf, pageRequest, type PageRequest } from '../database/pages'
import { counters, priceVersions } from '../database/schema'
import { Problem, wrongField } from '../http/problem'
import { oneLine } from '../http/text'
import { defineJob, type JobHandler } from '../jobs/job'
import { currentVersion, type PriceVersionRow } from '../requests/prices'
import { type Caller, type Doer, lockPerson } from '../sharing/users'

type Schemas = components['schemas']
type NewVersion = Schemas['NewPriceVersion']

const DEFAULT_PAGE_SIZE = 50
const DAY_MS = 24 * 60 * 60 * 1000
const firstPage: PageRequest = { limit: DEFAULT_PAGE_SIZE, after: null }
const { id, validFrom } = priceVersions

export const priceHandlers = ({ db }: AppServices) =>
  ({
    listPriceVersions: ({ query }) => listVersions(db, pageRequest(query, DEFAULT_PAGE_SIZE)),

    async savePriceVersion({ identity, path, body }) {
      await saveVersion(db, path.id, body, identity)
      return listVersions(db, firstPage)
    },

    async deletePriceVersion({ identity, path, query }) {
      await removeVersion(db, path.id, query.revision, identity)
      return listVersions(db, firstPage)
    },
  }) satisfies Partial<Handlers>

/**
 * The database's current time. Unlike now(), it advances during a transaction. A query that locks a row
 * reads the time before it waits for the lock, and again only if the row was changed in the meantime.
 */
const clock = sql`date_trunc('milliseconds', clock_timestamp())`
/** The milliseconds since the transaction began. The delays of jobs are counted from that moment. */
const waitedMs = sql`extract(epoch from clock_timestamp() - now()) * 1000`.mapWith(Number)
/**
 * The condition that a version has not taken effect yet. It is checked again in the statement that changes a version,
 * because the version may take effect in the meantime.
 */
const isPlanned = gt(validFrom, clock)
const dateOf = (ms: unknown) => new Date(Number(ms))

async function listVersions(db: Db, page: PageRequest): Promise<Schemas['PriceVersionPage']> {
  // The state is read before the versions, so that a change in between is reported as a conflict rather than
  // overwritten.
  const { revision, current, now } = await stateOf(db)
  const clauses = pageClauses('newest first', [validFrom, id], page)
  const found = await db
    .select()
    .from(priceVersions)
    .where(clauses.where(undefined))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  const { rows, next } = pageOf(found, page, (row) => ({ time: row.validFrom, id: row.id }))
  const versions = rows.map(versionAnswer)
  return { versions, current: versionAnswer(current), revision, now: now.toISOString(), next }
}

/**
 * Returns the current time, the version in effect, and the revision, which consists of the number of changes and the id
 * of that version.
 */
async function stateOf(db: Db, forUpdate = false) {
  const query = db
    .select({ last: counters.last, now: sql`extract(epoch from ${clock}) * 1000`.mapWith(dateOf), waitedMs })
    .from(counters)
    .where(eq(counters.series, 'price change'))
  const [row] = await (forUpdate ? query.for('update') : query)
  if (!row) throw new Error('The counter of price changes is missing.')
  const current = await currentVersion(db, clock)
  return { revision: `${row.last}:${current.id}`, current, now: row.now, waitedMs: row.waitedMs }
}

const versionAnswer = (row: PriceVersionRow): Schemas['PriceVersion'] => ({
  id: row.id,
  valid_from: row.validFrom.toISOString(),
  si: row.si,
  pi: row.pi,
  turnaround_days: row.turnaroundDays,
  by: row.byName,
  created: row.created.toISOString(),
})

type State = Awaited<ReturnType<typeof stateOf>>

/** Changes the versions, one change at a time. `make` returns the changed version, or null if nothing has changed. */
const change = (
  db: Db,
  caller: Caller,
  make: (tx: Db, state: State, by: Doer) => Promise<PriceVersionRow | null>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    const state = await stateOf(tx, true)
    const changed = await make(tx, state, by)
    if (!changed) return
    await tx
      .update(counters)
      .set({ last: sql`${counters.last} + 1` })
      .where(eq(counters.series, 'price change'))
    // Customers are notified only when prices take effect.
    await noteChange(tx, changed.id, changed.validFrom <= state.now)
  })

async function saveVersion(db: Db, versionId: string, version: NewVersion, caller: Caller): Promise<void> {
  const wanted = { si: cleaned(version.si), pi: cleaned(version.pi), turnaroundDays: version.turnaround_days }
  await change(db, caller, async (tx, { revision, current, now, waitedMs }, by) => {
    const [known] = await tx.select().from(priceVersions).where(eq(id, versionId)).for('update')
    if (known && isSame(known, { ...wanted, from: version.valid_from }, current)) return null
    if (version.revision !== revision) throw changedMeanwhile()
    if (known && known.validFrom <= now) throw alreadyHolds()
    checkNames(wanted, current)
    const from = version.valid_from === null ? now : new Date(version.valid_from)
    await checkDate(tx, versionId, from, version.valid_from === null ? null : now)
    if (!known && (await tx.$count(priceVersions, isPlanned)) >= mostPlanned && from > now) {
      throw new Problem(409, `At most ${mostPlanned} versions can be planned. Remove one of them first.`)
    }
    const row = { ...wanted, validFrom: from, byId: by.id, byName: by.fullname, created: now }
    const [saved] = await tx
      .insert(priceVersions)
      .values({ id: versionId, ...row })
      .onConflictDoUpdate({ target: id, set: row, setWhere: isPlanned })
      .returning()
    if (!saved) throw alreadyHolds()
    // The job runs a little later, so that the version is already in effect by the clock of the job's query.
    const delayMs = from.getTime() - now.getTime() + waitedMs + 1000
    if (from > now) await announcement.add(tx, { versionId }, { delayMs })
    return saved
  })
}

const removeVersion = (db: Db, versionId: string, seen: string, caller: Caller): Promise<void> =>
  change(db, caller, async (tx, { revision, now }) => {
    const [known] = await tx.select().from(priceVersions).where(eq(id, versionId)).for('update')
    if (!known) throw new Problem(404, 'This version does not exist, or it was removed.')
    if (known.validFrom <= now) throw alreadyHolds()
    if (seen !== revision) throw changedMeanwhile()
    const [removed] = await tx
      .delete(priceVersions)
      .where(and(eq(id, versionId), isPlanned))
      .returning()
    if (!removed) throw alreadyHolds()
    return removed
  })

const changedMeanwhile = () =>
  new Problem(409, 'The prices were changed in the meantime. Your change was not made. Please check the prices again.')
const alreadyHolds = () =>
  new Problem(409, 'This version has taken effect, so it cannot be changed. Plan a new one instead.')

const cleaned = (rows: NewVersion['si']) =>
  rows.map(({ name, unit_price, text }) => ({ name: oneLine(name), unit_price, text: oneLine(text) }))

type Content = Pick<PriceVersionRow, 'si' | 'pi' | 'turnaroundDays'>

/**
 * Whether a call repeats the one that saved this version. A version that was to take effect immediately has to be the
 * current one: if it no longer is, the call is rejected.
 */
function isSame(
  known: PriceVersionRow,
  { si, pi, turnaroundDays, from }: Content & { from: string | null },
  current: PriceVersionRow,
) {
  const keyOf = (rows: Content['si']) => JSON.stringify(rows.map((row) => [row.name, row.unit_price, row.text]))
  return (
    keyOf(known.si) === keyOf(si) &&
    keyOf(known.pi) === keyOf(pi) &&
    known.turnaroundDays === turnaroundDays &&
    (from === null ? known.id === current.id : known.validFrom.getTime() === Date.parse(from))
  )
}

function checkNames({ si, pi }: Content, current: Content) {
  for (const [field, text] of Object.entries(nameMistakes({ si, pi }, current)))
    throw wrongField(field, `${field}: ${text}`)
  for (const [kind, rows] of Object.entries({ si, pi })) {
    const empty = rows.findIndex(({ text }) => text === '')
    if (empty >= 0) throw wrongField(`${kind}[${empty}].text`, `${kind}[${empty}].text must not be empty.`)
  }
}

/** Throws a 400 if a version cannot take effect at the time `from`. `now` is null if it takes effect immediately. */
async function checkDate(tx: Db, versionId: string, from: Date, now: Date | null): Promise<void> {
  const field = 'valid_from'
  if (Number.isNaN(from.getTime())) throw wrongField(field, `${field} must be a date and time.`)
  if (now && from <= now) throw wrongField(field, `${field} must be in the future.`)
  if (now && from.getTime() - now.getTime() > farthestDays * DAY_MS) {
    throw wrongField(field, `${field} must be at most two years in the future.`)
  }
  if ((await tx.$count(priceVersions, and(eq(validFrom, from), ne(id, versionId)))) > 0) {
    throw wrongField(field, `${field}: another version takes effect at this time. Choose another time.`)
  }
}

/**
 * Notifies open pages that a planned version has taken effect. The version takes effect without this job, too, but
 * pages would then show the old prices until they load the prices again, or until an order is rejected.
 */
const announcement = defineJob<{ versionId: string }>('new prices')

export const priceAnnouncement = ({ db }: Pick<AppServices, 'db'>): JobHandler =>
  announcement.runBy(async ({ versionId }) => {
    const [version] = await db
      .select({ id })
      .from(priceVersions)
      .where(and(eq(id, versionId), sql`${validFrom} <= now()`))
    // If the version was postponed, another job follows.
    if (version) await noteChange(db, versionId, true)
  })

/** Notifies the staff that the versions have changed, or everyone that new prices are in effect. */
const noteChange = async (db: Db, versionId: string, isForAll: boolean): Promise<void> => {
  await db.execute(sql`select note_change('prices', ${versionId}::uuid, ${versionId}::uuid, '', ${isForAll})`)
}
