import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { noticePlace } from '../../../machines/notices/notice-place'
import { noticeSentence } from '../../../machines/notices/notice-sentence'
import * as notices from '../../../machines/notices/notices.machine'
import { notice } from './samples'

type Answer<Output> = { resolve: (output: Output) => void; reject: (error: Error) => void }

const page = (ids: string[], next: string | null = null, unread = ids.length): notices.NoticePage => ({
  notices: ids.map((id) => notice({ id, created: `2026-01-02T03:04:0${id.at(-1)}.000Z` })),
  next,
  unread,
})

/** Starts the machine with calls that the test answers itself, in any order. */
function start() {
  const clock = new SimulatedClock()
  const pages: (Answer<notices.NoticePage> & { cursor: string | null })[] = []
  const marks: (Answer<void> & { which: notices.ReadNotices })[] = []
  const actor = createActor(
    notices.noticesMachine.provide({
      actors: {
        loadPage: fromPromise<notices.NoticePage, { cursor: string | null }>(
          ({ input }) => new Promise((resolve, reject) => pages.push({ ...input, resolve, reject })),
        ),
        markRead: fromPromise<void, notices.ReadNotices>(
          ({ input }) => new Promise((resolve, reject) => marks.push({ which: input, resolve, reject })),
        ),
        followNotices: fromCallback(() => {}),
      },
    }),
    { clock },
  ).start()
  const answered = async (to: Answer<notices.NoticePage> | undefined, answer: notices.NoticePage | Error) => {
    if (answer instanceof Error) to?.reject(answer)
    else to?.resolve(answer)
    await Promise.resolve().then(() => {})
    await Promise.resolve()
  }
  const listed = () => notices.noticesOf(actor.getSnapshot()).map(({ id }) => id)
  const unread = () => notices.unreadOf(actor.getSnapshot())
  return { actor, clock, pages, marks, answered, listed, unread }
}

test('a change updates the first page and keeps the older notices that follow it', async () => {
  const { actor, pages, answered, listed, unread } = start()
  await answered(pages[0], page(['n5', 'n4'], 'c4'))
  actor.send({ type: 'page.requested' })
  expect(pages[1]?.cursor).toBe('c4')
  await answered(pages[1], page(['n3', 'n2'], 'c2'))
  actor.send({ type: 'notices.changed' })
  await answered(pages[2], page(['n6', 'n5'], 'c5', 7))
  expect(listed()).toEqual(['n6', 'n5', 'n4', 'n3', 'n2'])
  expect(unread()).toBe(7)
  actor.send({ type: 'page.requested' })
  expect(pages[3]?.cursor).toBe('c2')
})

test('after many changes, or when notices were deleted, the list starts over', async () => {
  const { actor, pages, answered, listed } = start()
  await answered(pages[0], page(['n5', 'n4'], 'c4'))
  actor.send({ type: 'notices.changed' })
  await answered(pages[1], page(['n9', 'n8'], 'c8'))
  expect(listed()).toEqual(['n9', 'n8'])
  actor.send({ type: 'notices.changed' })
  await answered(pages[2], page([]))
  expect(listed()).toEqual([])
})

test('a change during an update loads again, and an earlier response has no effect', async () => {
  const { actor, pages, answered, listed } = start()
  await answered(pages[0], page(['n1']))
  actor.send({ type: 'notices.changed' })
  actor.send({ type: 'notices.changed' })
  await answered(pages[2], page(['n3', 'n2', 'n1']))
  await answered(pages[1], page(['n2', 'n1']))
  expect(listed()).toEqual(['n3', 'n2', 'n1'])
})

test('older notices are loaded during an update, which is then repeated', async () => {
  const { actor, pages, answered, listed } = start()
  await answered(pages[0], page(['n5', 'n4'], 'c4'))
  actor.send({ type: 'notices.changed' })
  actor.send({ type: 'page.requested' })
  expect(pages.map(({ cursor }) => cursor)).toEqual([null, null, 'c4'])
  await answered(pages[2], page(['n3'], null))
  expect(listed()).toEqual(['n5', 'n4', 'n3'])
  await answered(pages[3], page(['n6', 'n5'], 'c5'))
  expect(listed()).toEqual(['n6', 'n5', 'n4', 'n3'])
  expect(pages).toHaveLength(4)
})

test('a change does not interrupt the loading of older notices', async () => {
  const { actor, pages, answered, listed } = start()
  await answered(pages[0], page(['n5', 'n4'], 'c4'))
  actor.send({ type: 'page.requested' })
  actor.send({ type: 'notices.changed' })
  await answered(pages[1], page(['n3'], null))
  expect(listed()).toEqual(['n5', 'n4', 'n3'])
  await answered(pages[2], page(['n6', 'n5'], 'c5'))
  expect(listed()).toEqual(['n6', 'n5', 'n4', 'n3'])
})

test('older notices are loaded while a failed update waits to be repeated', async () => {
  const { actor, pages, answered, listed } = start()
  await answered(pages[0], page(['n5', 'n4'], 'c4'))
  actor.send({ type: 'notices.changed' })
  await answered(pages[1], new Error('down'))
  actor.send({ type: 'page.requested' })
  await answered(pages[2], page(['n3'], null))
  expect(listed()).toEqual(['n5', 'n4', 'n3'])
})

test('a failed update keeps the list and is repeated after a pause', async () => {
  const { actor, clock, pages, answered, listed } = start()
  await answered(pages[0], page(['n1']))
  actor.send({ type: 'notices.changed' })
  await answered(pages[1], new Error('down'))
  expect(listed()).toEqual(['n1'])
  expect(notices.failureOf(actor.getSnapshot())).toBeNull()
  clock.increment(9_999)
  expect(pages).toHaveLength(2)
  clock.increment(1)
  await answered(pages[2], page(['n2', 'n1']))
  expect(listed()).toEqual(['n2', 'n1'])
})

test('opened notices are marked as read immediately and saved one at a time', async () => {
  const { actor, pages, marks, answered, unread } = start()
  await answered(pages[0], page(['n3', 'n2', 'n1']))
  for (const id of ['n3', 'n3', 'n1', 'n0']) actor.send({ type: 'notice.opened', id })
  expect(unread()).toBe(1)
  expect(marks.map(({ which }) => which)).toEqual([{ ids: ['n3'] }])
  marks[0]?.resolve()
  await expect.poll(() => marks.length).toBe(2)
  expect(marks[1]?.which).toEqual({ ids: ['n1'] })
})

test('all are read up to the newest listed one, so that a newer one stays unread', async () => {
  const { actor, pages, marks, answered, unread } = start()
  await answered(pages[0], page(['n3', 'n2']))
  actor.send({ type: 'all.read' })
  actor.send({ type: 'all.read' })
  expect(unread()).toBe(0)
  expect(marks.map(({ which }) => which)).toEqual([{ until: '2026-01-02T03:04:03.000Z' }])
  marks[0]?.resolve()
  await expect.poll(() => pages.length).toBe(2)
  await answered(pages[1], page(['n4', 'n3', 'n2'], null, 1))
  expect(unread()).toBe(1)
})

test('after a failed call, the stored state is shown again', async () => {
  const { actor, pages, marks, answered, unread } = start()
  await answered(pages[0], page(['n1']))
  actor.send({ type: 'notice.opened', id: 'n1' })
  expect(unread()).toBe(0)
  marks[0]?.reject(new Error('down'))
  await expect.poll(() => pages.length).toBe(2)
  await answered(pages[1], page(['n1']))
  expect(unread()).toBe(1)
})

test.each([
  [{ kind: 'mention' }, 'Ada Vance mentioned you in a comment on board.kicad_pcb'],
  [{ kind: 'reply' }, 'Ada Vance replied to a comment thread on board.kicad_pcb'],
  [{ kind: 'delivery', person: 'Operator' }, 'The simulation of board.kicad_pcb was delivered'],
  [{ kind: 'request', detail: 'paid' }, 'The payment for the simulation of board.kicad_pcb was received'],
  [{ kind: 'request', detail: 'in progress' }, 'The simulation of board.kicad_pcb has started'],
  [{ kind: 'request', detail: 'cancelled' }, 'The simulation of board.kicad_pcb was canceled'],
  ...(
    [
      ['paid', 'The simulation of board.kicad_pcb was ordered and paid for'],
      ['written', 'The customer wrote about the simulation of board.kicad_pcb'],
      ['answered', 'The customer answered a question about the simulation of board.kicad_pcb'],
      ['refunded', 'A refund for the simulation of board.kicad_pcb was issued'],
      ['disputed', 'The payment for the simulation of board.kicad_pcb is disputed'],
      ['dispute decided', 'The dispute about the payment for the simulation of board.kicad_pcb was decided'],
    ] as const
  ).map(([detail, sentence]) => [{ kind: 'request', detail, project_id: null, person: null }, sentence] as const),
  [{ kind: 'quota' }, 'The storage of Camera board is at least 90% full'],
  [{ kind: 'membership', detail: 'added' }, 'Ada Vance added you to Camera board'],
  [{ kind: 'message', detail: null }, 'Ada Vance wrote to you about the simulation of board.kicad_pcb'],
  [{ kind: 'message', detail: 'question' }, 'Ada Vance asked you about the simulation of board.kicad_pcb'],
  [
    { kind: 'message', detail: 'assumptions' },
    'Ada Vance asked you to approve assumptions for the simulation of board.kicad_pcb',
  ],
  [{ kind: 'membership', detail: 'removed' }, 'Ada Vance removed you from Camera board'],
  [{ kind: 'invitation' }, 'Ada Vance accepted your invitation to Camera board'],
] as const)('%o says: %s', (fields, sentence) => {
  expect(noticeSentence(notice(fields))).toBe(sentence)
})

test('a notice leads to the file, the request or the project, but not to a project that the person left', () => {
  const at = { projectId: 'p1' }
  expect(noticePlace(notice())).toEqual({ ...at, tab: 'files', search: { file: 'f1' } })
  expect(noticePlace(notice({ file_id: null }))).toEqual({ ...at, tab: 'files', search: {} })
  expect(noticePlace(notice({ kind: 'delivery', request_id: 'r1' }))).toEqual({ requestId: 'r1' })
  expect(noticePlace(notice({ kind: 'message', request_id: 'r1' }))).toEqual({ requestId: 'r1' })
  expect(noticePlace(notice({ kind: 'request', request_id: null }))).toEqual({ ...at, tab: 'requests', search: {} })
  expect(noticePlace(notice({ kind: 'membership', detail: 'added' }))).toEqual({ ...at, tab: undefined, search: {} })
  expect(noticePlace(notice({ kind: 'membership', detail: 'removed' }))).toBeNull()
  const ofStaff = notice({ kind: 'request', detail: 'paid', project_id: null, request_id: 'r1' })
  expect(noticePlace(ofStaff)).toEqual({ staffRequestId: 'r1' })
  expect(noticePlace({ ...ofStaff, request_id: null })).toBeNull()
  expect(noticePlace(notice({ kind: 'invitation' }))).toEqual({ ...at, tab: 'members', search: {} })
})
