import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import {
  limitFailureOf,
  limitTextOf,
  type SentStorageLimit,
  type StaffStorage,
  storageLimitMachine,
} from '../../../machines/staff/requests/storage-limit.machine'
import { limitMistake, storageRange } from '../../../machines/staff/requests/storage-limit-range'

const GB = 1_073_741_824
const storage: StaffStorage = { used_bytes: 1.5 * GB, limit_bytes: 2 * GB, least_gb: 2, most_gb: 64 }

describe('the limits that the staff can set', () => {
  test.each([
    ['the usual limit', 0, 2 * GB, 2],
    ['what the project uses, in whole GB', 2 * GB + 1, 2 * GB, 3],
    ['exactly what it uses', 3 * GB, 2 * GB, 3],
    ['one, if the usual limit is smaller', 0, 1000, 1],
  ])('begin with %s', (_, used, usual, least) => {
    expect(storageRange(used, usual)).toEqual({ least_gb: least, most_gb: 64 })
  })

  test.each(['2', '64', ' 20 ', '02'])('include "%s"', (text) => {
    expect(limitMistake(text, storage)).toBeNull()
  })

  test.each(['', ' ', '1', '65', '-3', '2.5', '1e1', '0x10', '20 GB', '99999'])('do not include "%s"', (text) => {
    expect(limitMistake(text, storage)).toBe('Enter a whole number from 2 to 64.')
  })
})

describe('the form', () => {
  function opened() {
    const sent: SentStorageLimit[] = []
    const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
    let answered = 0
    const machine = storageLimitMachine.provide({
      actors: {
        send: fromPromise<void, SentStorageLimit>(({ input }) => {
          sent.push(input)
          return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
        }),
      },
      actions: { tellAnswered: () => void answered++ },
    })
    const actor = createActor(machine, { input: { requestId: 'r1' } }).start()
    actor.send({ type: 'limit.begun' })
    actor.send({ type: 'limit.typed', text: '20' })
    actor.send({ type: 'limit.saved', storage })
    return { actor, sent, answers, answered: () => answered }
  }

  test('sends the limit with the one that was seen, once', () => {
    const { actor, sent } = opened()
    actor.send({ type: 'limit.saved', storage })
    expect(sent).toEqual([{ requestId: 'r1', limit_gb: 20, from: 2 * GB }])
  })

  test('keeps what was typed after a refusal, and sends it with the limit that a colleague has set', async () => {
    const { actor, sent, answers, answered } = opened()
    answers[0]?.reject(new Error('The storage limit was changed to 8 GB in the meantime.'))
    const failed = await waitFor(actor, (snapshot) => snapshot.matches('typing'))
    expect([limitTextOf(failed), limitFailureOf(failed), answered()]).toEqual([
      '20',
      'The storage limit was changed to 8 GB in the meantime.',
      1,
    ])
    actor.send({ type: 'limit.saved', storage: { ...storage, limit_bytes: 8 * GB } })
    expect(sent[1]?.from).toBe(8 * GB)
    expect(limitFailureOf(actor.getSnapshot())).toBeNull()
  })

  test('is empty again after it was saved', async () => {
    const { actor, answers, answered } = opened()
    answers[0]?.resolve()
    await waitFor(actor, (snapshot) => snapshot.matches('closed'))
    actor.send({ type: 'limit.begun' })
    expect([limitTextOf(actor.getSnapshot()), answered()]).toEqual(['', 1])
  })
})
