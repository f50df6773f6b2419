import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import { anchorIn, anchorName, type CommentAnchor, viewOf } from '../../../machines/comments/comment-anchor'
import {
  type CommentChange,
  type CommentDraft,
  commentDraftOf,
  emptyCommentDraft,
  fileCommentsMachine,
  isCommentDraft,
  marksOf,
  type Thread,
  type ThreadList,
  type ThreadsWanted,
  isCut,
  listedCountOf,
} from '../../../machines/comments/file-comments.machine'
import { mentionedIn, suggestions, textParts, withMention } from '../../../machines/comments/comment-text'

const uma = { id: 'm1', name: 'Uma Serrano' }
const ada = { id: 'm2', name: 'Ada Vance' }

test('only http and https URLs become links, without the punctuation around them', () => {
  const parts = (text: string) => textParts(text, []).map(({ kind, text: part }) => [kind, part])
  expect(parts('See https://example.com/a?b=1&c=2, please.')).toEqual([
    ['text', 'See '],
    ['link', 'https://example.com/a?b=1&c=2'],
    ['text', ', please.'],
  ])
  expect(parts('(http://example.com)')).toEqual([
    ['text', '('],
    ['link', 'http://example.com'],
    ['text', ')'],
  ])
  for (const text of ['javascript:alert(1)', 'data:text/html,x', '<b>bold</b>', 'ftp://example.com', 'https://']) {
    expect(parts(text)).toEqual([['text', text]])
  }
  expect(parts('https://example.com/"><script>')).toEqual([
    ['link', 'https://example.com/'],
    ['text', '"><script>'],
  ])
})

test('names of mentioned members are marked, also within other words', () => {
  expect(textParts('@Uma Serrano: look, @Ada Vance', ['Uma Serrano'])).toEqual([
    { kind: 'mention', text: '@Uma Serrano' },
    { kind: 'text', text: ': look, @Ada Vance' },
  ])
  expect(mentionedIn('cc @Uma Serrano and @Nobody', [uma, ada])).toEqual(['m1'])
})

test('of members whose names begin alike, only the one whose whole name is there is mentioned', () => {
  const short = { id: 'm3', name: 'Ada' }
  for (const members of [
    [short, ada],
    [ada, short],
  ]) {
    const names = members.map(({ name }) => name)
    expect(textParts('@Ada Vance, please', names)).toEqual([
      { kind: 'mention', text: '@Ada Vance' },
      { kind: 'text', text: ', please' },
    ])
    expect(mentionedIn('@Ada Vance, please', members)).toEqual(['m2'])
    expect(mentionedIn('@Ada and @Ada Vance', members).toSorted()).toEqual(['m2', 'm3'])
  }
})

test('a name in a URL mentions nobody', () => {
  const solo = { id: 'm4', name: 'Solo' }
  expect(mentionedIn('https://example.com/@Solo', [solo])).toEqual([])
  expect(mentionedIn('https://example.com/@Solo by @Solo', [solo])).toEqual(['m4'])
})

test('an @ at the end of the text offers the members whose names match', () => {
  expect(suggestions('Hello @', [uma, ada])).toEqual([uma, ada])
  expect(suggestions('Hello @um', [uma, ada])).toEqual([uma])
  expect(suggestions('mail@um', [uma, ada])).toEqual([])
  expect(suggestions('Hello @Uma Serrano', [uma, ada])).toEqual([])
  expect(withMention('Hello @um', uma)).toBe('Hello @Uma Serrano ')
})

test('a comment is placed at the only highlighted net, or at the center of what is shown', () => {
  expect(anchorIn('')).toBeNull()
  expect(anchorIn('net-CLK_P')).toEqual({ kind: 'net', net: 'CLK_P' })
  expect(anchorIn('at-60_45_12.5*net-CLK_P*net-CLK_N')).toEqual({ kind: 'board', x: 60, y: 45 })
  expect(anchorIn('below')).toBeNull()
})

test('a comment is placed at the line, page or point of the view', () => {
  expect(anchorIn('frequency_axis*logarithmic_point*SDD21.1500000.5')).toEqual({
    kind: 'curve',
    curve: 'SDD21',
    x: 1500000.5,
  })
  for (const view of ['frequency_point*S21', 'frequency_point*S21.x', 'frequency_point*x.1', 'eye_point*S21.1']) {
    expect(anchorIn(view)).toBeNull()
  }
  expect(anchorIn('line-12')).toEqual({ kind: 'line', line: 12 })
  expect(anchorIn('page-3')).toEqual({ kind: 'page', page: 3 })
  for (const view of ['line-0', 'line--1', 'page-1.5', 'page-1e9', 'page-', 'lines-1', 'line-9999999999']) {
    expect(anchorIn(view)).toBeNull()
  }
})

test.each<[CommentAnchor, string, string]>([
  [{ kind: 'net', net: 'A~B%' }, 'Net A~B%', 'net-A~B%25'],
  [{ kind: 'board', x: 1.5, y: -2 }, '1.5, -2 mm', 'at-1.5_-2_20'],
  [{ kind: 'curve', curve: 'S21', x: 5e9 }, 'S21 at 5 GHz', 'frequency_point*S21.5000000000'],
  [{ kind: 'line', line: 12 }, 'Line 12', 'line-12'],
  [{ kind: 'page', page: 3 }, 'Page 3', 'page-3'],
])('%j is named and shown', (anchor, name, view) => {
  expect(anchorName(anchor)).toBe(name)
  expect(viewOf(anchor)).toBe(view)
})

const thread = (id: string, more: Partial<Thread> = {}): Thread => ({
  id,
  file_id: 'f1',
  anchor: { kind: 'net', net: 'CLK_P' },
  resolved: null,
  resolved_by_name: null,
  comments: [
    {
      id,
      author_name: 'Uma Serrano',
      is_own: true,
      text: 'Too long?',
      mentions: [],
      created: '2026-01-02T03:04:05Z',
      edited: null,
      deleted: false,
    },
  ],
  ...more,
})

/** Starts the machine for the comments on a file, with these threads. */
async function started(threads: Thread[], linkedId: string | null) {
  const shown: CommentAnchor[] = []
  const machine = fileCommentsMachine.provide({
    actors: {
      loadThreads: fromPromise<ThreadList, ThreadsWanted>(async () => ({ threads, members: [uma], isCut: false })),
      sendChange: fromPromise(async (): Promise<Thread | null> => thread('t1', { resolved: '2026-01-03T03:04:05Z' })),
      followChanges: fromCallback(() => {}),
    },
    actions: { showPlace: (_, anchor) => shown.push(anchor) },
  })
  const actor = createActor(machine, {
    input: { fileId: 'f1', projectId: 'p1', draft: emptyCommentDraft, isWanted: true, linkedId },
  }).start()
  await waitFor(actor, (snapshot) => snapshot.matches('listed'))
  return { actor, shown }
}

test('a link to a thread shows its place once, if it has one', async () => {
  const place = { kind: 'board', x: 1, y: 2 } as const
  const threads = [thread('t1'), thread('t2', { anchor: place }), thread('t3', { anchor: null })]
  expect((await started(threads, 't2')).shown).toEqual([place])
  for (const linkedId of ['t3', 'deleted', null]) expect((await started(threads, linkedId)).shown).toEqual([])
})

test('the newest 20 threads are listed, older ones on request, and all up to the open one', async () => {
  const threads = Array.from({ length: 50 }, (_, at) => thread(`t${at}`))
  const { actor } = await started(threads, null)
  const listed = (openId: string | null = null) => listedCountOf(actor.getSnapshot(), openId)
  expect([listed(), listed('t3'), listed('t44'), listed('deleted')]).toEqual([20, 20, 45, 20])
  actor.send({ type: 'threads.more' })
  expect([listed(), listed('t44')]).toEqual([40, 45])
  actor.send({ type: 'threads.more' })
  expect(listed()).toBe(50)
  expect(listedCountOf((await started([thread('t1')], null)).actor.getSnapshot(), null)).toBe(1)
})

/** Each load waits until the test answers it, with null for a failure. The first result can be truncated. */
function answering({ linkedId = null as string | null, isCut = false } = {}) {
  const answers: ((threads: Thread[] | null) => void)[] = []
  const limits: (number | null)[] = []
  const shown: CommentAnchor[] = []
  const told: number[] = []
  const machine = fileCommentsMachine.provide({
    actors: {
      loadThreads: fromPromise<ThreadList, ThreadsWanted>(
        ({ input: { limit } }) =>
          new Promise((resolve, reject) => {
            limits.push(limit)
            answers.push((threads) =>
              threads ? resolve({ threads, members: [], isCut: isCut && limit !== null }) : reject(new Error('down')),
            )
          }),
      ),
      sendChange: fromPromise<Thread | null, { change: CommentChange | null }>(async ({ input: { change } }) =>
        change?.kind === 'delete' ? null : thread('t2'),
      ),
      followChanges: fromCallback(() => {}),
    },
    actions: { showPlace: (_, anchor) => shown.push(anchor), tellCount: (_, open) => told.push(open) },
  })
  const actor = createActor(machine, {
    input: { fileId: 'f1', projectId: 'p1', draft: emptyCommentDraft, isWanted: true, linkedId },
  }).start()
  const at = (state: 'current' | 'updating' | 'outdated') =>
    waitFor(actor, (snapshot) => snapshot.matches({ listed: state }))
  return { actor, answers, limits, shown, told, at }
}

/** Answers the first load with one thread. The test can answer later loads. */
async function answered() {
  const started = answering()
  started.answers[0]?.([thread('t1')])
  await started.at('current')
  return started
}

test('the newest threads are listed before the others are loaded, and a link to an old one shows its place then', async () => {
  const place = { kind: 'board', x: 1, y: 2 } as const
  const { actor, answers, limits, shown, told, at } = answering({ linkedId: 'old', isCut: true })
  answers[0]?.([thread('t1')])
  const first = await at('updating')
  expect([first.context.threads.length, isCut(first), limits]).toEqual([1, true, [20, null]])
  expect(shown).toEqual([])
  answers[1]?.([thread('t1'), thread('old', { anchor: place })])
  expect(isCut(await at('current'))).toBe(false)
  expect(shown).toEqual([place])
  expect(told).toEqual([2])
  actor.send({ type: 'comments.outdated' })
  answers[2]?.([thread('t1'), thread('old', { anchor: place })])
  await at('current')
  expect(shown).toEqual([place])
})

test('a comment that is sent before the older threads are loaded is not counted without them', async () => {
  const { actor, answers, told, at } = answering({ isCut: true })
  answers[0]?.([thread('t1')])
  await at('updating')
  actor.send({ type: 'text.typed', text: 'Too long?' })
  actor.send({ type: 'thread.submitted', id: 't2', anchor: null })
  await waitFor(actor, () => answers.length === 3)
  expect(told).toEqual([])
  answers[2]?.([thread('t2'), thread('t1'), thread('old')])
  await at('current')
  expect(told).toEqual([3])
})

test.each(['updating', 'outdated'] as const)(
  'a comment can be sent while an older version of the list is shown (%s), and the list is loaded afterwards',
  async (state) => {
    const { actor, answers, at } = await answered()
    actor.send({ type: 'comments.outdated' })
    if (state === 'outdated') answers[1]?.(null)
    await at(state)
    actor.send({ type: 'text.typed', text: 'Too long?' })
    actor.send({ type: 'thread.submitted', id: 't2', anchor: null })
    await at('updating')
    answers[2]?.([thread('t3'), thread('t2'), thread('t1')])
    const updated = await at('current')
    expect(updated.context.threads.map(({ id }) => id)).toEqual(['t3', 't2', 't1'])
    expect(answers).toHaveLength(3)
  },
)

test('a change that is reported during an update does not start it over, but is loaded after it', async () => {
  const { actor, answers, at } = await answered()
  actor.send({ type: 'comments.outdated' })
  actor.send({ type: 'comments.outdated' })
  expect(answers).toHaveLength(2)
  answers[1]?.([thread('t2'), thread('t1')])
  await waitFor(actor, ({ context }) => context.threads.length === 2)
  expect(answers).toHaveLength(3)
  answers[2]?.([thread('t3'), thread('t2'), thread('t1')])
  const updated = await at('current')
  expect(updated.context.threads.map(({ id }) => id)).toEqual(['t3', 't2', 't1'])
  expect(answers).toHaveLength(3)
})

test('the list is loaded after a deletion, even if another comment is sent first', async () => {
  const { actor, answers, at } = await answered()
  actor.send({ type: 'comment.deleted', id: 't1' })
  await at('updating')
  actor.send({ type: 'text.typed', text: 'Too long?' })
  actor.send({ type: 'thread.submitted', id: 't2', anchor: null })
  await at('updating')
  answers[2]?.([thread('t2')])
  expect((await at('current')).context.threads.map(({ id }) => id)).toEqual(['t2'])
})

test('open threads with a place are marked, the oldest first', async () => {
  const resolved = thread('t2', { resolved: '2026-01-03T00:00:00Z', resolved_by_name: 'Ada Vance' })
  const { actor } = await started([thread('t1'), resolved, thread('t3', { anchor: null }), thread('t4')], null)
  expect(marksOf(actor.getSnapshot().context.threads).map(({ id, text }) => [id, text])).toEqual([
    ['t4', 'Too long?'],
    ['t1', 'Too long?'],
  ])
})

test('while one thread is resolved, the reply that is being written in another is kept', async () => {
  const { actor } = await started([thread('t1'), thread('t2')], null)
  const answer = { kind: 'reply', id: 't2', text: 'Not yet' } as const
  actor.send({ type: 'answer.begun', answer })
  actor.send({ type: 'thread.resolved', id: 't1', resolved: true })
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('listed'))
  expect(context.threads.map(({ id, resolved }) => [id, resolved !== null])).toEqual([
    ['t1', true],
    ['t2', false],
  ])
  expect(context.answer).toEqual(answer)
})

test('a reply to a thread that was deleted in the meantime becomes the text of a new comment', async () => {
  const { actor, answers, at } = await answered()
  actor.send({ type: 'text.typed', text: 'Another remark' })
  actor.send({ type: 'answer.begun', answer: { kind: 'reply', id: 't1', text: '' } })
  actor.send({ type: 'answer.typed', text: 'A long answer' })
  actor.send({ type: 'comments.outdated' })
  answers[1]?.([thread('t3')])
  const { context } = await at('current')
  expect(context.answer).toBeNull()
  expect(context.text).toBe('Another remark\n\nA long answer')
  expect(context.refusal).toMatch(/^This comment was deleted/)
})

test('a correction of a deleted comment keeps its text, and an empty reply to a deleted thread is closed without a message', async () => {
  const { actor, answers, at } = await answered()
  actor.send({ type: 'answer.begun', answer: { kind: 'edit', id: 't1', text: 'Too long, by 3 mm' } })
  actor.send({ type: 'comments.outdated' })
  const [comment] = thread('t1').comments
  answers[1]?.([thread('t1', { comments: comment ? [{ ...comment, deleted: true, text: '' }] : [] })])
  const corrected = await at('current')
  expect([corrected.context.answer, corrected.context.text]).toEqual([null, 'Too long, by 3 mm'])
  actor.send({ type: 'answer.begun', answer: { kind: 'reply', id: 't1', text: '' } })
  actor.send({ type: 'comments.outdated' })
  answers[2]?.([])
  const { context } = await at('current')
  expect([context.answer, context.text, context.refusal]).toEqual([null, 'Too long, by 3 mm', null])
})

test('beginning another reply does not drop the text of the first one', async () => {
  const { actor } = await started([thread('t1'), thread('t2')], null)
  const reply = { kind: 'reply', id: 't1', text: '' } as const
  actor.send({ type: 'answer.begun', answer: reply })
  actor.send({ type: 'answer.begun', answer: { ...reply, id: 't2' } })
  expect(actor.getSnapshot().context.answer?.id).toBe('t2')
  actor.send({ type: 'answer.typed', text: 'Half a sentence' })
  actor.send({ type: 'answer.begun', answer: reply })
  const { context } = actor.getSnapshot()
  expect(context.answer).toEqual({ kind: 'reply', id: 't2', text: 'Half a sentence' })
  expect(context.refusal).toBe('Save or cancel your other reply or correction first.')
  actor.send({ type: 'answer.cancelled' })
  // A correction that changes nothing can be replaced.
  actor.send({ type: 'answer.begun', answer: { kind: 'edit', id: 't1', text: 'Too long?' } })
  actor.send({ type: 'answer.begun', answer: reply })
  expect(actor.getSnapshot().context.answer).toEqual(reply)
})

test('the draft contains what was typed, and is accepted again', async () => {
  const { actor } = await started([thread('t1')], null)
  const draft = () => commentDraftOf(actor.getSnapshot())
  expect(draft()).toBeNull()
  actor.send({ type: 'answer.begun', answer: { kind: 'edit', id: 't1', text: 'Too long?' } })
  expect(draft()).toBeNull()
  actor.send({ type: 'answer.typed', text: 'Too long!' })
  expect(draft()).toEqual({ ...emptyCommentDraft, answer: { kind: 'edit', id: 't1', text: 'Too long!' } })
  actor.send({ type: 'text.typed', text: 'And too thin' })
  expect(draft()?.text).toBe('And too thin')
  expect(isCommentDraft(JSON.parse(JSON.stringify(draft())))).toBe(true)
  for (const other of [null, 'text', {}, { text: '' }, { ...emptyCommentDraft, answer: { kind: 'reply' } }]) {
    expect(isCommentDraft(other)).toBe(false)
  }
})

test('the thread that is being answered is listed, even if it is old', async () => {
  const threads = Array.from({ length: 50 }, (_, at) => thread(`t${at}`))
  const { actor } = await started(threads, null)
  actor.send({ type: 'answer.begun', answer: { kind: 'reply', id: 't30', text: '' } })
  expect(listedCountOf(actor.getSnapshot(), null)).toBe(31)
})

/** The comments on a file with this draft. No change gets a response. */
async function unanswering(fileId: string, draft: CommentDraft) {
  const sent: (CommentChange | null)[] = []
  const machine = fileCommentsMachine.provide({
    actors: {
      loadThreads: fromPromise<ThreadList, ThreadsWanted>(async () => ({ threads: [], members: [uma], isCut: false })),
      sendChange: fromPromise<Thread | null, { change: CommentChange | null }>(({ input: { change } }) => {
        sent.push(change)
        return new Promise(() => {})
      }),
      followChanges: fromCallback(() => {}),
    },
  })
  const input = { fileId, projectId: 'p1', draft, isWanted: true, linkedId: null }
  const actor = createActor(machine, { input }).start()
  await waitFor(actor, (snapshot) => snapshot.matches('listed'))
  return { actor, sent }
}

test.each([
  ['the same revision', 'f1'],
  ['a new revision', 'f2'],
])('a comment that was being sent when the user left keeps its id on %s', async (_, fileId) => {
  const { actor } = await unanswering('f1', { ...emptyCommentDraft, text: 'Too thin' })
  actor.send({ type: 'thread.submitted', id: 'c1', anchor: null })
  const draft = commentDraftOf(actor.getSnapshot())
  expect(draft?.text).toBe('Too thin')
  const again = await unanswering(fileId, draft ?? emptyCommentDraft)
  again.actor.send({ type: 'thread.submitted', id: 'c2', anchor: null })
  expect(again.sent).toEqual([{ kind: 'begin', fileId, id: 'c1', text: 'Too thin', anchor: null, mentions: [] }])
})

test('a comment and a reply whose responses were lost keep their ids while other threads are changed', async () => {
  const isLost = { current: true }
  const sent: (CommentChange | null)[] = []
  const machine = fileCommentsMachine.provide({
    actors: {
      loadThreads: fromPromise<ThreadList, ThreadsWanted>(async () => ({
        ...{ threads: [thread('t1'), thread('t2')], members: [uma], isCut: false },
      })),
      sendChange: fromPromise<Thread | null, { change: CommentChange | null }>(async ({ input: { change } }) => {
        sent.push(change)
        if (isLost.current) throw new Error('The connection was lost.')
        return thread('t1')
      }),
      followChanges: fromCallback(() => {}),
    },
  })
  const draft = { ...emptyCommentDraft, text: 'Too thin' }
  const actor = createActor(machine, {
    input: { fileId: 'f1', projectId: 'p1', draft, isWanted: true, linkedId: null },
  }).start()
  const settled = () => waitFor(actor, (snapshot) => snapshot.matches({ listed: 'current' }))
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    await settled()
    actor.send(event)
    await settled()
  }
  const lastId = () => {
    const last = sent.at(-1)
    return last && 'id' in last ? last.id : null
  }
  await send({ type: 'thread.submitted', id: 'c1', anchor: null })
  await send({ type: 'answer.begun', answer: { kind: 'reply', id: 't2', text: 'Not yet' } })
  await send({ type: 'answer.submitted', id: 'r1' })
  await send({ type: 'thread.resolved', id: 't1', resolved: true })
  isLost.current = false
  await send({ type: 'thread.resolved', id: 't1', resolved: true })
  expect(commentDraftOf(actor.getSnapshot())?.unanswered?.map(({ id }) => id)).toEqual(['c1', 'r1'])
  await send({ type: 'thread.submitted', id: 'c2', anchor: null })
  expect(lastId()).toBe('c1')
  await send({ type: 'answer.submitted', id: 'r2' })
  expect(lastId()).toBe('r1')
  expect(commentDraftOf(actor.getSnapshot())).toBeNull()
  // The same text later is another comment.
  await send({ type: 'text.typed', text: 'Too thin' })
  await send({ type: 'thread.submitted', id: 'c3', anchor: null })
  expect(lastId()).toBe('c3')
})

test('a comment and a reply that were stored although their responses were lost leave their fields', async () => {
  const threads = [thread('t2')]
  const sent: (CommentChange | null)[] = []
  const machine = fileCommentsMachine.provide({
    actors: {
      loadThreads: fromPromise<ThreadList, ThreadsWanted>(async () => ({ threads, members: [uma], isCut: false })),
      sendChange: fromPromise<Thread | null, { change: CommentChange | null }>(async ({ input: { change } }) => {
        sent.push(change)
        // The API stores it, but its response does not arrive.
        if (change?.kind === 'begin') threads.push(thread(change.id))
        const [first] = threads
        if (change?.kind === 'reply' && first) {
          const [comment] = first.comments
          threads[0] = { ...first, comments: [...first.comments, { ...comment!, id: change.id, text: change.text }] }
        }
        throw new Error('The connection was lost.')
      }),
      followChanges: fromCallback(() => {}),
    },
  })
  const actor = createActor(machine, {
    input: {
      ...{ fileId: 'f1', projectId: 'p1', isWanted: true, linkedId: null },
      draft: { ...emptyCommentDraft, text: ' Too thin' },
    },
  }).start()
  const settled = () => waitFor(actor, (snapshot) => snapshot.matches({ listed: 'current' }))
  await settled()
  actor.send({ type: 'thread.submitted', id: 'c1', anchor: null })
  expect((await settled()).context).toMatchObject({ text: '', refusal: null, unanswered: [] })
  actor.send({ type: 'text.typed', text: 'Another comment' })
  actor.send({ type: 'answer.begun', answer: { kind: 'reply', id: 't2', text: 'Not yet' } })
  actor.send({ type: 'answer.submitted', id: 'r1' })
  expect((await settled()).context).toMatchObject({ text: 'Another comment', answer: null, refusal: null })
  // The same reply later is another one.
  actor.send({ type: 'answer.begun', answer: { kind: 'reply', id: 't2', text: 'Not yet' } })
  actor.send({ type: 'answer.submitted', id: 'r2' })
  await settled()
  expect(sent.map((change) => change && 'id' in change && change.id)).toEqual(['c1', 'r1', 'r2'])
})

test.each([null, { kind: 'resolve', threadId: 't1', resolved: true }])(
  'a draft that an earlier version stored is accepted (%j)',
  async (unanswered) => {
    const stored: unknown = { text: 'Too thin', answer: null, unanswered }
    if (!isCommentDraft(stored)) throw new Error('The draft was not accepted.')
    const { actor } = await unanswering('f1', stored)
    expect(commentDraftOf(actor.getSnapshot())).toEqual({ text: 'Too thin', answer: null, unanswered: [] })
  },
)
