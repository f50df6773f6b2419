import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { type Quote, quoteOf } from '../../../machines/wizard/quote'
import { type MadeQuote, quoteMachine } from '../../../machines/wizard/quote.machine'
import { type Offer, type Repeat, repeatOf, timelineOf } from '../../../machines/requests/request-record'
import { emptyDraft, orderOf, parseStoredRequest } from '../../../machines/wizard/drafts/request-draft'
import { defaultPrices } from '../../../machines/wizard/rows/interfaces'
import { emptyPiRow, emptySiRow } from '../../../machines/wizard/request-rules'
import * as requests from '../../../machines/requests/requests.machine'
import { simulationRequest, storedRequest } from '../wizard/request-samples'
import { projectFile } from '../samples'

const sha256 = '0'.repeat(64)
const offer = (fields: Partial<Offer> = {}): Offer => ({
  files: [projectFile()],
  prices: defaultPrices,
  isBegun: false,
  ...fields,
})

describe('the timeline of a request', () => {
  const times = { paid: '2026-01-02T00:00:00Z', started: '2026-01-03T00:00:00Z', delivered: '2026-01-09T00:00:00Z' }
  const shown = (fields: Partial<SimulationRequest>) =>
    timelineOf(simulationRequest({ paid: null, ...fields })).map(
      ({ status, isReached, isCurrent }) => `${isReached ? '+' : '-'}${status}${isCurrent ? '!' : ''}`,
    )

  test.each<[Partial<SimulationRequest>, string]>([
    [{ status: 'awaiting payment' }, '+draft,+awaiting payment!,-paid,-in progress,-delivered'],
    [{ status: 'paid', paid: times.paid }, '+draft,+awaiting payment,+paid!,-in progress,-delivered'],
    [{ ...times, status: 'delivered' }, '+draft,+awaiting payment,+paid,+in progress,+delivered!'],
    [{ status: 'cancelled', cancelled: times.paid }, '+draft,+awaiting payment,+cancelled!'],
    [{ status: 'cancelled', paid: times.paid, cancelled: times.started }, '+draft,+awaiting payment,+paid,+cancelled!'],
  ])('%o', (fields, expected) => {
    expect(shown(fields).join(',')).toBe(expected)
  })

  test('contains the times', () => {
    const at = timelineOf(simulationRequest({ ...times, status: 'delivered' })).map((moment) => moment.at)
    expect(at).toEqual(['2026-01-02T03:04:05.000Z', null, times.paid, times.started, times.delivered])
  })
})

describe('a repeated request', () => {
  test('has the same rows and files, but no purchase order', () => {
    const old = simulationRequest({
      purchase_order: 'PO-1',
      layout: { id: 'f1', name: 'board.kicad_pcb', size: 1024, sha256 },
    })
    const { draft, differences, total, oldTotal, repeats } = repeatOf(old, offer())
    expect(draft).toMatchObject({ projectId: 'p1', layoutFileId: 'f1', stackupFileId: null, purchaseOrder: '' })
    expect(orderOf(draft, defaultPrices).si).toEqual(old.si)
    expect([differences, total, oldTotal]).toEqual([[], 2000, 2000])
    expect(repeats).toBe(old.created)
  })

  test('uses today’s prices', () => {
    const prices = { ...defaultPrices, si: [{ name: 'MIPI-D', unit_price: 2500 }] }
    const shown = { ...prices, pi: [], turnaround_days: 10 }
    expect(repeatOf(simulationRequest(), offer({ prices }))).toMatchObject({ total: 2500, oldTotal: 2000, shown })
  })

  test('reports deleted and changed files, and finds a file by its name', () => {
    const pinned = { size: 1, sha256 }
    const old = simulationRequest({
      layout: { ...pinned, id: 'gone', name: 'board.kicad_pcb' },
      stackup: { ...pinned, id: 's1', name: 'stack.csv' },
    })
    const files = [projectFile({ sha256: '1'.repeat(64) })]
    const { draft, differences } = repeatOf(old, offer({ files }))
    expect(draft).toMatchObject({ layoutFileId: 'f1', stackupFileId: null })
    expect(differences).toEqual([
      'The layout file board.kicad_pcb has changed since then.',
      'The stackup file stack.csv is no longer in the project. Choose another one, or continue without one.',
    ])
  })

  test('reports what is no longer offered and leaves it empty', () => {
    const prices = { ...defaultPrices, si: [] }
    const { draft, differences } = repeatOf(simulationRequest(), offer({ prices }))
    expect(differences).toEqual([
      'Signal integrity row 1: MIPI-D is no longer offered. Choose another interface, or remove this row.',
    ])
    expect(draft.si[0]?.interface).toBe('')
  })
})

describe('the list of requests', () => {
  type Answers = {
    list?: (cursor: string | null, filter: requests.RequestFilter) => Promise<requests.RequestPage>
    one?: (id: string) => Promise<SimulationRequest>
    offer?: () => Promise<Offer>
    cancel?: (id: string) => Promise<SimulationRequest>
    current?: (wanted: requests.CurrentWanted) => Promise<requests.CurrentRequests>
    pay?: () => Promise<{ id: string; url: string }>
    open?: () => Promise<void>
    keep?: () => Promise<void>
  }
  const page = (...found: SimulationRequest[]): requests.RequestPage => ({ requests: found, next: null })
  const start = (
    { list, one, offer: offered, cancel, current, pay, open, keep }: Answers = {},
    openId: string | null = null,
  ) => {
    const kept: (Repeat | null)[] = []
    const begun: string[] = []
    const opened: string[] = []
    let comeBack = () => {}
    const clock = new SimulatedClock()
    const actor = createActor(
      requests.requestsMachine.provide({
        actors: {
          followChanges: fromCallback(() => {}),
          loadCurrent: fromPromise<requests.CurrentRequests, requests.CurrentWanted>(({ input }) =>
            (current ?? (async () => ({ ...page(simulationRequest()), request: null })))(input),
          ),
          loadRequests: fromPromise<requests.RequestPage, requests.RequestPageWanted>(
            async ({ input }) => list?.(input.cursor, input.filter) ?? page(simulationRequest()),
          ),
          loadRequest: fromPromise<SimulationRequest, { requestId: string }>(
            async ({ input }) => one?.(input.requestId) ?? simulationRequest(),
          ),
          loadOffer: fromPromise(offered ?? (async () => offer())),
          resumePayment: fromPromise(pay ?? (async () => ({ id: 'r2', url: 'https://pay.example/r2' }))),
          openPaymentPage: fromPromise<void, { url: string }>(({ input: { url } }) => {
            opened.push(url)
            if (open) return open()
            return new Promise((resolve) => {
              comeBack = resolve
            })
          }),
          cancelRequest: fromPromise<SimulationRequest, { requestId: string }>(({ input }) =>
            (cancel ?? (async (id) => simulationRequest({ id, status: 'cancelled' })))(input.requestId),
          ),
          keepRepeat: fromPromise<void, Repeat | null>(async ({ input }) => {
            await keep?.()
            kept.push(input)
          }),
        },
      }),
      { input: { openId, filter: requests.noFilter }, clock },
    )
    actor.on('draft.begun', ({ projectId }) => begun.push(projectId))
    actor.start()
    return {
      actor,
      clock,
      kept,
      begun,
      opened,
      comeBack: () => comeBack(),
      at: (value: object | string) => waitFor(actor, (snapshot) => snapshot.matches(value as never)),
    }
  }

  test('that cannot be loaded shows an error, and Retry loads it', async () => {
    let isDown = true
    const { actor, at } = start({
      list: async () => (isDown ? Promise.reject(new Error('')) : page(simulationRequest())),
    })
    expect(requests.requestsFailureOf(await at('failed'))).toBe('Your requests could not be loaded.')
    isDown = false
    actor.send({ type: 'requests.retry' })
    const loaded = await at('loaded')
    expect([requests.requestsFailureOf(loaded), requests.requestsOf(loaded).length]).toEqual([null, 1])
  })

  test('is loaded again when somebody else changes a request, with the open request and all pages', async () => {
    const wanted: requests.CurrentWanted[] = []
    const delivered = simulationRequest({ status: 'delivered' })
    const { actor, at } = start({
      list: async () => page(simulationRequest(), simulationRequest({ id: 'r2' })),
      current: async (input) => {
        wanted.push(input)
        return { requests: [delivered, simulationRequest({ id: 'r2' })], next: null, request: delivered }
      },
    })
    await at({ loaded: 'resting' })
    actor.send({ type: 'request.opened', id: 'r1' })
    await at({ loaded: 'resting' })
    actor.send({ type: 'requests.outdated' })
    const updated = await at({ loaded: { resting: 'current' } })
    expect(wanted).toEqual([{ filter: requests.noFilter, openId: 'r1', count: 2 }])
    expect(requests.requestsOf(updated)[0]?.status).toBe('delivered')
    expect(requests.openRequestOf(updated)?.status).toBe('delivered')
  })

  test('is filtered once after the last keystroke, and the URL follows', async () => {
    const wanted: string[] = []
    const { actor, at, clock } = start({
      list: async (_, { query }) => {
        wanted.push(query)
        return page(simulationRequest())
      },
    })
    const applied: string[] = []
    actor.on('filter.applied', ({ filter }) => applied.push(filter.query))
    await at({ loaded: 'resting' })
    for (const query of ['r', 'ra', 'radar']) {
      actor.send({ type: 'filter.changed', change: { query } })
      clock.increment(299)
    }
    expect([wanted, applied]).toEqual([[''], []])
    clock.increment(1)
    await at({ loaded: 'resting' })
    // The URL that was just changed is not a new filter, even if the user has continued typing in the meantime.
    actor.send({ type: 'filter.changed', change: { query: 'radar x' } })
    actor.send({ type: 'filter.addressed', filter: { ...requests.noFilter, query: 'radar' } })
    expect(requests.filterOf(actor.getSnapshot()).query).toBe('radar x')
    clock.increment(300)
    await at({ loaded: 'resting' })
    actor.send({ type: 'filter.addressed', filter: requests.noFilter })
    clock.increment(300)
    await at({ loaded: 'resting' })
    expect([wanted, applied]).toEqual([
      ['', 'radar', 'radar x', ''],
      ['radar', 'radar x'],
    ])
  })

  test('is filtered after a payment page, if the user typed while it was opening', async () => {
    const wanted: string[] = []
    const { actor, at, clock, comeBack } = start({
      list: async (_, { query }) => {
        wanted.push(query)
        return page(simulationRequest({ id: 'r2', status: 'awaiting payment' }))
      },
    })
    await at({ loaded: 'resting' })
    actor.send({ type: 'payment.resumed', id: 'r2' })
    await at({ loaded: { settling: 'leaving' } })
    actor.send({ type: 'filter.changed', change: { query: 'radar' } })
    comeBack()
    await at({ loaded: 'narrowing' })
    clock.increment(300)
    await at({ loaded: 'resting' })
    expect(wanted).toEqual(['', 'radar'])
  })

  test('is not loaded again while a cancellation is being confirmed, but after it', async () => {
    const wanted: requests.CurrentWanted[] = []
    const unpaid = simulationRequest({ status: 'awaiting payment', paid: null })
    const { actor, at } = start({
      list: async () => page(unpaid),
      current: async (input) => {
        wanted.push(input)
        return { ...page(unpaid), request: null }
      },
    })
    await at({ loaded: 'resting' })
    actor.send({ type: 'cancellation.requested', id: unpaid.id })
    actor.send({ type: 'requests.outdated' })
    expect(actor.getSnapshot().matches({ loaded: 'confirmingCancellation' })).toBe(true)
    expect(wanted).toEqual([])
    actor.send({ type: 'cancellation.declined' })
    await at({ loaded: { resting: 'current' } })
    expect(wanted).toHaveLength(1)
  })

  describe('accepts payments and cancellations', () => {
    const unpaid = simulationRequest({ id: 'r2', status: 'awaiting payment', paid: null })
    const startLoading = async (...events: Parameters<ReturnType<typeof start>['actor']['send']>[0][]) => {
      const searched: string[] = []
      const list = (cursor: string | null, { query }: requests.RequestFilter) => {
        searched.push(query)
        // Only calls for the first page without a search are answered.
        return cursor === null && query === ''
          ? Promise.resolve({ requests: [unpaid], next: 'c2' })
          : new Promise<never>(() => {})
      }
      const run = start({ list })
      await run.at({ loaded: 'resting' })
      for (const event of events) run.actor.send(event)
      return { ...run, searched }
    }
    const more = { type: 'page.requested' } as const
    const search = { type: 'filter.changed', change: { query: 'radar' } } as const

    test.each([
      ['older requests are loaded', [more]],
      ['the user types in the search', [search]],
    ])('while %s', async (_, events) => {
      const paying = await startLoading(...events)
      paying.actor.send({ type: 'payment.resumed', id: 'r2' })
      await paying.at({ loaded: { settling: 'leaving' } })
      expect(paying.opened).toEqual(['https://pay.example/r2'])
      const canceling = await startLoading(...events)
      canceling.actor.send({ type: 'cancellation.requested', id: 'r2' })
      expect(requests.doubtedIdOf(canceling.actor.getSnapshot())).toBe('r2')
    })

    test('while a search is sent, which is sent again afterwards', async () => {
      const { actor, clock, searched } = await startLoading(search)
      clock.increment(300)
      actor.send({ type: 'cancellation.requested', id: 'r2' })
      expect(requests.doubtedIdOf(actor.getSnapshot())).toBe('r2')
      actor.send({ type: 'cancellation.declined' })
      clock.increment(300)
      expect(searched).toEqual(['', 'radar', 'radar'])
    })

    test('and shows why a payment failed, although the list is filtered afterwards', async () => {
      const { actor, at, clock } = start({
        list: async () => page(unpaid),
        pay: () => Promise.reject(new Error('The payment page is down.')),
      })
      await at({ loaded: 'resting' })
      actor.send(search)
      actor.send({ type: 'payment.resumed', id: 'r2' })
      await at({ loaded: 'narrowing' })
      clock.increment(300)
      expect(requests.requestsFailureOf(await at({ loaded: 'resting' }))).toBe('The payment page is down.')
    })

    test('and shows that the browser could not open the payment page', async () => {
      const { actor, at } = start({
        list: async () => page(unpaid),
        open: () => Promise.reject(new Error('')),
      })
      await at({ loaded: 'resting' })
      actor.send({ type: 'payment.resumed', id: 'r2' })
      expect(requests.requestsFailureOf(await at({ loaded: 'resting' }))).toBe('The payment page could not be opened.')
    })

    test('while the open request is loaded, which is loaded again if it is kept', async () => {
      let loads = 0
      const { actor, at } = start(
        { list: async () => page(unpaid), one: async () => (++loads === 1 ? new Promise<never>(() => {}) : unpaid) },
        'r2',
      )
      await at({ loaded: 'opening' })
      actor.send({ type: 'cancellation.requested', id: 'r2' })
      actor.send({ type: 'cancellation.declined' })
      await at({ loaded: 'resting' })
      expect(loads).toBe(2)
    })

    test('once, and loads no older requests meanwhile', async () => {
      const { actor } = await startLoading({ type: 'payment.resumed', id: 'r2' })
      const paying = actor.getSnapshot()
      expect(requests.canLoadMore(paying)).toBe(false)
      for (const type of ['payment.resumed', 'cancellation.requested'] as const) {
        expect(paying.can({ type, id: 'r2' })).toBe(false)
      }
      expect(paying.can({ type: 'request.repeated' })).toBe(false)
    })

    test('while an open request is loaded again or could not be loaded', async () => {
      let isDown = false
      const { actor, at } = start(
        { list: async () => page(unpaid), one: async () => (isDown ? Promise.reject(new Error('')) : unpaid) },
        'r2',
      )
      await at({ loaded: 'resting' })
      isDown = true
      actor.send({ type: 'request.opened', id: 'r2' })
      const opening = actor.getSnapshot()
      const closed = await at({ loaded: 'closed' })
      for (const snapshot of [opening, closed]) {
        expect(requests.openRequestOf(snapshot)?.id).toBe('r2')
        expect(snapshot.can({ type: 'payment.resumed', id: 'r2' })).toBe(true)
        expect(snapshot.can({ type: 'request.repeated' })).toBe(true)
      }
    })
  })

  test('keeps what it shows if it cannot be loaded again, and tries it later', async () => {
    let isDown = true
    const { actor, clock, at } = start({
      current: async () =>
        isDown ? Promise.reject(new Error('')) : { ...page(simulationRequest({ status: 'delivered' })), request: null },
    })
    await at({ loaded: 'resting' })
    actor.send({ type: 'requests.outdated' })
    const outdated = await at({ loaded: { resting: 'outdated' } })
    expect([requests.requestsOf(outdated).length, requests.requestsFailureOf(outdated)]).toEqual([1, null])
    isDown = false
    clock.increment(30_000)
    const updated = await at({ loaded: { resting: 'current' } })
    expect(requests.requestsOf(updated)[0]?.status).toBe('delivered')
  })

  test('closes an open request that the user can no longer see, and opens it again once it is back', async () => {
    const wanted: (string | null)[] = []
    const found = [null, simulationRequest()]
    const { actor, at } = start(
      {
        one: async () => simulationRequest(),
        current: async ({ openId }) => {
          wanted.push(openId)
          return { ...page(simulationRequest({ id: 'r2' })), request: found.shift() ?? null }
        },
      },
      'r1',
    )
    await at({ loaded: 'resting' })
    actor.send({ type: 'requests.outdated' })
    const closed = await waitFor(actor, ({ context }) => context.requests[0]?.id === 'r2')
    expect([requests.openRequestOf(closed), requests.isMissing(closed)]).toEqual([null, true])
    actor.send({ type: 'requests.outdated' })
    const opened = await at({ loaded: { resting: 'current' } })
    expect([requests.openRequestOf(opened)?.id, requests.isMissing(opened)]).toEqual(['r1', false])
    expect(wanted).toEqual(['r1', 'r1'])
  })

  test('keeps an open request if the list cannot be loaded, as after its project was deleted', async () => {
    const { actor, at } = start(
      {
        one: async () => simulationRequest(),
        current: () => Promise.reject(Object.assign(new Error('There is no such project.'), { status: 404 })),
      },
      'r1',
    )
    await at({ loaded: 'resting' })
    actor.send({ type: 'requests.outdated' })
    const outdated = await at({ loaded: { resting: 'outdated' } })
    expect([requests.openRequestOf(outdated)?.id, requests.isMissing(outdated)]).toEqual(['r1', false])
  })

  test('is loaded page by page, and a failed page can be retried', async () => {
    const asked: (string | null)[] = []
    const { actor, at } = start({
      list: async (cursor) => {
        asked.push(cursor)
        if (cursor === null) return { ...page(simulationRequest()), next: 'second' }
        if (asked.length === 2) throw new Error('')
        return page(simulationRequest({ id: 'r2' }))
      },
    })
    expect(requests.hasMore(await at({ loaded: 'resting' }))).toBe(true)
    actor.send({ type: 'page.requested' })
    expect(requests.isLoadingMore(actor.getSnapshot())).toBe(true)
    const failed = await at({ loaded: 'resting' })
    expect(requests.requestsFailureOf(failed)).toBe('Older requests could not be loaded.')
    expect(requests.requestsOf(failed).map(({ id }) => id)).toEqual(['r1'])
    actor.send({ type: 'page.requested' })
    const complete = await at({ loaded: 'resting' })
    expect(requests.requestsFailureOf(complete)).toBeNull()
    expect(requests.requestsOf(complete).map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect(requests.hasMore(complete)).toBe(false)
    expect(asked).toEqual([null, 'second', 'second'])
  })

  test('loads a request each time it is opened, and updates its entry in the list', async () => {
    const waiting = simulationRequest({ id: 'r2', status: 'awaiting payment', paid: null })
    const asked: string[] = []
    const { actor, at } = start({
      list: async () => page(simulationRequest(), waiting),
      one: async (id) => {
        asked.push(id)
        return { ...waiting, id, status: 'paid' }
      },
    })
    await at({ loaded: 'resting' })
    expect(asked).toEqual([])
    actor.send({ type: 'request.opened', id: 'r2' })
    const opened = await at({ loaded: 'resting' })
    expect(requests.openRequestOf(opened)?.status).toBe('paid')
    expect(requests.requestsOf(opened)[1]?.status).toBe('paid')
    actor.send({ type: 'request.opened', id: null })
    expect(requests.openRequestOf(await at({ loaded: 'resting' }))).toBeNull()
    actor.send({ type: 'request.opened', id: 'r2' })
    expect(requests.isOpening(actor.getSnapshot())).toBe(true)
    await at({ loaded: 'resting' })
    expect(asked).toEqual(['r2', 'r2'])
  })

  test('finds a request from the URL beyond the first page', async () => {
    const { at } = start({ one: async (id) => simulationRequest({ id }) }, 'r9')
    expect(requests.openRequestOf(await at({ loaded: 'resting' }))?.id).toBe('r9')
  })

  test('shows an error if an open request cannot be loaded, and loads it on Retry', async () => {
    let isDown = true
    const { actor, at } = start(
      { one: async () => (isDown ? Promise.reject(new Error('')) : simulationRequest()) },
      'r1',
    )
    expect(requests.requestsFailureOf(await at({ loaded: 'closed' }))).toBe('The request could not be loaded.')
    expect(requests.isMissing(actor.getSnapshot())).toBe(false)
    isDown = false
    actor.send({ type: 'requests.retry' })
    const opened = await at({ loaded: 'resting' })
    expect([requests.requestsFailureOf(opened), requests.openRequestOf(opened)?.id]).toEqual([null, 'r1'])
  })

  test('shows an error if the user cannot see the request from the URL', async () => {
    const { actor, at } = start(
      {
        one: async (id) =>
          id === 'r1' ? simulationRequest() : Promise.reject(Object.assign(new Error('No.'), { status: 404 })),
      },
      'unknown',
    )
    expect(requests.isMissing(await at({ loaded: 'resting' }))).toBe(true)
    actor.send({ type: 'request.opened', id: 'r1' })
    expect(requests.isMissing(actor.getSnapshot())).toBe(false)
    expect(requests.openRequestOf(await at({ loaded: 'resting' }))?.id).toBe('r1')
  })

  const waiting = simulationRequest({ id: 'r2', status: 'awaiting payment', paid: null })

  test('lets a request that awaits payment be paid, and shows it when the user returns', async () => {
    const { actor, at, opened, comeBack } = start({ list: async () => page(waiting), one: async () => waiting })
    await at({ loaded: 'resting' })
    actor.send({ type: 'payment.resumed', id: 'r2' })
    expect(requests.settlingIdOf(actor.getSnapshot())).toBe('r2')
    expect(requests.settlingIdOf(await at({ loaded: { settling: 'leaving' } }))).toBe('r2')
    expect(opened).toEqual(['https://pay.example/r2'])
    comeBack()
    expect(requests.settlingIdOf(await at({ loaded: 'resting' }))).toBeNull()
  })

  test('lets a request that awaits payment be canceled after a confirmation, and keeps its position', async () => {
    const cancelled: string[] = []
    const { actor, at } = start({
      list: async () => page(simulationRequest(), waiting),
      cancel: async (id) => {
        cancelled.push(id)
        return { ...waiting, status: 'cancelled' }
      },
    })
    await at({ loaded: 'resting' })
    actor.send({ type: 'cancellation.requested', id: 'r2' })
    expect(requests.doubtedIdOf(actor.getSnapshot())).toBe('r2')
    actor.send({ type: 'cancellation.declined' })
    expect([requests.doubtedIdOf(actor.getSnapshot()), cancelled]).toEqual([null, []])
    actor.send({ type: 'cancellation.requested', id: 'r2' })
    actor.send({ type: 'cancellation.confirmed' })
    const after = await at({ loaded: 'resting' })
    expect(requests.requestsOf(after).map(({ status }) => status)).toEqual(['paid', 'cancelled'])
    expect(cancelled).toEqual(['r2'])
  })

  test('shows a request that was paid elsewhere as paid, and does not cancel it', async () => {
    const { actor, at } = start({
      list: async () => page(waiting),
      one: async () => ({ ...waiting, status: 'paid' }),
      cancel: () => Promise.reject(new Error('It is paid.')),
    })
    await at({ loaded: 'resting' })
    actor.send({ type: 'cancellation.requested', id: 'r2' })
    actor.send({ type: 'cancellation.confirmed' })
    const after = await at({ loaded: 'resting' })
    expect([requests.requestsFailureOf(after), requests.requestsOf(after)[0]?.status]).toEqual(['It is paid.', 'paid'])
    expect(after.can({ type: 'payment.resumed', id: 'r2' })).toBe(false)
  })

  test('repeats a request immediately if nothing has changed', async () => {
    const { actor, at, kept, begun } = start({}, 'r1')
    await at({ loaded: 'resting' })
    actor.send({ type: 'request.repeated' })
    await at({ loaded: 'repeated' })
    expect(begun).toEqual(['p1'])
    expect(kept).toMatchObject([{ draft: { layoutFileId: 'f1' } }])
  })

  test.each<[string, Partial<Offer>]>([
    ['files have been deleted', { files: [] }],
    ['prices have changed', { prices: { ...defaultPrices, si: [{ name: 'MIPI-D', unit_price: 1 }] } }],
    ['an unsent draft would be lost', { isBegun: true }],
  ])('asks first when %s, and does nothing when declined', async (_, changed) => {
    const { actor, at, kept } = start({ offer: async () => offer(changed) }, 'r1')
    await at({ loaded: 'resting' })
    actor.send({ type: 'request.repeated' })
    expect(requests.questionOf(await at({ loaded: 'confirming' }))).not.toBeNull()
    expect(kept).toEqual([])
    actor.send({ type: 'repeat.cancelled' })
    expect(requests.questionOf(actor.getSnapshot())).toBeNull()
    actor.send({ type: 'request.repeated' })
    await at({ loaded: 'confirming' })
    actor.send({ type: 'repeat.confirmed' })
    await at({ loaded: 'repeated' })
    expect(kept).toHaveLength(1)
  })

  test('a failed repetition leaves the request open, and can be retried', async () => {
    const { actor, at } = start({ offer: () => Promise.reject(new Error('')) }, 'r1')
    await at({ loaded: 'resting' })
    actor.send({ type: 'request.repeated' })
    expect(requests.isRepeating(actor.getSnapshot())).toBe(true)
    const after = await at({ loaded: 'resting' })
    expect(requests.requestsFailureOf(after)).toBe('The request could not be repeated.')
    expect(after.can({ type: 'request.repeated' })).toBe(true)
  })

  test('a repetition that cannot be stored leaves the request open, and names the reason', async () => {
    const { actor, at, begun } = start({ keep: () => Promise.reject(new Error('The storage is full.')) }, 'r1')
    await at({ loaded: 'resting' })
    actor.send({ type: 'request.repeated' })
    await at({ loaded: 'keeping' })
    const after = await at({ loaded: 'resting' })
    expect([requests.requestsFailureOf(after), begun]).toEqual(['The storage is full.', []])
    expect(after.can({ type: 'request.repeated' })).toBe(true)
  })
})

describe('the purchase order of a draft', () => {
  test('is sent trimmed, and left out when it is empty', () => {
    expect(orderOf({ ...emptyDraft, purchaseOrder: ' PO-1 ' }, defaultPrices).purchase_order).toBe('PO-1')
    expect(orderOf({ ...emptyDraft, purchaseOrder: '  ' }, defaultPrices).purchase_order).toBeNull()
  })
})

describe('data stored by the browser', () => {
  test('is accepted as a request only if it is valid', () => {
    const kept = storedRequest({})
    expect(parseStoredRequest(kept)).toEqual(kept)
    const shown = { si: [], pi: [{ name: 'PowerDC', unit_price: 900 }], turnaround_days: 5 }
    expect(parseStoredRequest({ ...kept, shown })).toEqual({ ...kept, shown })
    for (const none of [null, 1, {}, { si: 1, pi: [] }])
      expect(parseStoredRequest({ ...kept, shown: none })).toEqual(kept)
    for (const broken of [null, 'text', {}, { ...kept, draft: { ...kept.draft, si: 'none' } }, { ...kept, files: 1 }]) {
      expect(parseStoredRequest(broken)).toBeNull()
    }
  })

  test('of an earlier version, with each net list as one text, becomes lists', () => {
    const lists = {
      signal_nets: ['Net-(J1-PadA4,B9)', 'in "the" middle'],
      ground_nets: ['GND', 'A B'],
      clock_signal: [],
    }
    const [si, pi] = [
      { ...emptySiRow(0), ...lists },
      { ...emptyPiRow(1), power_net: 'V,1', ground_net: 'GND' },
    ]
    const texts = {
      signal_nets: '"Net-(J1-PadA4,B9)", in "the" middle',
      ground_nets: 'GND, A B',
      clock_signal: '',
    }
    const kept = storedRequest({})
    const old = { ...kept, draft: { ...kept.draft, si: [{ ...si, ...texts }], pi: [{ ...pi, power_net: '"V,1"' }] } }
    expect(parseStoredRequest(old)).toEqual({ ...kept, draft: { ...kept.draft, si: [si], pi: [pi] } })
    expect(parseStoredRequest(parseStoredRequest(old))).toEqual(parseStoredRequest(old))
  })
})

test('a quote with characters missing in all fonts is saved after a notice about them', async () => {
  const saved: (MadeQuote | null)[] = []
  const made = { bytes: new Uint8Array(1), unprintable: ['🙂'] }
  const makeQuote = fromPromise<MadeQuote, Quote | null>(async () => made)
  const saveQuote = fromPromise<void, MadeQuote | null>(async ({ input }) => void saved.push(input))
  const actor = createActor(
    quoteMachine.provide({ actors: { followRequests: fromCallback(() => {}), makeQuote, saveQuote } }),
  ).start()
  const quote = {
    project: '🙂',
    request: null,
    files: [],
    rows: [],
    total: 0,
    tax: null,
    purchaseOrder: null,
    turnaroundDays: 10,
    isTrial: false,
  }
  actor.send({ type: 'quote.requested', quote })
  await waitFor(actor, (snapshot) => snapshot.matches('incomplete'))
  expect(saved).toEqual([])
  // If the quote is requested again, it is created again.
  actor.send({ type: 'quote.requested', quote: { ...quote, total: 1 } })
  expect(actor.getSnapshot().matches('making')).toBe(true)
  await waitFor(actor, (snapshot) => snapshot.matches('incomplete'))
  expect(actor.getSnapshot().context.quote?.total).toBe(1)
  expect(saved).toEqual([])
  actor.send({ type: 'quote.accepted' })
  await waitFor(actor, (snapshot) => snapshot.matches('resting'))
  expect(saved).toEqual([made])
  expect(actor.getSnapshot().context.made).toBeNull()
})

test('a quote that cannot be saved says so', async () => {
  const makeQuote = fromPromise<MadeQuote, Quote | null>(async () => ({ bytes: new Uint8Array(1), unprintable: [] }))
  const saveQuote = fromPromise<void, MadeQuote | null>(async () => {
    throw new Error('No space left')
  })
  const actor = createActor(
    quoteMachine.provide({ actors: { followRequests: fromCallback(() => {}), makeQuote, saveQuote } }),
  ).start()
  const quote = {
    project: 'Camera',
    request: null,
    files: [],
    rows: [],
    total: 0,
    tax: null,
    purchaseOrder: null,
    turnaroundDays: 10,
    isTrial: false,
  }
  actor.send({ type: 'quote.requested', quote })
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('resting'))
  expect(context).toMatchObject({ made: null, failure: 'The quote could not be created. Please try again.' })
})

describe('a quote', () => {
  const draft = {
    ...emptyDraft,
    layoutFileId: 'f1',
    purchaseOrder: ' PO-1 ',
    si: [
      {
        ...emptySiRow(0),
        interface: 'MIPI-D',
        speed: '1.5 Gbps',
        signal_nets: ['D0'],
        ground_nets: ['GND'],
        clock_signal: ['CK'],
      },
    ],
    pi: [{ ...emptyPiRow(1), type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '50 mOhm' }],
  }

  test('lists the chosen files with their SHA-256, and all rows with their prices', () => {
    expect(quoteOf({ draft, prices: defaultPrices, files: [projectFile()], project: 'Camera' })).toEqual({
      project: 'Camera',
      request: null,
      files: [{ kind: 'Layout', name: 'board.kicad_pcb', sha256 }],
      rows: [
        { simulation: 'MIPI-D', nets: 'D0 with ground GND', details: '1.5 Gbps, clock CK', price: 2000 },
        { simulation: 'PowerAC', nets: '+3V3 with ground GND', details: 'Target impedance 50 mOhm', price: 1000 },
      ],
      total: 3000,
      tax: null,
      purchaseOrder: 'PO-1',
      turnaroundDays: 10,
      isTrial: false,
    })
  })

  test('that fails shows an error, and can be retried', async () => {
    let isDown = true
    const saved: (MadeQuote | null)[] = []
    const made = { bytes: new Uint8Array(1), unprintable: [] }
    const makeQuote = fromPromise<MadeQuote, Quote | null>(async () => {
      if (isDown) throw new Error('Failed to fetch dynamically imported module')
      return made
    })
    const saveQuote = fromPromise<void, MadeQuote | null>(async ({ input }) => void saved.push(input))
    const actor = createActor(
      quoteMachine.provide({ actors: { followRequests: fromCallback(() => {}), makeQuote, saveQuote } }),
    ).start()
    const quote = quoteOf({ draft, prices: defaultPrices, files: [], project: 'Camera' })
    const ask = () => {
      actor.send({ type: 'quote.requested', quote })
      return waitFor(actor, (snapshot) => snapshot.matches('resting'))
    }
    expect((await ask()).context.failure).toBe('The quote could not be created. Please try again.')
    isDown = false
    expect((await ask()).context.failure).toBeNull()
    expect(saved).toEqual([made])
  })
})
