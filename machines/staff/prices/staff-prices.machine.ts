import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { messageOf } from '../../lib/message-of'
import { placeholderActor, placeholderCallback } from '../../lib/placeholder-actor'
import {
  followed,
  formMistakes,
  type FormRow,
  neighborsOf,
  type NewPriceVersion,
  type PriceForm,
  type PriceVersion,
  priceFormOf,
  pricedRows,
  tomorrowOf,
  versionIn,
  withUsableId,
  withChangedRow,
  withoutRow,
  withRow,
} from './price-form'
import {
  changeBetween,
  changedBack,
  isEarlier,
  isPlanned,
  isUnchanged,
  type PricedRows,
  type RowKind,
  versionBefore,
} from './price-plan'
import { priceRefusalText, refusedFields } from './price-refusal'

export type PriceVersionPage = components['schemas']['PriceVersionPage']

/** What is sent to save a version, and to remove one. */
export type SavedVersion = { id: string; version: NewPriceVersion }
export type RemovedVersion = { id: string; revision: string }

/** A page of versions, and this computer's time when the page arrived, in milliseconds. */
export type ArrivedVersions = { page: PriceVersionPage; at: number }

type Input = {
  /** The form as it was when the page was left or reloaded; null if none was open. */
  form: PriceForm | null
}

const nothing = { form: null, mistakes: {}, failure: null, removing: null }

/**
 * The versions of the price table: the current one, planned ones and earlier ones. A new version is planned in a form,
 * compared with the one that it follows, and only then saved. The comparison and the confirmation of a removal refer to
 * the versions as they were listed then: if someone else has changed them in the meantime, the server rejects the
 * change, and the form keeps what was typed.
 */
export const staffPricesMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & {
      /** Null until loaded. */
      list: PriceVersionPage | null
      /** How far the server's time is ahead of this computer's, whose clock may be wrong. */
      aheadMs: number
      /** The time of this computer when the list arrived, or at the latest event that depends on the time. */
      now: number
      form: PriceForm | null
      /** The mistakes in the form, by API field. */
      mistakes: Record<string, string>
      /**
       * The revision of the version list that the form was compared with, or that the confirmation of a removal refers
       * to.
       */
      revision: string
      /** The id of the version that is to be removed. */
      removing: string | null
      failure: string | null
    },
    events: {} as
      | { type: 'prices.retry' }
      | { type: 'prices.outdated' }
      | { type: 'page.requested' }
      /**
       * Opens the form for the version with this id, or, if `versionId` is null, for a new version with the id `newId`
       * and the values of the one that it follows. `now` is the time of this computer.
       */
      | { type: 'plan.begun'; versionId: string | null; newId: string; now: number }
      | { type: 'plan.left' }
      | { type: 'days.typed'; text: string }
      | { type: 'start.chosen'; isAtOnce: boolean; now: number }
      | { type: 'start.typed'; text: string; now: number }
      | { type: 'row.added'; of: RowKind }
      | { type: 'row.removed'; of: RowKind; key: number }
      | { type: 'row.typed'; of: RowKind; key: number; change: Partial<Pick<FormRow, 'name' | 'price' | 'text'>> }
      /** If the version that was to be changed has taken effect, `newId` becomes the id of a new version. */
      | { type: 'plan.compared'; newId: string; now: number }
      | { type: 'comparison.left' }
      | { type: 'plan.saved' }
      | { type: 'removal.requested'; versionId: string }
      | { type: 'removal.dismissed' }
      | { type: 'removal.confirmed' },
  },
  actors: {
    loadVersions: placeholderActor<ArrivedVersions, { cursor: string | null }>('loadVersions'),
    /** Reports prices.outdated. */
    followPrices: placeholderCallback('followPrices'),
    save: placeholderActor<ArrivedVersions, SavedVersion>('save'),
    remove: placeholderActor<ArrivedVersions, RemovedVersion>('remove'),
  },
  actions: {
    show: assign((_, { page, at }: ArrivedVersions) => ({
      list: page,
      aheadMs: Date.parse(page.now) - at,
      now: at,
    })),
    fail: assign((_, { error, fallback }: { error: unknown; fallback: string }) => ({
      failure: priceRefusalText(messageOf(error, fallback)),
    })),
    clearFailure: assign({ failure: null }),
    noteTime: assign({ now: (_, now: number) => now }),
    begin: assign(({ context }, { versionId, newId }: { versionId: string | null; newId: string }) => {
      const { list } = context
      if (!list) return {}
      const now = timeIn(context)
      const planned = list.versions.find(({ id }) => id === versionId)
      const start = planned?.valid_from ?? tomorrowOf(now).toISOString()
      const base = versionBefore([...list.versions, list.current], start, planned?.id ?? '') ?? list.current
      return { ...nothing, form: priceFormOf(planned ?? base, planned?.id ?? newId, now, base) }
    }),
    /** Changes the time at which the version takes effect. */
    move: assign(({ context }, start: Partial<Pick<PriceForm, 'isAtOnce' | 'from'>>) => {
      const { form, list, mistakes } = context
      if (!form || !list) return {}
      const moved = { ...form, ...start }
      const following = followed(moved, list, timeIn(context))
      // If the form has taken values from other versions, its mistakes are dropped, because the fields to which they
      // refer may have moved.
      return { form: following, mistakes: following === moved || Object.keys(mistakes).length === 0 ? mistakes : {} }
    }),
    check: assign(({ context }) => {
      const form = latestForm(context)
      return form && context.list ? { form, mistakes: mistakesIn(form, context.list, timeIn(context)) } : {}
    }),
    compare: assign(({ context }, newId: string) => {
      const { list } = context
      const form = latestForm(context)
      return {
        mistakes: {},
        failure: null,
        revision: list?.revision ?? '',
        form: form && list ? withUsableId(form, list, newId) : form,
      }
    }),
    ask: assign(({ context: { list } }, removing: string) => ({
      ...nothing,
      removing,
      revision: list?.revision ?? '',
    })),
    close: assign(nothing),
  },
  guards: {
    isListed: ({ context }) => context.list !== null,
    hasMore: ({ context }) => context.list !== null && context.list.next !== null,
    isComplete: ({ context }, now: number) => {
      const known = { ...context, now }
      const form = latestForm(known)
      if (!form || !known.list) return false
      return Object.keys(mistakesIn(form, known.list, timeIn(known))).length === 0
    },
    isResumed: ({ context: { form, list } }) => form !== null && list !== null,
    /** Someone else has removed the version, or it has taken effect. */
    isGone: ({ context: { list, removing } }) =>
      !list?.versions.some((one) => one.id === removing && isPlanned(one, list)),
  },
}).createMachine({
  id: 'staffPrices',
  context: ({ input }) => ({ ...nothing, list: null, aheadMs: 0, now: 0, revision: '', ...input }),
  invoke: { src: 'followPrices' },
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          entry: 'clearFailure',
          on: { 'prices.outdated': { target: 'loading', reenter: true } },
          invoke: {
            src: 'loadVersions',
            input: { cursor: null },
            onDone: { target: 'listed', actions: { type: 'show', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: {
                type: 'fail',
                params: ({ event: { error } }) => ({ error, fallback: 'The prices could not be loaded.' }),
              },
            },
          },
        },
        failed: { on: { 'prices.retry': 'loading' } },
        listed: {
          on: { 'prices.outdated': 'updating', 'page.requested': { guard: 'hasMore', target: 'loadingMore' } },
        },
        /** Keeps the displayed list. The user did not request this update, so no error is shown. */
        updating: {
          on: { 'prices.outdated': { target: 'updating', reenter: true } },
          invoke: {
            src: 'loadVersions',
            input: { cursor: null },
            onDone: { target: 'listed', actions: { type: 'show', params: ({ event }) => event.output } },
            onError: 'listed',
          },
        },
        loadingMore: {
          entry: 'clearFailure',
          on: { 'prices.outdated': 'updating' },
          invoke: {
            src: 'loadVersions',
            input: ({ context: { list } }) => ({ cursor: list?.next ?? null }),
            onDone: {
              target: 'listed',
              actions: {
                type: 'show',
                // The revision of the first page is kept, because the versions on that page are still displayed.
                params: ({ context: { list }, event: { output } }) => {
                  const { page, at } = output
                  const versions = [...(list?.versions ?? []), ...page.versions]
                  return { page: { ...(list ?? page), versions, now: page.now, next: page.next }, at }
                },
              },
            },
            onError: {
              target: 'listed',
              actions: {
                type: 'fail',
                params: ({ event: { error } }) => ({ error, fallback: 'Earlier versions could not be loaded.' }),
              },
            },
          },
        },
      },
    },
    work: {
      initial: 'none',
      states: {
        none: {
          always: { guard: 'isResumed', target: 'editing', actions: { type: 'move', params: {} } },
          on: {
            'plan.begun': {
              guard: 'isListed',
              target: 'editing',
              actions: [
                { type: 'noteTime', params: ({ event }) => event.now },
                { type: 'begin', params: ({ event: { versionId, newId } }) => ({ versionId, newId }) },
              ],
            },
            'removal.requested': { target: 'asking', actions: { type: 'ask', params: ({ event }) => event.versionId } },
          },
        },
        editing: {
          on: {
            'plan.left': { target: 'none', actions: 'close' },
            'days.typed': {
              actions: assign(({ context, event }) => changed(context, (form) => ({ ...form, days: event.text }))),
            },
            'start.chosen': {
              actions: [
                { type: 'noteTime', params: ({ event }) => event.now },
                { type: 'move', params: ({ event }) => ({ isAtOnce: event.isAtOnce }) },
              ],
            },
            'start.typed': {
              actions: [
                { type: 'noteTime', params: ({ event }) => event.now },
                { type: 'move', params: ({ event }) => ({ from: event.text }) },
              ],
            },
            // An added or removed row moves the fields to which the mistakes refer, so the mistakes are dropped.
            'row.added': {
              actions: assign(({ context, event }) => ({
                ...changed(context, (form) => withRow(form, event.of)),
                mistakes: {},
              })),
            },
            'row.removed': {
              actions: assign(({ context, event }) => ({
                ...changed(context, (form) => withoutRow(form, event.of, event.key)),
                mistakes: {},
              })),
            },
            'row.typed': {
              actions: assign(({ context, event: { of, key, change } }) =>
                changed(context, (form) => withChangedRow(form, of, key, change)),
              ),
            },
            'plan.compared': [
              {
                guard: { type: 'isComplete', params: ({ event }) => event.now },
                target: 'comparing',
                actions: [
                  { type: 'noteTime', params: ({ event }) => event.now },
                  { type: 'compare', params: ({ event }) => event.newId },
                ],
              },
              { actions: [{ type: 'noteTime', params: ({ event }) => event.now }, 'clearFailure', 'check'] },
            ],
          },
        },
        comparing: { on: { 'comparison.left': 'editing', 'plan.saved': 'saving' } },
        saving: {
          invoke: {
            src: 'save',
            input: ({ context: { form, revision } }) => ({
              id: form?.id ?? '',
              version: versionIn(form ?? noForm, revision),
            }),
            onDone: {
              // If the list is being loaded, that call is stopped, because its response may be older than this one.
              target: ['#staffPrices.list.listed', '#staffPrices.work.none'],
              actions: ['close', { type: 'show', params: ({ event }) => event.output }],
            },
            onError: {
              target: ['#staffPrices.list.updating', '#staffPrices.work.editing'],
              actions: [
                {
                  type: 'fail',
                  params: ({ event: { error } }) => ({
                    error,
                    fallback: 'The prices could not be saved. You can safely try again: they will not be saved twice.',
                  }),
                },
                assign(({ context, event: { error } }) => ({ mistakes: refusedFields(error) ?? context.mistakes })),
              ],
            },
          },
        },
        asking: {
          always: { guard: 'isGone', target: 'none', actions: 'close' },
          on: { 'removal.dismissed': { target: 'none', actions: 'close' }, 'removal.confirmed': 'removing' },
        },
        removing: {
          invoke: {
            src: 'remove',
            input: ({ context: { removing, revision } }) => ({ id: removing ?? '', revision }),
            onDone: {
              target: ['#staffPrices.list.listed', '#staffPrices.work.none'],
              actions: ['close', { type: 'show', params: ({ event }) => event.output }],
            },
            onError: {
              target: ['#staffPrices.list.updating', '#staffPrices.work.none'],
              actions: [
                'close',
                {
                  type: 'fail',
                  params: ({ event: { error } }) => ({
                    error,
                    fallback: 'The version could not be removed. Please try again.',
                  }),
                },
              ],
            },
          },
        },
      },
    },
  },
})

/**
 * How `version` differs from `before`. `planned` is the time at which `before` takes effect, or null if `before` is the
 * current version.
 */
const comparedWith = (before: PriceVersion, version: PricedRows, list: PriceVersionPage) => ({
  planned: isPlanned(before, list) ? before.valid_from : null,
  change: changeBetween(before, version),
})

type Time = { now: number; aheadMs: number }

/** The server's time, which decides what is in the future. */
const timeIn = ({ now, aheadMs }: Time) => new Date(now + aheadMs)

type Known = Time & { form: PriceForm | null; list: PriceVersionPage | null }

/** The form, updated with changes that others have made in the meantime. */
const latestForm = (context: Known) =>
  context.form && context.list ? followed(context.form, context.list, timeIn(context)) : context.form

const mistakesIn = (form: PriceForm, list: PriceVersionPage, now: Date) => formMistakes(form, now, list.current)

/** The form in the context after a change. Without a form, nothing changes. */
const changed = ({ form }: { form: PriceForm | null }, make: (form: PriceForm) => PriceForm) =>
  form ? { form: make(form) } : {}

const noForm: PriceForm = {
  ...{ id: '', planned: null, si: [], pi: [], days: '', isAtOnce: true, from: '' },
  base: { si: [], pi: [], turnaround_days: 0 },
}

export type StaffPricesActor = ActorRefFrom<typeof staffPricesMachine>
type Snapshot = SnapshotFrom<typeof staffPricesMachine>

export const priceListOf = ({ context }: Snapshot) => context.list
/** The versions that are yet to take effect, in chronological order, each with its differences from the one before. */
export const plannedVersionsOf = ({ context: { list } }: Snapshot) => {
  if (!list) return []
  const planned = list.versions.filter((one) => isPlanned(one, list)).reverse()
  return planned.map((version) => {
    const before = versionBefore(planned, version.valid_from, version.id) ?? list.current
    return { version, ...comparedWith(before, version, list) }
  })
}
export type PlannedVersion = ReturnType<typeof plannedVersionsOf>[number]
export const earlierVersionsOf = ({ context: { list } }: Snapshot) =>
  list ? list.versions.filter((one) => isEarlier(one, list)) : []
/** The open form. Null if no form is open, or until the versions are loaded. */
export const priceFormIn = (snapshot: Snapshot) => (isPriceWorkDone(snapshot) ? null : snapshot.context.form)
/** The form to keep across a reload, until the version is saved or discarded. */
export const priceDraftOf = ({ context }: Snapshot) => context.form
export const priceMistakesOf = ({ context }: Snapshot) => context.mistakes
export const pricesFailureOf = ({ context }: Snapshot) => context.failure
export const removedVersionOf = ({ context }: Snapshot) => context.removing
export const haveVersionsFailed = (snapshot: Snapshot) => snapshot.matches({ list: 'failed' })
export const isLoadingMoreVersions = (snapshot: Snapshot) => snapshot.matches({ list: 'loadingMore' })
export const isSavingPrices = (snapshot: Snapshot) => snapshot.matches({ work: 'saving' })
export const isRemovingVersion = (snapshot: Snapshot) => snapshot.matches({ work: 'removing' })
/** Whether nothing is being planned or removed. */
export const isPriceWorkDone = (snapshot: Snapshot) => snapshot.matches({ work: 'none' })
/**
 * The comparison of the form: the version that it follows, the differences from that version, and what the next planned
 * version reverts, if anything. Null without a form, until the versions are loaded, and while the form is being edited.
 */
export const comparisonOf = (snapshot: Snapshot) => {
  const { list, form } = snapshot.context
  if (!list || !form || snapshot.matches({ work: 'editing' })) return null
  const planned = pricedRows(form)
  const { before, after } = neighborsOf(form, list, timeIn(snapshot.context))
  const base = before ?? list.current
  const back = after && changedBack(base, planned, after)
  return {
    ...comparedWith(base, planned, list),
    undone: after && back && !isUnchanged(back) ? { from: after.valid_from, change: back } : null,
  }
}
