import { describe, expect, test } from 'vitest'
import type { ActorLogic, EventFromLogic, SnapshotFrom } from 'xstate'
import { getAdjacencyMap } from 'xstate/graph'

import type { RequestInput } from '../../../machines/wizard/request-context'
import { orderOf, type StoredRequest } from '../../../machines/wizard/drafts/request-draft'
import { firstProblemOf } from '../../../machines/wizard/rows/row-locations'
import { defaultPrices } from '../../../machines/wizard/rows/interfaces'
import { rowProblemsOf } from '../../../machines/wizard/rows/row-problems'
import { stepOf, totalOfRequest } from '../../../machines/wizard/request-selectors'
import { simulationRequestMachine } from '../../../machines/wizard/simulation-request.machine'
import { covers } from '../../spec-coverage/covers'
import { fullSi, storedRequest } from './request-samples'
import { project, projectFile } from '../samples'

type Event = EventFromLogic<typeof simulationRequestMachine>
type Snapshot = SnapshotFrom<typeof simulationRequestMachine>
type Reachable = { state: Snapshot; transitions: Record<string, { event: Event; state: Snapshot }> }

/** The result of an invoked actor, as an event that the path generator can send. */
const answer = (id: string, output: unknown) => ({ type: `xstate.done.actor.${id}`, output }) as unknown as Event
const fault = (id: string, more: object = {}) =>
  ({ type: `xstate.error.actor.${id}`, error: Object.assign(new Error('No connection.'), more) }) as unknown as Event

const files = [projectFile({ id: 'layout-1' })]
const stored: StoredRequest = storedRequest({ si: [{ id: 0, ...fullSi }] }, { layout: files[0] ?? null })
const dearer = { ...defaultPrices, si: [{ name: 'MIPI-D', unit_price: 2500 }] }
const at = (state: string) => `0.simulationRequest.${state}`

const stale = fault(at('summary.paying'), { prices: dearer })

const events: Event[] = [
  { type: 'project.chosen', projectId: 'p2' },
  { type: 'projects.retry' },
  { type: 'files.retry' },
  { type: 'creation.retry' },
  { type: 'file.chosen', fileType: 'layout', fileId: null },
  { type: 'si.added' },
  { type: 'si.changed', rowId: 0, fields: fullSi },
  { type: 'si.changed', rowId: 0, fields: { speed: '' } },
  { type: 'si.duplicated', rowId: 0 },
  { type: 'si.removed', rowId: 0 },
  { type: 'project.begun', files: [{ id: 'u1', name: 'radar.kicad_pcb', size: 1, modified: 0 }], unreadable: [] },
  { type: 'draft.discarded', newKey: 'new key' },
  { type: 'draft.foundElsewhere', stored },
  { type: 'draft.foundElsewhere', stored: null },
  { type: 'other.taken', newKey: 'new key' },
  { type: 'other.declined', newKey: 'new key' },
  { type: 'restored.seen' },
  { type: 'place.reached' },
  { type: 'location.selected', place: { step: 1, rowId: null, field: 'layout' } },
  { type: 'location.selected', place: { step: 3, rowId: null, field: null } },
  { type: 'step.next' },
  { type: 'step.back' },
  ...([1, 2, 3, 4] as const).map((step): Event => ({ type: 'step.requested', step })),
  { type: 'payment.requested' },
  answer('0.simulationRequest', dearer),
  answer(at('files.loadingProjects'), { projects: [project(), project({ id: 'p2' })], begunIn: null }),
  answer(at('files.loadingProjects'), { projects: [], begunIn: null }),
  fault(at('files.loadingProjects')),
  answer(at('files.opening'), { files, stored: null }),
  answer(at('files.opening'), { files, stored }),
  answer(at('files.opening'), { files: [], stored }),
  fault(at('files.opening')),
  answer(at('files.creatingProject'), project({ id: 'p2' })),
  fault(at('files.creatingProject')),
  answer(at('summary.paying'), { id: 'r1', url: 'https://pay.example.com/1' }),
  answer(at('summary.paying'), { id: 'r1', url: '' }),
  fault(at('summary.paying')),
  answer(at('summary.leaving'), undefined),
  fault(at('summary.leaving')),
  stale,
]

/** Every reachable state, and the state that each event leads to from there. All paths consist of these steps. */
const reachable: Reachable[] = Object.values(
  // XState's type for the graph does not support machines that emit events.
  getAdjacencyMap(simulationRequestMachine as unknown as ActorLogic<Snapshot, Event, RequestInput>, {
    input: { projectId: 'p1', key: 'key' },
    events,
    // Two rows are enough to cover every rule.
    stopWhen: ({ context }) => context.draft.si.length > 1,
    serializeState: ({ value, context: { step, draft, prices, oldPrices, otherDraft, restored, place, failure } }) => {
      const { projectId, layoutFileId, si } = draft
      const notices = [oldPrices, otherDraft, restored, failure].map((one) => one !== null)
      return JSON.stringify([value, step, projectId, layoutFileId, si, prices.si[0], place?.step, notices])
    },
    limit: 100_000,
  }),
)
const states = reachable.map(({ state }) => state)
const steps = reachable.flatMap(({ state: before, transitions }) =>
  Object.values(transitions).map(({ event, state: to }) => ({ before, event, to })),
)
const asked = steps.filter(({ before, event }) => event.type === 'payment.requested' && before.can(event))
const paid = asked.filter(({ to }) => to.matches({ summary: 'paying' }))
const having = (value: object) => states.filter((state) => state.matches(value as never))

describe('over every path through a simulation request', () => {
  test('every state is reached', () => {
    const reached = new Set(states.map(({ value }) => JSON.stringify(value)))
    const all = [
      ...['loadingProjects', 'projectsFailed', 'opening', 'filesFailed', 'choosing'].map((files) => ({ files })),
      ...['creatingProject', 'creationFailed'].map((files) => ({ files })),
      ...['signal', 'power'],
      ...['reviewing', 'paying', 'leaving'].map((summary) => ({ summary })),
    ]
    expect([...reached].toSorted()).toEqual(all.map((value) => JSON.stringify(value)).toSorted())
  })

  test('the first step cannot be left without project and layout', () => {
    covers('4-wizard-next-1', '5-request-project', '5-request-layout')
    const left = steps.filter(({ before, to }) => stepOf(before) === 1 && stepOf(to) > 1)
    expect(left.length).toBeGreaterThan(0)
    for (const { to } of left) {
      expect(to.context.draft.projectId).not.toBeNull()
      expect(to.context.draft.layoutFileId).not.toBeNull()
    }
  })

  test('a payment is never requested without a layout, without a row, or with an incomplete one', () => {
    covers('decisions-wizard-payment')
    const paying = having({ summary: 'paying' })
    expect(paying.length).toBeGreaterThan(10)
    for (const { context } of paying) {
      expect(context.draft.layoutFileId).not.toBeNull()
      expect(context.draft.si.length + context.draft.pi.length).toBeGreaterThan(0)
      expect(rowProblemsOf(context.draft)).toEqual([])
    }
  })

  test('a payment is never requested at a price other than the one shown', () => {
    expect(new Set(paid.map(({ before }) => totalOfRequest(before)))).toEqual(new Set([2000, 2500]))
    for (const { before, to } of paid) {
      expect(orderOf(to.context.draft, to.context.prices).total).toBe(totalOfRequest(before))
    }
  })

  test('a changed price is shown next to the old one before the payment continues', () => {
    const changed = steps.filter(
      ({ before, event }) => before.matches({ summary: 'paying' }) && JSON.stringify(event) === JSON.stringify(stale),
    )
    expect(changed.length).toBeGreaterThan(0)
    for (const { before, to } of changed) {
      expect(to.value).toEqual({ summary: 'reviewing' })
      const isKnown = before.context.prices.si[0]?.unit_price === 2500
      expect(to.context.oldPrices).toEqual(isKnown ? null : before.context.prices)
      expect(to.context.failure).toBe(isKnown ? 'No connection.' : null)
      expect(to.context.draft).toEqual(before.context.draft)
    }
  })

  test('a rejected payment navigates to the first problem', () => {
    const led = asked.filter(
      ({ before, to }) => before.context.otherDraft === null && !to.matches({ summary: 'paying' }),
    )
    expect(led.length).toBeGreaterThan(0)
    for (const { to } of led) {
      expect(to.context.place).toEqual(firstProblemOf(to.context.draft))
      expect(stepOf(to)).toBe(to.context.place?.step)
    }
  })

  test('a payment is never requested while another tab has changed the request', () => {
    const disputed = states.filter(
      (state) => state.matches({ summary: 'reviewing' }) && state.context.otherDraft !== null,
    )
    expect(disputed.length).toBeGreaterThan(0)
    expect(paid.filter(({ before }) => before.context.otherDraft !== null)).toEqual([])
  })

  test('the payment page is only opened with its URL', () => {
    const leaving = having({ summary: 'leaving' })
    expect(new Set(leaving.map(({ context }) => context.paymentUrl))).toEqual(new Set(['https://pay.example.com/1']))
  })
})
