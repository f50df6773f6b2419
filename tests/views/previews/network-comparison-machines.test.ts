// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, type SnapshotFrom, waitFor } from 'xstate'

import { firstNetworkComparison } from '../../../machines/previews/network/network-comparison'
import * as comparing from '../../../machines/previews/network/network-comparison.machine'
import {
  NetworkConversation,
  type NetworkQuestions,
  type NetworkRequest,
} from '../../../src/analysis/worker/network-worker-protocol'
import type { ProductApi } from '../../../src/api/product'
import { connectNetworkComparison } from '../../../src/workspace/previews/network/comparison/network-comparison-machines'
import { projectFile } from '../../model/samples'

const minute = 60_000

/** The file names and kinds of questions to which the worker never responds. */
const silent = new Set<string>()
/** The file names and kinds of questions at which the worker ends. */
const fatal = new Set<string>()
/** The files that someone else has deleted. */
const deleted = new Set<string>()
/** The files of 128 MB. */
const large = new Set<string>()
/** The files during whose download the worker ends. */
const ending = new Set<string>()
const workers: ReadingWorker[] = []
/** The network reader of the last worker. */
let conversation: NetworkConversation
/** The files whose content was requested. */
const requested: string[] = []
/** A browser's worker with the real reader. */
class ReadingWorker extends EventTarget {
  readonly #conversation = (conversation = new NetworkConversation())
  constructor() {
    super()
    workers.push(this)
  }
  async postMessage(request: NetworkRequest) {
    const asked = 'name' in request ? request.name : request.about
    if (fatal.has(asked)) {
      queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })))
      return
    }
    if (silent.has(asked)) {
      // The page gives up waiting for the worker.
      queueMicrotask(() => vi.advanceTimersByTime(minute))
      return
    }
    const data = structuredClone(await this.#conversation.take(request))
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  terminate() {}
}

beforeEach(() => {
  silent.clear()
  fatal.clear()
  ending.clear()
  workers.length = 0
  deleted.clear()
  large.clear()
  requested.length = 0
  vi.stubGlobal('Worker', ReadingWorker)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const through = (value: number) => new Blob([`# GHz S RI R 50\n1 0 0 ${value} 0 ${value} 0 0 0\n`])
const contents: Record<string, Blob> = {
  broken: new Blob(['1 x']),
  pair: new Blob([`# GHz S RI R 50\n1${' 0'.repeat(32)}\n`]),
}
const files = ['one.s2p', 'two.s2p', 'broken.s2p', 'own.s2p', 'pair.s4p'].map((name) =>
  projectFile({ id: name.split('.')[0]!, name }),
)

/** Opens the comparison from a URL with these added networks. `lost` names the calls that fail. */
function open(added: string[], lost: Set<string>, networks = [{ name: 'own.s2p', content: through(1) }]) {
  const call = async <Result>(name: string, result: Result) => {
    if (deleted.has(name)) throw Object.assign(new Error('There is no such file.'), { status: 404 })
    if (lost.has(name)) throw new Error('The server cannot be reached.')
    return result
  }
  const api = {
    listFiles: () => {
      const left = files.filter(({ id }) => !deleted.has(id))
      const sized = left.map((file) => (large.has(file.id) ? { ...file, size: 128 * 1024 * 1024 } : file))
      return call('list', { files: sized, total: sized.length })
    },
    readFile: (id: string) => {
      requested.push(id)
      if (ending.has(id)) workers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
      return call(id, contents[id] ?? through(0.5))
    },
  } as unknown as ProductApi
  const session = connectNetworkComparison(api, () => ({ uid: 'u1', uname: 'user', uemail: 'user@example.com' }))
  const { machine } = session.openComparison({
    name: 'own.s2p',
    networks,
    made: [],
    fileId: 'own',
    projectId: 'p1',
  })
  const actor = createActor(machine, { input: { ...firstNetworkComparison, added, curve: 'S21' } }).start()
  const quiet = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'), { timeout: Number.POSITIVE_INFINITY })
  return { actor, quiet }
}

/** The networks that are drawn, those in the URL, and those that can be added. */
const state = (snapshot: SnapshotFrom<typeof comparing.networkComparisonMachine>) => ({
  drawn: comparing.comparisonOf(snapshot)?.curves.map(({ key }) => key),
  added: comparing.comparisonViewOf(snapshot).added,
  offered: comparing.offeredNetworksOf(snapshot).map(({ id }) => id),
})

/** The networks that the worker has in memory. */
async function heldByWorker() {
  const keys = ['n1', 'one', 'pair', 'two']
  const [form, curve] = [{ order: null, reference: null }, { mode: 'single', to: 2, from: 1 } as const]
  const networks = keys.map((key) => ({ key, form, parameter: 'S' as const, curve }))
  const wanted = { reference: 'n1', quantity: 'magnitude', difference: 'shown' } as const
  const reply = await conversation.take({ id: 0, about: 'overlay', networks, ...wanted })
  const { answer } = reply as unknown as { answer: NetworkQuestions['overlay']['response'] }
  return keys.filter((one) => !answer.refused.some(({ key }) => key === one))
}

test('added networks survive a failed call, and are read when it is repeated', async () => {
  const lost = new Set(['list'])
  const { actor, quiet } = open(['one'], lost)
  const failed = await quiet()
  expect(comparing.comparisonFailureOf(failed)).toBe('The server cannot be reached.')
  expect(state(failed).added).toEqual(['one'])
  lost.clear()
  lost.add('one')
  actor.send({ type: 'comparison.retry' })
  const incomplete = await quiet()
  expect(state(incomplete)).toEqual({ drawn: ['n1'], added: ['one'], offered: ['two', 'broken', 'pair'] })
  expect(comparing.comparisonRemarksOf(incomplete)).toEqual([
    { key: 'one', text: 'Not compared: one.s2p. The server cannot be reached.', added: 'one.s2p' },
  ])
  lost.clear()
  actor.send({ type: 'comparison.retry' })
  expect(state(await quiet())).toEqual({ drawn: ['n1', 'one'], added: ['one'], offered: ['two', 'broken', 'pair'] })
})

test('files that can never be compared are removed from the URL', async () => {
  const { quiet } = open(['broken', 'elsewhere', 'one'], new Set())
  const read = await quiet()
  expect(state(read)).toEqual({ drawn: ['n1', 'one'], added: ['one'], offered: ['two', 'broken', 'pair'] })
  expect(comparing.isComparisonIncomplete(read)).toBe(false)
  // A file that is not in the project has no name to state.
  expect(comparing.comparisonRemarksOf(read)).toContainEqual({
    key: 'unknown',
    text: 'A file is not compared. It was deleted or replaced, or it is not a network in this project.',
    added: null,
  })
})

test('files that are not in the project are counted in one remark', async () => {
  const { quiet } = open(['gone', 'replaced', 'one', 'elsewhere'], new Set())
  const read = await quiet()
  expect(state(read).added).toEqual(['one'])
  expect(comparing.comparisonRemarksOf(read)).toEqual([
    {
      key: 'unknown',
      text: '3 files are not compared. Each was deleted or replaced, or is not a network in this project.',
      added: null,
    },
  ])
})

test('remarks with the same text have different keys', async () => {
  const networks = [through(1), new Blob(['1 x']), new Blob(['1 x'])].map((content) => ({ name: 'own.s2p', content }))
  const { quiet } = open([], new Set(), networks)
  const remarks = comparing.comparisonRemarksOf(await quiet())
  expect(new Set(remarks.map(({ text }) => text)).size).toBe(1)
  expect(remarks.map(({ key }) => key)).toEqual(['n2', 'n3'])
})

test.each([
  ['takes too long', silent, 'Reading the file took longer than a minute.'],
  ['ends its worker', fatal, 'The file reader stopped. The browser may be out of memory.'],
])('a network that %s does not remove those that were read before it', async (_, unanswered, reason) => {
  unanswered.add('two.s2p')
  const { actor, quiet } = open(['one', 'two'], new Set())
  const read = await quiet()
  expect(state(read)).toEqual({ drawn: ['n1', 'one'], added: ['one', 'two'], offered: ['broken', 'pair'] })
  expect(comparing.comparisonRemarksOf(read)).toEqual([
    {
      key: 'two',
      text: `Not compared: two.s2p. ${reason}`,
      added: 'two.s2p',
    },
  ])
  // A comparison that takes too long ends the worker too.
  unanswered.add('overlay')
  actor.send({ type: 'choice.changed', change: { quantity: 'phase' } })
  expect(comparing.comparisonFailureOf(await quiet())).toBe(reason)
  unanswered.delete('overlay')
  actor.send({ type: 'choice.changed', change: { quantity: 'magnitude' } })
  expect(state(await quiet()).drawn).toEqual(['n1', 'one'])
})

test('networks are not read again and again if the worker ends each time for another reason', async () => {
  ending.add('one').add('two')
  const { actor, quiet } = open(['one', 'two'], new Set())
  expect(state(await quiet()).added).toEqual(['one', 'two'])
  ending.clear()
  actor.send({ type: 'choice.changed', change: { quantity: 'phase' } })
  expect(state(await quiet()).drawn).toEqual(['n1', 'one', 'two'])
})

test('a network that somebody deleted since the list was loaded is neither kept nor offered', async () => {
  const { actor, quiet } = open([], new Set())
  expect(state(await quiet()).offered).toEqual(['one', 'two', 'broken', 'pair'])
  deleted.add('two')
  actor.send({ type: 'network.added', id: 'two' })
  const shown = await quiet()
  expect(state(shown)).toEqual({ drawn: ['n1'], added: [], offered: ['one', 'broken', 'pair'] })
  expect(comparing.isComparisonIncomplete(shown)).toBe(false)
  expect(comparing.comparisonRemarksOf(shown)).toEqual([
    {
      key: 'two',
      text: 'Not compared: two.s2p. It was deleted or replaced, or it is not a network in this project.',
      added: null,
    },
  ])
})

test('a network of the file that cannot be read leaves room for another', async () => {
  const networks = Array.from({ length: 12 }, (_, at) => ({
    name: `own-${at}.s2p`,
    content: at === 3 ? new Blob(['1 x']) : through(1),
  }))
  const { actor, quiet } = open([], new Set(), networks)
  expect(comparing.comparisonRoomOf(await quiet())).toBe(1)
  actor.send({ type: 'network.added', id: 'one' })
  const shown = await quiet()
  const readable = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => `n${number}`)
  expect(state(shown)).toMatchObject({ drawn: [...readable, 'one'], added: ['one'] })
  expect(comparing.comparisonRoomOf(shown)).toBe(0)
})

test('the set of the file is added at once, without what cannot be read', async () => {
  const { actor, quiet } = open([], new Set())
  expect(comparing.offeredSetOf(await quiet())).toEqual(['broken', 'one', 'two'])
  actor.send({ type: 'set.added' })
  const shown = await quiet()
  expect(state(shown)).toEqual({
    drawn: ['n1', 'one', 'two'],
    added: ['one', 'two'],
    offered: ['broken', 'pair'],
  })
  expect(comparing.offeredSetOf(shown)).toEqual([])
})

test('files that are too large together are not requested, until others are removed', async () => {
  large.add('one').add('two')
  const { actor, quiet } = open(['one', 'two', 'pair'], new Set())
  const read = await quiet()
  // The network of the file and two of 128 MB would be larger than 256 MB.
  expect(state(read)).toMatchObject({ drawn: ['n1', 'one', 'pair'], added: ['one', 'pair'] })
  expect(requested).toEqual(['one', 'pair'])
  expect(comparing.comparisonRemarksOf(read)).toEqual([
    { key: 'two', text: 'Not compared: two.s2p. Together, the networks would be larger than 256 MB.', added: null },
  ])
  actor.send({ type: 'network.removed', key: 'one' })
  await quiet()
  expect(await heldByWorker()).toEqual(['n1', 'one', 'pair'])
  actor.send({ type: 'network.added', id: 'two' })
  expect(state(await quiet())).toMatchObject({ drawn: ['n1', 'pair', 'two'], added: ['pair', 'two'] })
  // The removed network made room for this one in the memory of the worker too, so it is read anew.
  expect(await heldByWorker()).toEqual(['n1', 'pair', 'two'])
  actor.send({ type: 'network.removed', key: 'two' })
  await quiet()
  actor.send({ type: 'network.added', id: 'one' })
  expect(state(await quiet())).toMatchObject({ drawn: ['n1', 'pair', 'one'], added: ['pair', 'one'] })
  expect(requested).toEqual(['one', 'pair', 'two', 'one'])
  expect(await heldByWorker()).toEqual(['n1', 'one', 'pair'])
})

test('a network that cannot be read yet keeps its share of the size', async () => {
  large.add('one').add('two')
  const lost = new Set(['one'])
  const { actor, quiet } = open(['one', 'two'], lost)
  expect(state(await quiet())).toMatchObject({ drawn: ['n1'], added: ['one'] })
  lost.clear()
  actor.send({ type: 'comparison.retry' })
  expect(state(await quiet())).toMatchObject({ drawn: ['n1', 'one'], added: ['one'] })
  expect(await heldByWorker()).toEqual(['n1', 'one'])
})

test('the set that is offered has only files for which the size leaves room', async () => {
  large.add('one').add('two')
  const { actor, quiet } = open([], new Set())
  const set = async () => {
    const snapshot = await quiet()
    return [comparing.offeredSetOf(snapshot), comparing.offeredSetSizeOf(snapshot)]
  }
  expect(await set()).toEqual([['broken', 'one'], 3])
  actor.send({ type: 'set.added' })
  expect(await set()).toEqual([[], 1])
  expect(state(actor.getSnapshot()).added).toEqual(['one'])
  actor.send({ type: 'network.removed', key: 'one' })
  expect(await set()).toEqual([['one'], 2])
})
