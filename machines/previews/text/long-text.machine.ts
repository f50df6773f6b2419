import { type ActorRefFrom, assign, emit, raise, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import { partBytes, partWith, sectionWith, type TextPart, type TextParts } from './long-text'

/** A search for the next match at or after the byte `from`. It calls `report` with the position that it has reached. */
export type TextSearch = { word: string; from: number; report: (at: number) => void }

/** The part with the line of a match, and the position of the match. */
export type MatchPlace = { part: TextPart | null; at: number }

type Context = {
  /** The parts in view. */
  visible: number[]
  parts: TextParts
  /** Parts that could not be read. Other parts remain visible. */
  lost: number[]
  section: number
  /** The word in the search field. */
  word: string
  /** The current search, and the position that it has reached. */
  search: { word: string; at: number }
  /** The last match, after which a search for the same word continues. */
  last: { word: string; at: number } | null
  /** The byte offset of a match that has been found but is not shown yet. */
  goal: number | null
  /** The line of the match that is highlighted, counted from 0 within its part. */
  found: { index: number; line: number } | null
}

const unreadIn = ({ parts, lost }: Context, indices: number[]) =>
  indices.filter((index) => !(index in parts) && !lost.includes(index))

const unreadInView = (context: Context) => unreadIn(context, context.visible)

/** The part with the match that is not shown yet. */
const goalPart = ({ parts, goal }: Context) => (goal === null ? null : partWith(parts, goal))

/** A search for the same word continues after its last match; any other search begins at the first visible part. */
const searchStart = ({ word, last, visible }: Context) =>
  last?.word === word ? last.at + 1 : (visible[0] ?? 0) * partBytes

/**
 * Text of any length. Only the parts in view are read. A part that cannot be read does not hide the others; if none has
 * been read, there is nothing to show. The whole text can be searched, and the line of a match is kept in view while
 * the parts around it are read, until the user scrolls.
 */
export const longTextMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      /** Other parts came into view. */
        | { type: 'parts.shown'; indices: number[] }
        | { type: 'reading.retried' }
        | { type: 'section.chosen'; section: number }
        | { type: 'word.typed'; word: string }
        | { type: 'search.requested' }
        | { type: 'search.advanced'; at: number }
        /** The search has found the match at this byte. */
        | { type: 'match.found'; at: number }
        | { type: 'user.scrolled' },
    emitted: {} as { type: 'text.broken'; reason: string },
  },
  actors: {
    /** Reads parts. Fails only if none of them can be read. */
    readParts: placeholderActor<TextParts, { indices: number[] }>('readParts'),
    /** Finds the byte offset of the next match; null if there is none. */
    findNext: placeholderActor<number | null, TextSearch>('findNext'),
    /** Finds the line of a match, counted from 0 within its part. */
    findLine: placeholderActor<number, MatchPlace>('findLine'),
  },
  actions: {
    show: assign((_, visible: number[]) => ({ visible })),
    takeParts: assign(({ context }, parts: TextParts) => ({
      parts: { ...context.parts, ...parts },
      lost: [...context.lost, ...unreadInView(context).filter((index) => !(index in parts))],
    })),
    loseGoal: assign(({ context }) => ({ lost: [...new Set([...context.lost, goalPart(context) ?? 0])], goal: null })),
  },
  guards: {
    isNothingRead: ({ context }) => Object.keys(context.parts).length === 0,
    areSameUnread: ({ context }, indices: number[]) =>
      unreadIn(context, indices).join() === unreadInView(context).join(),
    areAllRead: ({ context }, indices: number[]) => unreadIn(context, indices).length === 0,
    isLostInView: ({ context: { visible, parts, lost } }) =>
      visible.some((index) => lost.includes(index) && !(index in parts)),
    hasWord: ({ context }) => context.word !== '',
    isFound: (_, at: number | null) => at !== null,
    isGoalRead: ({ context }) => (goalPart(context) ?? -1) in context.parts,
  },
}).createMachine({
  id: 'longText',
  context: {
    visible: [],
    parts: {},
    lost: [],
    section: 0,
    word: '',
    search: { word: '', at: 0 },
    last: null,
    goal: null,
    found: null,
  },
  type: 'parallel',
  states: {
    parts: {
      initial: 'resting',
      on: {
        'parts.shown': [
          // While the user scrolls, parts that are already being read come into view one after another. This does not
          // interrupt the reading.
          {
            guard: { type: 'areSameUnread', params: ({ event }) => event.indices },
            actions: { type: 'show', params: ({ event }) => event.indices },
          },
          {
            guard: { type: 'areAllRead', params: ({ event }) => event.indices },
            target: '.resting',
            actions: { type: 'show', params: ({ event }) => event.indices },
          },
          { target: '.reading', actions: { type: 'show', params: ({ event }) => event.indices } },
        ],
        'reading.retried': [
          { guard: 'isLostInView', target: '.reading', actions: assign({ lost: [] }) },
          { actions: assign({ lost: [] }) },
        ],
      },
      states: {
        resting: {},
        reading: {
          invoke: {
            src: 'readParts',
            input: ({ context }) => ({ indices: unreadInView(context) }),
            onDone: { target: 'resting', actions: { type: 'takeParts', params: ({ event }) => event.output } },
            onError: [
              {
                guard: 'isNothingRead',
                target: 'resting',
                actions: [
                  { type: 'takeParts', params: {} },
                  emit(({ event }) => ({
                    type: 'text.broken' as const,
                    reason: messageOf(event.error, 'the connection was lost'),
                  })),
                ],
              },
              { target: 'resting', actions: { type: 'takeParts', params: {} } },
            ],
          },
        },
      },
    },
    search: {
      initial: 'idle',
      on: {
        'word.typed': { actions: assign({ word: ({ event }) => event.word }) },
        'search.requested': {
          guard: 'hasWord',
          target: '.searching',
          actions: assign({ search: ({ context }) => ({ word: context.word, at: searchStart(context) }) }),
        },
      },
      states: {
        idle: {},
        searching: {
          on: {
            'search.advanced': {
              actions: assign({ search: ({ context, event }) => ({ ...context.search, at: event.at }) }),
            },
          },
          invoke: {
            src: 'findNext',
            input: ({ context: { search }, self }) => ({
              word: search.word,
              from: search.at,
              report: (at) => self.send({ type: 'search.advanced', at }),
            }),
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => event.output },
                target: 'found',
                actions: [
                  assign({ last: ({ context, event }) => ({ word: context.search.word, at: event.output ?? 0 }) }),
                  raise(({ event }) => ({ type: 'match.found' as const, at: event.output ?? 0 })),
                ],
              },
              { target: 'absent', actions: assign({ last: null }) },
            ],
            onError: 'interrupted',
          },
        },
        found: {},
        absent: {},
        interrupted: {},
      },
    },
    match: {
      initial: 'resting',
      on: {
        'match.found': {
          target: '.approaching',
          actions: assign({ section: ({ event }) => sectionWith(event.at), goal: ({ event }) => event.at }),
        },
        'section.chosen': {
          target: '.resting',
          actions: assign({ section: ({ event }) => event.section, goal: null }),
        },
      },
      states: {
        resting: {},
        /** The view scrolls to the part with the match, so that it is read. */
        approaching: { always: { guard: 'isGoalRead', target: 'locating' } },
        locating: {
          invoke: {
            src: 'findLine',
            input: ({ context }) => ({ part: context.parts[goalPart(context) ?? -1] ?? null, at: context.goal ?? 0 }),
            onDone: {
              target: 'pinned',
              actions: assign(({ context, event }) => ({
                found: { index: goalPart(context) ?? 0, line: event.output },
                goal: null,
              })),
            },
            onError: { target: 'resting', actions: 'loseGoal' },
          },
        },
        /** The line of the match is kept in view. */
        pinned: { on: { 'user.scrolled': 'resting' } },
      },
    },
  },
})

export type LongTextActor = ActorRefFrom<typeof longTextMachine>
type Snapshot = SnapshotFrom<typeof longTextMachine>

export const partsOf = ({ context }: Snapshot) => context.parts
export const lostOf = ({ context }: Snapshot) => context.lost
export const sectionOf = ({ context }: Snapshot) => context.section
export const wordOf = ({ context }: Snapshot) => context.word
export const foundLineOf = ({ context }: Snapshot) => context.found
/**
 * The part that the view has to scroll to, because it contains a match and has not been read yet; null if there is
 * none.
 */
export const approachedPartOf = (snapshot: Snapshot) =>
  snapshot.matches({ match: 'approaching' }) ? goalPart(snapshot.context) : null
export const isMatchPinned = (snapshot: Snapshot) => snapshot.matches({ match: 'pinned' })
/** The position that the current search has reached; null if there is none. */
export const searchedOf = (snapshot: Snapshot) =>
  snapshot.matches({ search: 'searching' }) ? snapshot.context.search.at : null
/**
 * The result of the last search: the position of the match, or why there is none. Null during a search, and before the
 * first one.
 */
export const searchResultOf = (snapshot: Snapshot): number | 'absent' | 'interrupted' | null => {
  if (snapshot.matches({ search: 'found' })) return snapshot.context.last?.at ?? null
  if (snapshot.matches({ search: 'absent' })) return 'absent'
  return snapshot.matches({ search: 'interrupted' }) ? 'interrupted' : null
}
