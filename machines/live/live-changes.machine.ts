import { assign, sendTo, setup } from 'xstate'

import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import { type Changes, gathered, type News } from './changes'
import { askingPauseMs, firstEventMs, silenceMs, streamPauseMs } from './stream-pauses'

/** The user and the position at which a stream starts. */
export type StreamStart = {
  userId: string
  /** The last known position in the log of changes. Null if it is unknown. */
  lastId: string | null
}

/**
 * The id with which this tab marks its changes, and the position in the log of changes at which the page was loaded.
 */
export type TabStart = { tabId: string; lastId: string | null }

/** The project list's machine, which reloads the list. */
export type ProjectsInView = { send: (event: { type: 'files.changed' }) => void }

/** The events sent to the actor that connects the tabs of the user. */
export type TabEvent =
  | ({ type: 'news.told' } & News)
  /** This tab becomes, or stops being, a candidate for reading the stream. */
  | { type: 'election.joined' }
  | { type: 'election.left' }

const streamStart = ({ context: { userId, lastId } }: { context: StreamStart }) => ({ userId, lastId })

/**
 * Tracks changes made by other people, by the user in other tabs, and by the company. The tabs of a user share one
 * stream: one tab is elected to read it and forwards everything to the others. When that tab closes, or has been hidden
 * for a while, another visible tab continues from the last position, so that nothing is missed. Once all tabs have been
 * hidden for a while, there is no stream. A lost stream is reopened after a pause. If no stream arrives, because a
 * proxy buffers it or the server has too many streams, the tab loads the changes with a short call before the next
 * attempt.
 *
 * Each notification makes the pages reload data, so changes are batched: the first ones are passed on quickly, and
 * later ones at most every five seconds. Most changes made by this tab are not reported, because it already has the
 * results.
 */
export const liveChangesMachine = setup({
  types: {
    input: {} as { userId: string; projects: ProjectsInView | null },
    context: {} as {
      userId: string
      /** Null where no list of projects is shown. */
      projects: ProjectsInView | null
      tabId: string
      lastId: string | null
      /** Changes that have not been passed on yet. */
      news: Changes
      /** The number of consecutive connections that failed. */
      tries: number
      /** The pause that the server requested, in ms. */
      retryAfterMs: number
    },
    events: {} as
      /** This tab reads the stream from now on. */
        | { type: 'tab.elected' }
        /** Received from the tab that reads the stream. */
        | ({ type: 'news.heard' } & News)
        | ({ type: 'stream.received' } & News)
        /** Data without changes arrived, such as a heartbeat. */
        | { type: 'stream.heard' }
        | { type: 'stream.ended' }
        | { type: 'stream.failed'; retryAfterMs: number }
        /** The server has too many streams. */
        | { type: 'stream.refused'; retryAfterMs: number }
        | { type: 'network.returned' }
        /** This tab has been hidden for a while, or is shown again. */
        | { type: 'tab.rested' }
        | { type: 'tab.returned' }
        /** Another user has signed in. */
        | { type: 'user.changed' },
  },
  actors: {
    findStart: placeholderActor<TabStart>('findStart'),
    /** Reports tab.elected and news.heard, and passes news.told on to the other tabs. Reports network.returned. */
    joinTabs: placeholderCallback<{ userId: string }, TabEvent>('joinTabs'),
    /** Reports the stream.* events, and user.changed. */
    readStream: placeholderCallback<StreamStart>('readStream'),
    /** Loads what has changed, without a stream. Null if another user has signed in. */
    loadChanges: placeholderActor<News | null, StreamStart>('loadChanges'),
    /** Reports tab.rested and tab.returned. */
    followRest: placeholderCallback('followRest'),
  },
  actions: {
    /** Notifies the other machines on this page of the changes. */
    tell: (_, _news: { changes: Changes }) => {},
    /**
     * Reloads the project list, unless only prices have changed: every page is notified of new prices, but the list
     * shows none.
     */
    tellProjects: ({ context: { projects, news } }) => {
      if (news === null || news.some(({ kind }) => kind !== 'prices')) projects?.send({ type: 'files.changed' })
    },
    fail: assign(({ context }, { retryAfterMs }: { retryAfterMs: number }) => ({
      // A stream that ended also counts as failed, because a server could end every stream immediately. A heartbeat
      // resets the count.
      tries: context.tries + 1,
      retryAfterMs,
    })),
    gather: assign(({ context }, { id, changes }: News) => ({
      lastId: id ?? context.lastId,
      news: gathered(context.news, changes, context.tabId),
    })),
    forgetNews: assign({ news: [] }),
  },
  guards: {
    isNews: (_, output: News | null) => output !== null,
    hasNews: ({ context: { news } }) => news === null || news.length > 0,
  },
  delays: {
    silence: silenceMs,
    firstEvent: firstEventMs,
    streamPause: ({ context: { tries, retryAfterMs } }) => streamPauseMs(tries, retryAfterMs, Math.random()),
    /**
     * One action often makes several changes, such as to a file and to its project, which are then passed on together.
     */
    gatheringPause: 300,
    tellingPause: 5_000,
  },
}).createMachine({
  id: 'liveChanges',
  context: ({ input }) => ({
    ...input,
    tabId: '',
    lastId: null,
    news: [],
    tries: 0,
    retryAfterMs: 0,
  }),
  initial: 'starting',
  states: {
    starting: {
      invoke: {
        src: 'findStart',
        onDone: { target: 'following', actions: assign(({ event }) => event.output) },
        // The lazily loaded code for the stream is not available.
        onError: { target: 'waiting', actions: { type: 'fail', params: { retryAfterMs: 0 } } },
      },
    },
    waiting: { after: { streamPause: 'starting' } },
    following: {
      type: 'parallel',
      invoke: [
        { id: 'tabs', src: 'joinTabs', input: ({ context: { userId } }) => ({ userId }) },
        { src: 'followRest' },
      ],
      on: {
        'user.changed': 'ended',
        'tab.rested': { target: '.stream.elsewhere', actions: sendTo('tabs', { type: 'election.left' }) },
        'tab.returned': { actions: sendTo('tabs', { type: 'election.joined' }) },
      },
      states: {
        stream: {
          initial: 'elsewhere',
          states: {
            /** Another tab reads the stream, or no tab does, for example because all of them are hidden. */
            elsewhere: {
              on: {
                'tab.elected': 'here',
                'news.heard': { actions: { type: 'gather', params: ({ event }) => event } },
              },
            },
            here: {
              initial: 'reading',
              states: {
                reading: {
                  initial: 'connecting',
                  invoke: { src: 'readStream', input: streamStart },
                  on: {
                    'stream.heard': { target: '.open', actions: assign({ tries: 0 }) },
                    'stream.received': {
                      target: '.open',
                      actions: [
                        { type: 'gather', params: ({ event }) => event },
                        sendTo('tabs', ({ event: { id, changes } }) => ({ type: 'news.told', id, changes })),
                      ],
                    },
                    'stream.ended': {
                      target: 'pausing',
                      actions: { type: 'fail', params: { retryAfterMs: 0 } },
                    },
                    'stream.failed': { target: 'pausing', actions: { type: 'fail', params: ({ event }) => event } },
                    'stream.refused': { target: 'asking', actions: { type: 'fail', params: ({ event }) => event } },
                  },
                  states: {
                    connecting: {
                      after: {
                        firstEvent: {
                          target: '#liveChanges.following.stream.here.asking',
                          actions: assign({ tries: 0, retryAfterMs: askingPauseMs }),
                        },
                      },
                    },
                    open: {
                      after: {
                        silence: {
                          target: '#liveChanges.following.stream.here.pausing',
                          actions: { type: 'fail', params: { retryAfterMs: 0 } },
                        },
                      },
                    },
                  },
                },
                pausing: {
                  after: { streamPause: 'reading' },
                  on: { 'network.returned': 'reading' },
                },
                /** No stream has arrived, so the changes up to now are loaded. */
                asking: {
                  invoke: {
                    src: 'loadChanges',
                    input: streamStart,
                    onDone: [
                      {
                        guard: { type: 'isNews', params: ({ event }) => event.output },
                        target: 'pausing',
                        actions: [
                          { type: 'gather', params: ({ event }) => newsOf(event.output) },
                          sendTo('tabs', ({ event }) => ({ type: 'news.told', ...newsOf(event.output) })),
                        ],
                      },
                      { target: '#liveChanges.ended' },
                    ],
                    onError: {
                      target: 'pausing',
                      actions: { type: 'fail', params: ({ event }) => ({ retryAfterMs: retryAfterIn(event.error) }) },
                    },
                  },
                  after: {
                    silence: { target: 'pausing', actions: { type: 'fail', params: { retryAfterMs: 0 } } },
                  },
                },
              },
            },
          },
        },
        news: {
          initial: 'told',
          states: {
            told: { always: { guard: 'hasNews', target: 'gathering' } },
            gathering: { after: { gatheringPause: 'telling' } },
            telling: {
              entry: [
                'tellProjects',
                { type: 'tell', params: ({ context }) => ({ changes: context.news }) },
                'forgetNews',
              ],
              after: { tellingPause: 'told' },
            },
          },
        },
      },
    },
    ended: { type: 'final' },
  },
})

const newsOf = (output: News | null): News => output ?? { id: null, changes: [] }

/** The pause, in ms, that the server requested in an error response. 0 if it requested none. */
const retryAfterIn = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'retryAfterMs' in error ? Number(error.retryAfterMs) : 0
