import { describe, expect, test } from 'vitest'
import { createActor, type EventFromLogic, fromPromise, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

import { defaultPrices, gapsOf, type PriceTable, type KeptDraft } from '../../machines/workspace/request-rules'
import {
  draftOf,
  failureOf,
  oldTotalOf,
  type PaymentAttempt,
  paymentUrlOf,
  simulationRequestMachine,
  stepOf,
  totalOfRequest,
} from '../../machines/workspace/simulation-request.machine'
import { project, projectFile } from './samples'

const files = [
  projectFile({ id: 'layout-1' }),
  projectFile({ id: 'layout-2' }),
  projectFile({ id: 'stack', fileType: 'Stackup' }),
]
const input = { projectId: 'p1', draft: null, draftKey: 'draft' }
const si = { interface: 'MIPI-D', speed: '1.5 Gbps', signal_nets: 'D0_P', ground_nets: 'GND', clock_signal: 'CLK_P' }

type Event = EventFromLogic<typeof simulationRequestMachine>

/** What invoked actors answer, as events that the walk sends by itself. */
const answers = (id: string, output: unknown) =>
  [
    { type: `xstate.done.actor.0.simulationRequest.${id}`, output },
    { type: `xstate.error.actor.0.simulationRequest.${id}`, error: new Error('No connection.') },
  ] as unknown as Event[]

const events: Event[] = [
  { type: 'project.chosen', projectId: 'p2' },
  { type: 'file.chosen', choice: 'layoutFileId', fileId: null },
  { type: 'file.chosen', choice: 'layoutFileId', fileId: 'layout-2' },
  { type: 'files.retry' },
  { type: 'projects.retry' },
  { type: 'si.added' },
  { type: 'si.changed', rowId: 0, fields: si },
  { type: 'si.changed', rowId: 1, fields: si },
  { type: 'si.changed', rowId: 1, fields: { speed: '' } },
  { type: 'step.next' },
  { type: 'step.back' },
  { type: 'payment.requested' },
  { type: 'page.restored' },
  ...answers('files.loadingProjects', [project(), project({ id: 'p2' })]),
  ...answers('files.loadingFiles', files),
  ...answers('summary.paying', { id: 'r1', url: 'https://pay.example.com/1' }),
  ...answers('summary.paying', { id: 'r1', url: '' }),
]

describe('every way through the request', () => {
  const paths = getShortestPaths(simulationRequestMachine, {
    input,
    events,
    // Two rows show every rule; how often something was changed before does not matter.
    stopWhen: ({ context }) => context.draft.si.length > 1 || context.revision > 4,
    serializeState: ({ value, context: { draft, failure } }) => JSON.stringify([value, draft, failure]),
    limit: 100_000,
  })
  const states = paths.map(({ state }) => state)
  const having = (value: object) => states.filter((state) => state.matches(value as never))

  test('reaches every state', () => {
    const reached = new Set(states.map(({ value }) => JSON.stringify(value)))
    expect([...reached].sort()).toEqual(
      [
        { files: 'loadingProjects' },
        { files: 'projectsFailed' },
        { files: 'loadingFiles' },
        { files: 'filesFailed' },
        { files: 'choosing' },
        'signal',
        'power',
        { summary: 'reviewing' },
        { summary: 'paying' },
        { summary: 'leaving' },
      ]
        .map((value) => JSON.stringify(value))
        .sort(),
    )
  })

  test('leaves the first step only with project and layout', () => {
    const later = states.filter((state) => stepOf(state) > 1)
    expect(later.length).toBeGreaterThan(0)
    for (const { context } of later) {
      expect(context.draft.projectId).not.toBeNull()
      expect(context.draft.layoutFileId).not.toBeNull()
    }
  })

  test('never asks for a payment with a missing layout, without a row, or with an incomplete one', () => {
    const paying = having({ summary: 'paying' })
    expect(paying.length).toBeGreaterThan(0)
    for (const { context } of paying) {
      expect(context.draft.layoutFileId).not.toBeNull()
      expect(context.draft.si.length + context.draft.pi.length).toBeGreaterThan(0)
      expect(gapsOf(context.draft)).toEqual([])
    }
  })

  test('leaves for the payment page only with its address', () => {
    const leaving = having({ summary: 'leaving' })
    expect(new Set(leaving.map(({ context }) => context.paymentUrl))).toEqual(new Set(['https://pay.example.com/1']))
  })
})

/** The request with answers of its own, walked to the summary with one full row. */
function start(answer: {
  pay?: (attempt: PaymentAttempt) => Promise<{ id: string; url: string }>
  prices?: () => Promise<PriceTable>
  draft?: KeptDraft
}) {
  const attempts: PaymentAttempt[] = []
  const actor = createActor(
    simulationRequestMachine.provide({
      actors: {
        loadProjects: fromPromise(async () => [project(), project({ id: 'p2' })]),
        loadPrices: fromPromise(answer.prices ?? (async () => defaultPrices)),
        loadFiles: fromPromise(async () => files),
        startCheckout: fromPromise<{ id: string; url: string }, PaymentAttempt>(async ({ input: attempt }) => {
          attempts.push(attempt)
          return (answer.pay ?? (async () => ({ id: 'r1', url: 'https://pay.example.com/1' })))(attempt)
        }),
      },
    }),
    { input: { ...input, draft: answer.draft ?? null } },
  ).start()
  return { actor, attempts }
}

const settled = (actor: ReturnType<typeof start>['actor']) => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'))

async function toSummary(answer: Parameters<typeof start>[0]) {
  const { actor, attempts } = start(answer)
  await settled(actor)
  actor.send({ type: 'step.next' })
  actor.send({ type: 'si.added' })
  const row = draftOf(actor.getSnapshot()).si[0]
  actor.send({ type: 'si.changed', rowId: row?.id ?? -1, fields: si })
  actor.send({ type: 'step.next' })
  actor.send({ type: 'step.next' })
  return { actor, attempts }
}

describe('files', () => {
  test('preselects the first layout of the project', async () => {
    const { actor } = start({})
    expect(draftOf(await settled(actor)).layoutFileId).toBe('layout-1')
  })

  test('another project clears the choices and reloads the files', async () => {
    const { actor } = start({})
    await settled(actor)
    actor.send({ type: 'file.chosen', choice: 'stackupFileId', fileId: 'stack' })
    actor.send({ type: 'project.chosen', projectId: 'p2' })
    expect(actor.getSnapshot().value).toEqual({ files: 'loadingFiles' })
    expect(draftOf(actor.getSnapshot())).toMatchObject({ projectId: 'p2', layoutFileId: null, stackupFileId: null })
    expect(draftOf(await settled(actor)).layoutFileId).toBe('layout-1')
  })

  test('the same project again changes nothing', async () => {
    const { actor } = start({})
    await settled(actor)
    actor.send({ type: 'file.chosen', choice: 'layoutFileId', fileId: 'layout-2' })
    actor.send({ type: 'project.chosen', projectId: 'p1' })
    expect(draftOf(actor.getSnapshot()).layoutFileId).toBe('layout-2')
  })
})

describe('a draft kept from before', () => {
  const kept = {
    projectId: 'p1',
    layoutFileId: 'layout-2',
    stackupFileId: 'vanished',
    materialFileId: null,
    si: [{ id: 7, ...si }],
    pi: [],
  }

  test('is there again, without the files that are gone', async () => {
    const { actor } = start({ draft: kept })
    const draft = draftOf(await settled(actor))
    expect(draft).toMatchObject({ layoutFileId: 'layout-2', stackupFileId: null, si: kept.si })
  })

  test('gives a new row an id of its own', async () => {
    const { actor } = start({ draft: kept })
    await settled(actor)
    actor.send({ type: 'step.next' })
    actor.send({ type: 'si.added' })
    const ids = draftOf(actor.getSnapshot()).si.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
  })
})

describe('rows', () => {
  test('a copy stands after its row, under an id of its own', async () => {
    const other = { ...si, speed: '2.5 Gbps' }
    const pi = { type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '50 mOhm' }
    const draft = {
      ...{ projectId: 'p1', layoutFileId: 'layout-1', stackupFileId: null, materialFileId: null, purchaseOrder: '' },
      si: [
        { id: 7, ...si },
        { id: 8, ...other },
      ],
      pi: [{ id: 9, ...pi }],
    }
    const { actor } = start({ draft })
    await settled(actor)
    actor.send({ type: 'step.next' })
    actor.send({ type: 'si.duplicated', rowId: 7 })
    actor.send({ type: 'step.next' })
    actor.send({ type: 'pi.duplicated', rowId: 9 })
    const after = draftOf(actor.getSnapshot())
    expect(after.si.map(({ speed }) => speed)).toEqual([si.speed, si.speed, other.speed])
    expect(after.pi.map(({ power_net }) => power_net)).toEqual(['+3V3', '+3V3'])
    expect(new Set([...after.si, ...after.pi].map(({ id }) => id)).size).toBe(5)
  })
})

describe('payment', () => {
  test('leads to the payment page', async () => {
    const { actor, attempts } = await toSummary({})
    actor.send({ type: 'payment.requested' })
    const snapshot = await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
    expect(paymentUrlOf(snapshot)).toBe('https://pay.example.com/1')
    expect(attempts).toHaveLength(1)
    expect(attempts[0]?.order).toMatchObject({ total: 2000, layout_file_id: 'layout-1', stackup_file_id: null })
  })

  test('a second click while it is under way asks once', async () => {
    const { actor, attempts } = await toSummary({})
    actor.send({ type: 'payment.requested' })
    actor.send({ type: 'payment.requested' })
    await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
    expect(attempts).toHaveLength(1)
  })

  test('without an address says so and stays at the summary', async () => {
    const { actor } = await toSummary({ pay: async () => ({ id: 'r1', url: '' }) })
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect(snapshot.value).toEqual({ summary: 'reviewing' })
    expect(failureOf(snapshot)).toBe('Payment initialized, but no redirect URL returned.')
  })

  test('a failure without a message gets the fall-back, and the draft stays', async () => {
    const { actor } = await toSummary({ pay: () => Promise.reject(new Error('')) })
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect(failureOf(snapshot)).toBe('Failed to start payment. See console for details.')
    expect(draftOf(snapshot).si).toHaveLength(1)
  })

  test('changed prices are shown old against new and asked again, as another attempt', async () => {
    const dearer = { ...defaultPrices, si: [{ name: 'MIPI-D', unit_price: 2500 }] }
    let calls = 0
    const { actor, attempts } = await toSummary({
      pay: async () => {
        calls += 1
        if (calls === 1) throw Object.assign(new Error('The prices have changed.'), { prices: dearer })
        return { id: 'r1', url: 'https://pay.example.com/1' }
      },
    })
    actor.send({ type: 'payment.requested' })
    const snapshot = await settled(actor)
    expect([oldTotalOf(snapshot), totalOfRequest(snapshot)]).toEqual([2000, 2500])
    actor.send({ type: 'payment.requested' })
    await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
    expect(attempts.map(({ order }) => order.total)).toEqual([2000, 2500])
    expect(attempts[0]?.idempotencyKey).not.toBe(attempts[1]?.idempotencyKey)
  })

  test('a price table that cannot be had leaves the client defaults', async () => {
    const { actor } = await toSummary({ prices: () => Promise.reject(new Error('down')) })
    expect(totalOfRequest(actor.getSnapshot())).toBe(2000)
  })

  test('coming back from the payment page finds the summary', async () => {
    const { actor } = await toSummary({})
    actor.send({ type: 'payment.requested' })
    await waitFor(actor, (state) => state.matches({ summary: 'leaving' }))
    actor.send({ type: 'page.restored' })
    expect(actor.getSnapshot().value).toEqual({ summary: 'reviewing' })
  })
})
