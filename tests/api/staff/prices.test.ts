/** The versions of the price table: what is in effect, what is planned, and when customers are notified. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import type { Db } from '../../../server/database/database'
import { counters, jobs, liveEvents, priceVersions, simulationRequests } from '../../../server/database/schema'
import type { AppServices } from '../../../server/auth/route-context'
import { currentVersion } from '../../../server/requests/prices'
import { notePayment } from '../../../server/requests/store'
import { priceHandlers } from '../../../server/staff/prices'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { makeAtOnce } from '../at-once'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Page = Schemas['PriceVersionPage']
type Version = Schemas['PriceVersion']
type NewVersion = Schemas['NewPriceVersion']

let api: ApiServer
let twin: Awaited<ReturnType<ApiServer['twin']>>
let staff: Person
let colleague: Person
let customer: Person
let project: Project
let layout: File
beforeAll(async () => {
  api = await startApi()
  twin = await api.twin()
  staff = await api.person('user', 'staff')
  colleague = await api.person('staff')
  customer = await api.person('user')
  project = await createProject(customer, 'Radar')
  ;[layout] = (await upload(customer, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
})
afterAll(async () => {
  await twin.stop()
  await api.stop()
})

const listed = async (query = '') => expected(await staff.call<Page>('GET', `/v1/staff/prices${query}`), 200)
const table = async (who: Pick<Person, 'call'> = api.anonymous) =>
  expected(await who.call<Schemas['PriceTable']>('GET', '/v1/prices'), 200)

const HOUR_MS = 3_600_000
let hours = 0
/** A date in the future that no other version has. */
const later = () => new Date(Date.now() + ++hours * HOUR_MS).toISOString()

const mipi = { name: 'MIPI-D', unit_price: 2000, text: 'A report on each lane.' }
const dc = { name: 'PowerDC', unit_price: 1000, text: 'A report on the voltage drop.' }

/** A version with these changes to the usual one, at the revision that is listed now. */
async function version(changes: Partial<NewVersion> = {}): Promise<NewVersion> {
  const { revision } = await listed()
  return { valid_from: later(), si: [mipi], pi: [dc], turnaround_days: 10, revision, ...changes }
}
const put = (id: string, json: object, who = staff) => who.call<Page>('PUT', `/v1/staff/prices/${id}`, { json })
async function plan(changes: Partial<NewVersion> = {}): Promise<string> {
  const id = randomUUID()
  expected(await put(id, await version(changes)), 200)
  return id
}
const remove = (id: string, revision: string) =>
  staff.call<Page>('DELETE', `/v1/staff/prices/${id}?revision=${encodeURIComponent(revision)}`)
const found = async (id: string): Promise<Version | undefined> => (await listed()).versions.find((one) => one.id === id)

/** Moves the date of a planned version to the current time. */
const begin = (id: string, db: Db = api.db) =>
  db.update(priceVersions).set({ validFrom: sql`clock_timestamp()` }).where(eq(priceVersions.id, id))

const mipiRow = (unit_price: number) => ({
  interface: 'MIPI-D',
  speed: '1.5 Gbps',
  signal_nets: ['D0_P'],
  ground_nets: ['GND'],
  clock_signal: ['CLK'],
  unit_price,
})
/** Places an order at a price. If `turnaround` is omitted, the order is like those from pages of earlier releases. */
const order = (unit_price: number, turnaround?: number, more: Record<string, string> = {}) => {
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: unit_price, si: [mipiRow(unit_price)], pi: [] }
  const headers = { ...(turnaround !== undefined && { 'turnaround-days': String(turnaround) }), ...more }
  return customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json, headers })
}
const orderAt = async (unit_price: number, turnaround?: number) => expected(await order(unit_price, turnaround), 200).id

test('the first version has the prices of the specification, and nobody has made it', async () => {
  covers('decisions-price-versions')
  const { versions, current, next } = await listed()
  expect([versions, next]).toEqual([[current], null])
  expect(current).toMatchObject({
    by: null,
    turnaround_days: 10,
    si: [
      { name: 'MIPI-D', unit_price: 2000 },
      { name: 'PCIE-Gen5', unit_price: 3000 },
    ],
    pi: [
      { name: 'PowerAC', unit_price: 1000 },
      { name: 'PowerDC', unit_price: 1000 },
    ],
  })
  const { si, pi, turnaround_days, valid_from } = current
  expect(await table()).toEqual({ si, pi, turnaround_days, valid_from, version: current.id })
})

describe('a planned version', () => {
  test('changes nothing until its date, and then takes effect on every node at the same moment', async () => {
    covers('decisions-price-version-save', 'decisions-price-version-holds')
    const before = await table()
    const id = await plan({ si: [{ ...mipi, unit_price: 2500 }], turnaround_days: 15 })
    expect(await found(id)).toMatchObject({ by: `Pat ${staff.username}`, turnaround_days: 15, pi: [dc] })
    expect(await table()).toEqual(before)
    expected(await order(2000), 200)

    await begin(id)
    const now = await table()
    expect(now).toMatchObject({ version: id, turnaround_days: 15, si: [{ ...mipi, unit_price: 2500 }], pi: [dc] })
    expect(await table(twin.of(customer))).toEqual(now)
    expect((await listed()).current.id).toBe(id)
    const stale = await order(2000)
    expect([stale.status, (stale.body as unknown as Schemas['StalePrices']).prices]).toEqual([409, now])
    expected(await order(2500, 15), 200)
  })

  test('can be changed, moved and removed', async () => {
    covers('decisions-price-version-delete')
    const id = await plan()
    const from = later()
    expected(await put(id, await version({ valid_from: from, si: [{ ...mipi, unit_price: 9 }] }), colleague), 200)
    expect(await found(id)).toMatchObject({
      valid_from: from,
      by: `Pat ${colleague.username}`,
      si: [{ unit_price: 9 }],
    })
    const after = expected(await remove(id, (await listed()).revision), 200)
    expect(after.versions.map((one) => one.id)).not.toContain(id)
    expect((await remove(id, after.revision)).status).toBe(404)
  })

  test('can take effect immediately instead', async () => {
    const id = await plan({ si: [{ ...mipi, unit_price: 2100 }] })
    const same = await version({ si: [{ ...mipi, unit_price: 2100 }], valid_from: null })
    const { current } = expected(await put(id, same), 200)
    expect([current.id, (await table()).version]).toEqual([id, id])
  })

  test('is never changed or removed once it has taken effect, not even in the database', async () => {
    const id = await plan({ valid_from: null })
    for (const held of [false, true]) {
      if (held) await plan({ valid_from: null })
      const before = await found(id)
      expect((await put(id, await version({ si: [{ ...mipi, unit_price: 1 }] }))).status).toBe(409)
      expect((await remove(id, (await listed()).revision)).status).toBe(409)
      const row = eq(priceVersions.id, id)
      await expect(api.db.update(priceVersions).set({ turnaroundDays: 1 }).where(row)).rejects.toThrow()
      await expect(api.db.delete(priceVersions).where(row)).rejects.toThrow()
      expect(await found(id)).toEqual(before)
    }
  })

  test('is listed by date, page by page, with the current version on each page', async () => {
    const { versions, current } = await listed()
    const dates = versions.map(({ valid_from }) => valid_from)
    expect(dates).toEqual(dates.toSorted().toReversed())
    const first = await listed('?limit=1')
    const second = await listed(`?limit=1&cursor=${first.next}`)
    expect([...first.versions, ...second.versions]).toEqual(versions.slice(0, 2))
    expect([first.current, second.current]).toEqual([current, current])
  })
})

describe('two members of the staff', () => {
  test('do not overwrite each other: a person who has not seen a change is rejected, and nothing is saved', async () => {
    covers('decisions-price-version-conflict')
    const mine = await version({ si: [{ ...mipi, unit_price: 7000 }] })
    await plan()
    const id = randomUUID()
    const refused = await put(id, mine)
    expect([refused.status, refused.body]).toMatchObject([409, { message: expect.stringMatching(/in the meantime/) }])
    expect(await found(id)).toBeUndefined()
    expected(await put(id, { ...mine, revision: (await listed()).revision }), 200)
  })

  test('have to look again when another version takes effect', async () => {
    const id = await plan()
    const seen = await version()
    await begin(id)
    expect((await put(randomUUID(), seen)).status).toBe(409)
  })

  test('do not remove a version in a state that they have not seen', async () => {
    const id = await plan()
    const { revision } = await listed()
    expected(await put(id, await version({ si: [{ ...mipi, unit_price: 7100 }] }), colleague), 200)
    const refused = await remove(id, revision)
    expect([refused.status, refused.body]).toMatchObject([409, { message: expect.stringMatching(/was not made/) }])
    expect(await found(id)).toMatchObject({ si: [{ unit_price: 7100 }] })
  })

  test.each(['change', 'remove'])('cannot %s a version that takes effect while they do', async (what) => {
    const id = await plan()
    const before = await found(id)
    const json = await version({ si: [{ ...mipi, unit_price: 7200 }] })
    const call = () => (what === 'change' ? put(id, json) : remove(id, json.revision))
    const hold = (tx: Db) => tx.select().from(priceVersions).where(eq(priceVersions.id, id)).for('update')
    expect(await makeAtOnce(api.db, { hold, end: (tx) => begin(id, tx) }, [call])).toEqual([409])
    expect(await found(id)).toEqual({ ...before, valid_from: expect.any(String) })
    expect((await listed()).current.id).toBe(id)
  })

  test('see a version that takes effect while they load the list only with a revision that includes it', async () => {
    const id = await plan()
    const { current } = await listed()
    let queries = 0
    let isBegun = false
    const db = new Proxy(api.db, {
      get: (its, name: keyof Db) => {
        const member = its[name] as unknown
        if (name !== 'select') return member
        // Delays all queries after the two that read the state.
        return (...fields: []) => ((queries += 1) > 2 ? delayed(its.select(...fields)) : its.select(...fields))
      },
    })
    const begun = async () => {
      if (!isBegun) await begin(id)
      isBegun = true
    }
    const delayed = <Query extends object>(query: Query): Query =>
      new Proxy(query, {
        get: (its, name) => {
          const member = Reflect.get(its, name) as unknown
          if (typeof member !== 'function') return member
          if (name === 'then') return (...next: []) => begun().then(() => member.apply(its, next) as unknown)
          return (...args: []) => delayed(member.apply(its, args) as object)
        },
      })
    const seen = await priceHandlers({ db } as AppServices).listPriceVersions({ query: {} } as never)
    expect(isBegun).toBe(true)
    expect([seen.current.id, seen.revision.split(':')[1]]).toEqual([current.id, current.id])
    expect((await listed()).current.id).toBe(id)
  })

  test('that save at the same time, on two nodes: one is rejected', async () => {
    const [one, other] = [await version(), await version()]
    const answers = await Promise.all([put(randomUUID(), one), put(randomUUID(), other, twin.of(colleague))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a repeated call has no effect, whether it plans a version or changes the prices immediately', async () => {
    for (const valid_from of [later(), null]) {
      const id = randomUUID()
      const json = await version({ valid_from })
      const first = expected(await put(id, json), 200)
      const again = expected(await put(id, json), 200)
      expect([again.revision, again.versions]).toEqual([first.revision, first.versions])
    }
  })

  test('an immediate change that was replaced in the meantime is not confirmed again', async () => {
    const id = randomUUID()
    const json = await version({ valid_from: null, si: [{ ...mipi, unit_price: 2200 }] })
    expected(await put(id, json), 200)
    await plan({ valid_from: null, si: [{ ...mipi, unit_price: 2300 }] })
    expect((await put(id, json)).status).toBe(409)
    expect((await put(id, { ...json, revision: (await listed()).revision })).status).toBe(409)
    expect((await table()).si[0]?.unit_price).toBe(2300)
  })
})

test('names that an operator has entered in another spelling can be kept', async () => {
  const si = [{ ...mipi, name: 'mipi-d' }]
  await api.db.insert(priceVersions).values({
    ...{ id: randomUUID(), validFrom: sql`clock_timestamp()`, turnaroundDays: 10, si, pi: [dc] },
  })
  await plan({ si: [{ ...mipi, name: 'mipi-d', unit_price: 2100 }] })
  expected(await put(randomUUID(), await version({ valid_from: null, si: [mipi] })), 200)
  expect((await put(randomUUID(), await version({ si }))).status).toBe(400)
})

test('the first version is current even before it takes effect by the clock of the database', async () => {
  const { versions } = await listed('?limit=100')
  const first = await currentVersion(api.db, sql`'2001-01-01'::timestamptz`)
  expect(first.id).toBe(versions.at(-1)?.id)
})

describe('a version is rejected', () => {
  const wrong: [what: string, field: string, changes: () => object][] = [
    ['a date in the past', 'valid_from', () => ({ valid_from: '2026-01-01T00:00:00Z' })],
    [
      'a date in three years',
      'valid_from',
      () => ({ valid_from: new Date(Date.now() + 26_298 * HOUR_MS).toISOString() }),
    ],
    ['an invalid date', 'valid_from', () => ({ valid_from: 'tomorrow' })],
    ['a leap second', 'valid_from', () => ({ valid_from: '2027-12-31T23:59:60Z' })],
    ['no interface', 'si', () => ({ si: [] })],
    ['51 types', 'pi', () => ({ pi: Array.from({ length: 51 }, (_, n) => ({ ...dc, name: `P${n}` })) })],
    ['a price of zero', 'si[0].unit_price', () => ({ si: [{ ...mipi, unit_price: 0 }] })],
    ['a price with cents', 'si[0].unit_price', () => ({ si: [{ ...mipi, unit_price: 99.5 }] })],
    ['a price of a million', 'si[0].unit_price', () => ({ si: [{ ...mipi, unit_price: 1_000_000 }] })],
    ['a name twice', 'si[1].name', () => ({ si: [mipi, mipi] })],
    ['a name in both lists', 'pi[0].name', () => ({ si: [{ ...mipi, name: 'USB4' }], pi: [{ ...dc, name: 'usb4' }] })],
    ['an invisible name', 'si[0].name', () => ({ si: [{ ...mipi, name: ' \u200b' }] })],
    ['a known name in another spelling', 'si[0].name', () => ({ si: [{ ...mipi, name: 'PCIe-Gen5' }] })],
    ['a power type among the interfaces', 'si[0].name', () => ({ si: [{ ...mipi, name: 'PowerDC' }] })],
    ['a blank text', 'pi[0].text', () => ({ pi: [{ ...dc, text: ' ' }] })],
    ['a text of 301 characters', 'pi[0].text', () => ({ pi: [{ ...dc, text: 'x'.repeat(301) }] })],
    ['a turnaround of zero days', 'turnaround_days', () => ({ turnaround_days: 0 })],
    ['a turnaround of more than a year', 'turnaround_days', () => ({ turnaround_days: 366 })],
    ['an unknown member', 'discount', () => ({ discount: 1 })],
  ]
  test.each(wrong)('with %s, naming %s', async (_, field, changes) => {
    const { status, body } = await put(randomUUID(), { ...(await version()), ...changes() })
    expect([status, (body as unknown as Schemas['Problem']).errors?.map((one) => one.field)]).toEqual([400, [field]])
  })

  test('with the date of another version', async () => {
    const from = later()
    await plan({ valid_from: from })
    const { status, body } = await put(randomUUID(), await version({ valid_from: from }))
    expect([status, (body as unknown as Schemas['Problem']).errors?.[0]?.field]).toEqual([400, 'valid_from'])
  })

  test('if 20 are planned, unless it takes effect immediately', async () => {
    const isPlanned = async () => {
      const { versions, current } = await listed()
      return versions.filter(({ valid_from }) => valid_from > current.valid_from).length
    }
    while ((await isPlanned()) < 20) {
      const validFrom = new Date(later())
      await api.db
        .insert(priceVersions)
        .values({ id: randomUUID(), validFrom, si: [mipi], pi: [dc], turnaroundDays: 1 })
    }
    expect((await put(randomUUID(), await version(), colleague)).status).toBe(409)
    expected(await put(randomUUID(), await version({ valid_from: null }), colleague), 200)
    await api.db.delete(priceVersions).where(sql`valid_from > clock_timestamp()`)
  })
})

describe('orders', () => {
  beforeEach(async () => {
    await api.db.delete(simulationRequests)
  })

  test('keep their prices and their turnaround when other prices take effect', async () => {
    covers('decisions-price-version-orders')
    const at = (unit_price: number, turnaround_days: number) => ({
      valid_from: null,
      si: [{ ...mipi, unit_price }],
      turnaround_days,
    })
    await api.db.insert(priceVersions).values({
      ...{ id: randomUUID(), validFrom: new Date(), turnaroundDays: 3 },
      ...{ si: [{ ...mipi, unit_price: 2000 }], pi: [dc] },
    })
    const old = await orderAt(2000)
    expected(await put(randomUUID(), await version(at(2500, 20)), colleague), 200)
    const recent = await orderAt(2500, 20)
    for (const [id, total, days] of [
      [old, 2000, 3],
      [recent, 2500, 20],
    ] as const) {
      const [row] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
      await notePayment(api.db, { checkoutId: row?.checkoutId ?? '', state: 'paid', requestId: id, cents: total * 100 })
      const paid = expected(
        await customer.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`),
        200,
      )
      expect(paid).toMatchObject({ status: 'paid', total, turnaround_days: days, si: [{ unit_price: total }] })
      // Five business days are seven days.
      const between = (Date.parse(paid.due ?? '') - Date.parse(paid.paid ?? '')) / (24 * HOUR_MS)
      expect(between).toBeGreaterThanOrEqual(days)
      expect(between).toBeLessThan(days * 1.4 + 3)
    }
  })

  const holdDays = async (turnaround_days: number) => {
    expected(await put(randomUUID(), await version({ valid_from: null, turnaround_days })), 200)
    const now = await table()
    return { now, price: now.si[0]?.unit_price ?? 0 }
  }

  test('are rejected if the customer has seen another turnaround, with the current table', async () => {
    const { now, price } = await holdDays(15)
    for (const seen of [10, 14, 16]) {
      const { status, body } = await order(price, seen)
      expect([status, body]).toMatchObject([409, { message: expect.stringMatching(/delivery time/), prices: now }])
    }
    expected(await order(price, 15), 200)
    expect((await order(price, 0)).status).toBe(400)
  })

  test('of pages of the previous release show the usual turnaround: a longer one asks for a reload', async () => {
    const { price } = await holdDays(15)
    const { status, body } = await order(price)
    expect([status, body]).toMatchObject([409, { message: expect.stringMatching(/within 15 .* reload this page/) }])
    // If the response contained prices, these pages would report a price change after every attempt.
    expect(body).not.toHaveProperty('prices')
    for (const turnaround of [10, 5]) {
      await holdDays(turnaround)
      const id = await orderAt(price)
      const [row] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
      expect(row?.turnaroundDays).toBe(turnaround)
    }
  })

  test('that are repeated are found again, whatever is in effect now and whether the turnaround was sent', async () => {
    const { price } = await holdDays(10)
    const headers = { 'idempotency-key': randomUUID() }
    const { id } = expected(await order(price, undefined, headers), 200)
    await holdDays(12)
    for (const seen of [undefined, 10, 12]) expect(expected(await order(price, seen, headers), 200).id).toBe(id)
  })
})

describe('open pages', () => {
  test('are notified right after a version takes effect, even if the change that planned it had to wait', async () => {
    const id = randomUUID()
    const json = await version()
    const hold = (tx: Db) => tx.select().from(counters).where(eq(counters.series, 'price change')).for('update')
    expect(await makeAtOnce(api.db, { hold }, [() => put(id, json)])).toEqual([200])
    const [job] = await api.db.select().from(jobs).where(sql`${jobs.payload}->>'versionId' = ${id}`)
    const afterMs = (job?.runAt.getTime() ?? 0) - Date.parse(json.valid_from ?? '')
    expect(afterMs).toBeGreaterThan(990)
    expect(afterMs).toBeLessThan(1010)
  })

  /** The price changes of which a person is notified. */
  const told = async (who: Person, since: string) => {
    const { bytes } = await who.call('GET', '/v1/changes?once=true', { headers: { 'last-event-id': since } })
    return [...bytes.toString().matchAll(/"kind":"prices","project_id":"[^"]+","id":"([^"]+)"/g)].map(([, id]) => id)
  }
  /** The current position, after which nothing is repeated: earlier changes are deleted from the log. */
  const position = async (who: Person) => {
    await api.db.delete(liveEvents)
    const { bytes } = await who.call('GET', '/v1/changes?once=true')
    return /id: (\S+)\nevent: position/.exec(bytes.toString())?.[1] ?? ''
  }

  test('of staff are notified of a planned version, those of customers only when it takes effect', async () => {
    covers('decisions-price-version-told')
    const since = await position(customer)
    const id = randomUUID()
    expected(await put(id, await version(), colleague), 200)
    expect(await told(staff, since)).toEqual([id])
    expect(await told(customer, since)).toEqual([])

    await begin(id)
    const job = sql`${jobs.kind} = 'new prices' and ${jobs.payload} ->> 'versionId' = ${id}`
    await api.db.update(jobs).set({ runAt: sql`now() - interval '1 second'` }).where(job)
    await api.db.execute(sql`select pg_notify('jobs', '')`)
    await expect.poll(() => told(customer, since), { timeout: 15_000 }).toEqual([id])
  })

  test('of customers are notified of prices that take effect immediately', async () => {
    const since = await position(customer)
    const id = randomUUID()
    expected(await put(id, await version({ valid_from: null }), colleague), 200)
    expect(await told(customer, since)).toEqual([id])
  })
})

test('a person who deletes their data is no longer named', async () => {
  const leaving = await api.person('staff')
  const id = randomUUID()
  expected(await put(id, await version(), leaving), 200)
  const json = { username: leaving.username }
  expected(await leaving.call('POST', '/v1/users/me/deletion', { json }), 204)
  expect(await found(id)).toMatchObject({ by: 'Deleted user' })
})
