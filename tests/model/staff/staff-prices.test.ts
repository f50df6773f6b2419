import { describe, expect, test } from 'vitest'
import { createActor, type EventFrom, fromCallback, fromPromise } from 'xstate'

import { isPriceForm, localTime, type PriceForm } from '../../../machines/staff/prices/price-form'
import * as prices from '../../../machines/staff/prices/staff-prices.machine'
import { priceVersion, priceVersionPage } from './samples'

type Page = prices.PriceVersionPage
type Answer = { resolve: (page: Page) => void; reject: (error: Error) => void }

const revised = (revision: string): Page => priceVersionPage({ revision })

type PriceEvent = EventFrom<typeof prices.staffPricesMachine>
type Untimed<Event> = Event extends { now: number } ? Omit<Event, 'newId' | 'now'> : never
type TimedEvent = Untimed<PriceEvent>

/** Starts the machine with calls that the test answers itself, in any order. */
function start(form: PriceForm | null = null, clock = () => Date.parse(priceVersionPage().now)) {
  const loads: Answer[] = []
  const saves: (Answer & prices.SavedVersion)[] = []
  let ids = 0
  const arrived = async (answer: Promise<Page>) => ({ page: await answer, at: clock() })
  const actor = createActor(
    prices.staffPricesMachine.provide({
      actors: {
        loadVersions: fromPromise<prices.ArrivedVersions, { cursor: string | null }>(() =>
          arrived(new Promise((resolve, reject) => loads.push({ resolve, reject }))),
        ),
        save: fromPromise<prices.ArrivedVersions, prices.SavedVersion>(({ input }) =>
          arrived(new Promise((resolve, reject) => saves.push({ ...input, resolve, reject }))),
        ),
        followPrices: fromCallback(() => {}),
      },
    }),
    { input: { form } },
  ).start()
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  /** Sends an event that depends on the time or may need a new id, as the view does. */
  const send = (event: TimedEvent) => {
    const isNumbered = event.type === 'plan.begun' || event.type === 'plan.compared'
    actor.send({ ...event, ...(isNumbered && { newId: `new-${(ids += 1)}` }), now: clock() } as PriceEvent)
  }
  return { actor, send, loads, saves, settle }
}

/** A changed form, compared with the previous prices. */
async function compared() {
  const started = start()
  const { actor, send, loads, settle } = started
  loads[0]?.resolve(revised('1:a'))
  await settle()
  send({ type: 'plan.begun', versionId: null })
  actor.send({ type: 'row.typed', of: 'si', key: 0, change: { price: '2500' } })
  send({ type: 'plan.compared' })
  return started
}

test('a version is saved with the revision that was compared, even if the list has changed since', async () => {
  const { actor, send, loads, saves, settle } = await compared()
  actor.send({ type: 'prices.outdated' })
  loads[1]?.resolve(revised('2:a'))
  await settle()
  actor.send({ type: 'plan.saved' })
  expect(saves[0]).toMatchObject({ id: 'new-1', version: { revision: '1:a', si: [{ unit_price: 2500 }] } })

  // The server rejects it. What was typed is kept, and the next comparison is with the current versions.
  saves[0]?.reject(new Error('The prices were changed in the meantime.'))
  await settle()
  loads[2]?.resolve(revised('3:a'))
  await settle()
  expect(prices.pricesFailureOf(actor.getSnapshot())).toBe('The prices were changed in the meantime.')
  expect(prices.priceFormIn(actor.getSnapshot())?.si[0]?.price).toBe('2500')
  send({ type: 'plan.compared' })
  actor.send({ type: 'plan.saved' })
  expect(saves[1]).toMatchObject({ id: 'new-1', version: { revision: '3:a' } })
})

// The messages from the server and the contract, and what the staff read beside the field and above the form.
test.each([
  [
    'valid_from',
    'valid_from: another version takes effect at this time. Choose another time.',
    'Another version takes effect at this time. Choose another time.',
    'The date and time: another version takes effect at this time. Choose another time.',
  ],
  ['valid_from', 'valid_from must be in the future.', 'The date and time must be in the future.'],
  ['turnaround_days', 'turnaround_days is missing.', 'The delivery time is missing.'],
  [
    'si[0].name',
    'si[0].name: Another row already has this name.',
    'Another row already has this name.',
    'Signal integrity row 1, name: Another row already has this name.',
  ],
  ['si[0].text', 'si[0].text must not be empty.', 'Signal integrity row 1, text must not be empty.'],
  [
    'pi[1].text',
    'pi[1].text must have at most 300 characters (it has 301).',
    'Power integrity row 2, text must have at most 300 characters (it has 301).',
  ],
  ['si', 'si must have at most 50 entries.', 'The signal integrity rows must have at most 50 entries.'],
])('the field %s is marked when the server rejects it: "%s"', async (field, message, text, title = text) => {
  const { actor, saves, settle } = await compared()
  actor.send({ type: 'plan.saved' })
  saves[0]?.reject(Object.assign(new Error(message), { errors: [{ field, message }] }))
  await settle()
  expect(prices.priceMistakesOf(actor.getSnapshot())).toEqual({ [field]: text })
  expect(prices.pricesFailureOf(actor.getSnapshot())).toBe(title)
})

test.each([
  [730, {}],
  [731, { valid_from: 'Enter a time within the next two years.' }],
])('prices can be planned two years ahead: %i days', async (days, mistakes) => {
  const { actor, send } = await compared()
  actor.send({ type: 'comparison.left' })
  const date = new Date(new Date(priceVersionPage().now).getTime() + days * 86_400_000)
  send({ type: 'start.typed', text: localTime(date) })
  send({ type: 'plan.compared' })
  expect(prices.priceMistakesOf(actor.getSnapshot())).toEqual(mistakes)
})

test('a list that was requested before the answer to a change does not replace it', async () => {
  const { actor, loads, saves, settle } = await compared()
  actor.send({ type: 'plan.saved' })
  actor.send({ type: 'prices.outdated' })
  const saved = priceVersion({ id: 'new-1', valid_from: '2026-02-01T00:00:00.000Z' })
  saves[0]?.resolve(priceVersionPage({ versions: [saved, priceVersion()], revision: '2:a' }))
  await settle()
  loads[1]?.resolve(revised('1:a'))
  await settle()
  expect(prices.priceListOf(actor.getSnapshot())?.versions.map(({ id }) => id)).toContain('new-1')
  expect(prices.isPriceWorkDone(actor.getSnapshot())).toBe(true)
})

test('an update that fails keeps the list, and the next change loads it again', async () => {
  const { actor, loads, settle } = start()
  loads[0]?.resolve(revised('1:a'))
  await settle()
  actor.send({ type: 'prices.outdated' })
  loads[1]?.reject(new Error('down'))
  await settle()
  expect(prices.priceListOf(actor.getSnapshot())?.revision).toBe('1:a')
  expect(prices.pricesFailureOf(actor.getSnapshot())).toBeNull()
  actor.send({ type: 'prices.outdated' })
  loads[2]?.resolve(revised('2:a'))
  await settle()
  expect(prices.priceListOf(actor.getSnapshot())?.revision).toBe('2:a')
})

describe('a planned version that begins while it is being changed', () => {
  const planned = priceVersion({ id: 'p1', valid_from: '2026-02-01T00:00:00.000Z' })
  const before = priceVersionPage({ versions: [planned, priceVersion()], revision: '1:a' })
  const after = priceVersionPage({ versions: [planned, priceVersion()], current: planned, revision: '1:p1' })

  /** Changes the planned price, then compares and saves it; the server rejects it. Then compares and saves it again. */
  async function rejected(price: string) {
    const started = start()
    const { actor, send, loads, saves, settle } = started
    loads[0]?.resolve(before)
    await settle()
    send({ type: 'plan.begun', versionId: 'p1' })
    actor.send({ type: 'row.typed', of: 'si', key: 0, change: { price } })
    send({ type: 'start.chosen', isAtOnce: true })
    send({ type: 'plan.compared' })
    actor.send({ type: 'plan.saved' })
    expect(saves[0]?.id).toBe('p1')
    saves[0]?.reject(new Error('This version has taken effect.'))
    await settle()
    loads[1]?.resolve(after)
    await settle()
    send({ type: 'plan.compared' })
    actor.send({ type: 'plan.saved' })
    return started
  }

  test('becomes a new version with what was typed', async () => {
    const { actor, saves } = await rejected('2750')
    expect(saves[1]).toMatchObject({ id: 'new-3', version: { revision: '1:p1', si: [{ unit_price: 2750 }] } })
    expect(prices.priceFormIn(actor.getSnapshot())?.planned).toBeNull()
  })

  test('becomes a new version if it was in effect but no longer is, even with the same values', async () => {
    const started = start()
    const { actor, send, loads, saves, settle } = started
    loads[0]?.resolve(before)
    await settle()
    send({ type: 'plan.begun', versionId: 'p1' })
    send({ type: 'start.chosen', isAtOnce: true })
    const next = priceVersion({ id: 'p2', valid_from: '2026-02-02T00:00:00.000Z' })
    actor.send({ type: 'prices.outdated' })
    loads[1]?.resolve({ ...after, versions: [next, ...after.versions], current: next })
    await settle()
    send({ type: 'plan.compared' })
    actor.send({ type: 'plan.saved' })
    expect(saves[0]?.id).toBe('new-2')
  })

  test('is sent again unchanged if it is in effect, because only the answer was lost', async () => {
    const { saves } = await rejected(String(planned.si[0]?.unit_price))
    expect(saves[1]?.id).toBe('p1')
  })
})

test('versions are planned or earlier by the current one, wherever it is listed', async () => {
  const { actor, loads, settle } = start()
  const at = (id: string, month: string, price = 2000) =>
    priceVersion({ id, valid_from: `${month}-01T00:00:00.000Z`, si: [{ name: 'MIPI-D', unit_price: price }] })
  const [second, first, current] = [at('p2', '2026-03', 2500), at('p1', '2026-02', 2200), at('c', '2026-01')]
  const listedIds = () => {
    const snapshot = actor.getSnapshot()
    const ids = (versions: { id: string }[]) => versions.map(({ id }) => id)
    return [
      ids(prices.plannedVersionsOf(snapshot).map(({ version }) => version)),
      ids(prices.earlierVersionsOf(snapshot)),
    ]
  }
  expect(listedIds()).toEqual([[], []])
  loads[0]?.resolve(priceVersionPage({ versions: [second, first], current }))
  await settle()
  expect(listedIds()).toEqual([['p1', 'p2'], []])
  expect(prices.plannedVersionsOf(actor.getSnapshot())).toMatchObject([
    { planned: null, change: { rows: [{ price: { was: 2000, is: 2200 } }] } },
    { planned: first.valid_from, change: { rows: [{ price: { was: 2200, is: 2500 } }] } },
  ])
  actor.send({ type: 'prices.outdated' })
  loads[1]?.resolve(priceVersionPage({ versions: [second, first, current, at('e1', '2025-12')], current: first }))
  await settle()
  expect(listedIds()).toEqual([['p2'], ['c', 'e1']])
})

describe('a version between others', () => {
  const at = (month: number) => new Date(2026, month - 1, 1).toISOString()
  const mipi = (unit_price: number) => ({ si: [{ name: 'MIPI-D', unit_price }] })
  const [first, second] = [priceVersion(), priceVersion({ id: 'v2', valid_from: at(3), ...mipi(2500) })]

  async function planning(versions = [second, first], versionId: string | null = null) {
    const started = start()
    const { actor, send, loads, saves, settle } = started
    loads[0]?.resolve(priceVersionPage({ versions }))
    await settle()
    send({ type: 'plan.begun', versionId })
    const startOn = (month: number) => send({ type: 'start.typed', text: localTime(new Date(at(month))) })
    const typePrice = (of: 'si' | 'pi', price: string) =>
      actor.send({ type: 'row.typed', of, key: of === 'si' ? 0 : 1, change: { price } })
    const compare = () => {
      send({ type: 'plan.compared' })
      return prices.comparisonOf(actor.getSnapshot())
    }
    const save = () => {
      actor.send({ type: 'plan.saved' })
      return saves[0]?.version
    }
    return { ...started, startOn, typePrice, compare, save }
  }
  const changeOf = (name: string, was: number, is: number) => ({ name, price: { was, is }, text: null })

  test('continues the planned version before it, so that only what was entered changes', async () => {
    const { actor, startOn, typePrice, compare, save } = await planning()
    typePrice('pi', '1200')
    startOn(4)
    expect(prices.priceFormIn(actor.getSnapshot())?.si[0]?.price).toBe('2500')
    expect(compare()).toEqual({
      planned: second.valid_from,
      change: { rows: [changeOf('PowerDC', 1000, 1200)], days: { was: 10, is: 10 } },
      undone: null,
    })
    expect(save()).toMatchObject({ si: [{ unit_price: 2500 }], pi: [{ unit_price: 1200 }] })
  })

  test('starts from a planned version that begins before tomorrow', async () => {
    const tonight = { ...second, valid_from: '2026-01-05T12:00:01.000Z' }
    const { actor } = await planning([tonight, first])
    expect(prices.priceFormIn(actor.getSnapshot())?.si[0]?.price).toBe('2500')
  })

  test('that is moved back before another one is compared again, with what was entered', async () => {
    const { startOn, typePrice, compare, actor } = await planning()
    startOn(4)
    typePrice('pi', '1200')
    expect(compare()?.planned).toBe(second.valid_from)
    actor.send({ type: 'comparison.left' })
    startOn(2)
    expect(compare()).toMatchObject({ planned: null, change: { rows: [changeOf('PowerDC', 1000, 1200)] } })
  })

  test('shows an entry as a difference from the version that it then follows', async () => {
    const { startOn, typePrice, compare } = await planning()
    typePrice('si', '2100')
    startOn(4)
    expect(compare()?.change.rows).toEqual([changeOf('MIPI-D', 2500, 2100)])
  })

  test('names what the next planned version changes back, even for a change at once', async () => {
    const { actor, send, typePrice, compare } = await planning()
    typePrice('pi', '1200')
    actor.send({ type: 'days.typed', text: '12' })
    send({ type: 'start.chosen', isAtOnce: true })
    expect(compare()).toMatchObject({
      planned: null,
      change: { rows: [changeOf('PowerDC', 1000, 1200)], days: { was: 10, is: 12 } },
      undone: {
        from: second.valid_from,
        change: { rows: [changeOf('PowerDC', 1200, 1000)], days: { was: 12, is: 10 } },
      },
    })
  })

  test('does not name what the next planned version changes anyway', async () => {
    const { typePrice, compare } = await planning()
    typePrice('si', '2100')
    expect(compare()?.undone).toBeNull()
  })

  test('is not compared with itself when it is changed', async () => {
    const { typePrice, compare } = await planning([second, first], 'v2')
    typePrice('si', '2600')
    expect(compare()).toEqual({
      planned: null,
      change: { rows: [changeOf('MIPI-D', 2000, 2600)], days: { was: 10, is: 10 } },
      undone: null,
    })
  })

  test('gets the rows that the version before it adds, and loses those that it removes', async () => {
    const usb = { name: 'USB4', unit_price: 4000, text: 'An eye.' }
    const added = { ...second, si: [...first.si, usb], pi: [{ name: 'PowerAC', unit_price: 900 }], turnaround_days: 8 }
    const { startOn, compare, save } = await planning([added, first])
    startOn(4)
    expect(compare()?.change).toEqual({ rows: [], days: { was: 8, is: 8 } })
    expect(save()).toMatchObject({ si: [{ name: 'MIPI-D' }, usb], pi: [{ name: 'PowerAC' }], turnaround_days: 8 })
  })
})

describe('what others do in the meantime', () => {
  const at = (month: number) => new Date(2026, month - 1, 1).toISOString()
  const mipi = (unit_price: number) => ({ si: [{ name: 'MIPI-D', unit_price }] })
  const planned = priceVersion({ id: 'p1', valid_from: at(3) })

  /** The form of a planned version, or of a new one, while the versions change. */
  async function overtaken(versionId: string | null, later: Partial<Page>) {
    const started = start()
    const { actor, send, loads, saves, settle } = started
    loads[0]?.resolve(priceVersionPage({ versions: [planned, priceVersion()] }))
    await settle()
    send({ type: 'plan.begun', versionId })
    actor.send({ type: 'row.typed', of: 'pi', key: 1, change: { price: '1200' } })
    actor.send({ type: 'prices.outdated' })
    loads[1]?.resolve(priceVersionPage({ revision: '1:a', ...later }))
    await settle()
    send({ type: 'plan.compared' })
    actor.send({ type: 'plan.saved' })
    return { ...started, saved: saves[0] }
  }

  test('stays if it does not concern what was entered: a version planned before this one', async () => {
    const before = priceVersion({ id: 'v2', valid_from: '2026-01-05T20:00:00.000Z', ...mipi(2500) })
    const { actor, saved } = await overtaken(null, { versions: [planned, before, priceVersion()] })
    expect(saved?.version).toMatchObject({ revision: '1:a', si: [{ unit_price: 2500 }], pi: [{ unit_price: 1200 }] })
    expect(prices.comparisonOf(actor.getSnapshot())?.change.rows.map(({ name }) => name)).toEqual(['PowerDC'])
  })

  test('stays if it does not concern what was entered: changes of the same planned version', async () => {
    const theirs = { ...planned, ...mipi(2500), pi: [{ name: 'PowerDC', unit_price: 900 }], valid_from: at(4) }
    const { saved } = await overtaken('p1', { versions: [theirs, priceVersion()] })
    expect(saved).toMatchObject({
      id: 'p1',
      version: { valid_from: at(4), si: [{ unit_price: 2500 }], pi: [{ unit_price: 1200 }] },
    })
  })

  test('does not bring back what was entered for a planned version that has begun', async () => {
    const begun = { ...planned, ...mipi(2500), valid_from: '2026-01-05T12:30:00.000Z' }
    const now = '2026-01-05T13:00:00.000Z'
    const { actor, send, saves, saved } = await overtaken('p1', {
      versions: [begun, priceVersion()],
      current: begun,
      now,
    })
    expect(saved).toMatchObject({ id: 'new-2', version: { valid_from: at(3), si: [{ unit_price: 2500 }] } })
    // The price from before the version that has begun can still be typed, and counts as a change.
    saves[0]?.reject(new Error('down'))
    await Promise.resolve()
    await Promise.resolve()
    actor.send({ type: 'row.typed', of: 'si', key: 0, change: { price: '2000' } })
    send({ type: 'plan.compared' })
    actor.send({ type: 'plan.saved' })
    expect(saves[1]).toMatchObject({ id: 'new-2', version: { si: [{ unit_price: 2000 }], pi: [{ unit_price: 1200 }] } })
  })

  test('ends the question about a version that is no longer planned', async () => {
    const { actor, loads, settle } = start()
    loads[0]?.resolve(priceVersionPage({ versions: [planned, priceVersion()] }))
    await settle()
    actor.send({ type: 'removal.requested', versionId: 'p1' })
    actor.send({ type: 'prices.outdated' })
    loads[1]?.resolve(priceVersionPage({ versions: [planned, priceVersion()], revision: '1:a' }))
    await settle()
    expect(prices.removedVersionOf(actor.getSnapshot())).toBe('p1')
    actor.send({ type: 'prices.outdated' })
    loads[2]?.resolve(priceVersionPage({ revision: '2:a' }))
    await settle()
    expect(prices.isPriceWorkDone(actor.getSnapshot())).toBe(true)
    expect(prices.removedVersionOf(actor.getSnapshot())).toBeNull()
  })

  test('is followed by a form that was left before it', async () => {
    const { actor, send, loads, settle } = start()
    loads[0]?.resolve(priceVersionPage())
    await settle()
    send({ type: 'plan.begun', versionId: null })
    actor.send({ type: 'row.typed', of: 'pi', key: 1, change: { price: '' } })
    const kept: unknown = JSON.parse(JSON.stringify(prices.priceDraftOf(actor.getSnapshot())))
    expect(isPriceForm(kept)).toBe(true)
    const again = start(kept as PriceForm)
    expect(prices.priceFormIn(again.actor.getSnapshot())).toBeNull()
    const dearer = priceVersion({ id: 'v2', valid_from: '2026-01-05T12:30:00.000Z', ...mipi(2500) })
    const now = '2026-01-05T13:00:00.000Z'
    again.loads[0]?.resolve(priceVersionPage({ versions: [dearer, priceVersion()], current: dearer, now }))
    await settle()
    const form = prices.priceFormIn(again.actor.getSnapshot())
    expect([form?.si[0]?.price, form?.pi[0]?.price]).toEqual(['2500', ''])
  })
})

test.each([null, 'x', {}, { id: 'a', days: '1', from: '', si: [{}], pi: [], base: { si: [], pi: [] }, planned: null }])(
  'stored data that is not a form is ignored: %j',
  (stored) => {
    expect(isPriceForm(stored)).toBe(false)
  },
)

describe('the future begins at the time of the server', () => {
  const HOUR_MS = 3_600_000
  const evening = new Date(2026, 2, 9, 23, 30).getTime()
  const nextDay = '2026-03-10T00:00'
  const dayAfter = '2026-03-11T00:00'

  /** A page that was opened in the evening on a computer whose clock is ahead of the server's. */
  async function opened(aheadMs: number) {
    const time = { server: evening }
    const started = start(null, () => time.server + aheadMs)
    const answer = (page: Partial<Page> = {}) => priceVersionPage({ ...page, now: new Date(time.server).toISOString() })
    started.loads[0]?.resolve(answer({ next: '1_x' }))
    await started.settle()
    const proposed = () => {
      started.send({ type: 'plan.begun', versionId: null })
      return prices.priceFormIn(started.actor.getSnapshot())?.from
    }
    const mistakesAt = (from: string) => {
      started.send({ type: 'start.typed', text: from })
      started.send({ type: 'plan.compared' })
      return prices.priceMistakesOf(started.actor.getSnapshot())
    }
    return { ...started, time, answer, proposed, mistakesAt }
  }
  const past = { valid_from: 'Enter a time in the future.' }

  test.each([0, 40 * 24 * HOUR_MS, -40 * 24 * HOUR_MS])(
    'not of this computer, which is %i ms ahead',
    async (aheadMs) => {
      const { proposed, mistakesAt } = await opened(aheadMs)
      expect(proposed()).toBe(nextDay)
      expect(mistakesAt('2026-03-09T23:30')).toEqual(past)
      expect(mistakesAt('2026-03-09T23:31')).toEqual({})
    },
  )

  test('which goes on while the page is open', async () => {
    const { time, proposed, mistakesAt } = await opened(-HOUR_MS)
    time.server += HOUR_MS
    expect(proposed()).toBe(dayAfter)
    expect(mistakesAt(nextDay)).toEqual(past)
    expect(mistakesAt('2026-03-10T00:31')).toEqual({})
  })

  test('also once earlier versions were loaded later', async () => {
    const { actor, loads, settle, time, answer, proposed } = await opened(-HOUR_MS)
    time.server += HOUR_MS
    actor.send({ type: 'page.requested' })
    loads[1]?.resolve(answer())
    await settle()
    expect(proposed()).toBe(dayAfter)
  })
})
