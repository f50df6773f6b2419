import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { TextParts } from '../../../../machines/previews/text/long-text'
import * as text from '../../../../machines/previews/text/long-text.machine'

/** Calls that a test ends itself, in the order in which they were made. */
function calls<Output, Input>() {
  type Call = {
    input: Input
    signal: AbortSignal
    resolve: (output: Output) => void
    reject: (error: unknown) => void
  }
  const made: Call[] = []
  const logic = fromPromise<Output, Input & object>(
    ({ input, signal }) => new Promise((resolve, reject) => made.push({ input, signal, resolve, reject })),
  )
  return { made, logic }
}

function open() {
  const reading = calls<TextParts, { indices: number[] }>()
  const searching = calls<number | null, text.TextSearch>()
  const locating = calls<number, text.MatchPlace>()
  const actor = createActor(
    text.longTextMachine.provide({
      actors: { readParts: reading.logic, findNext: searching.logic, findLine: locating.logic },
    }),
  )
  const broken: string[] = []
  actor.on('text.broken', ({ reason }) => broken.push(reason))
  actor.start()
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    actor,
    broken,
    reads: reading.made,
    searches: searching.made,
    locations: locating.made,
    now: () => actor.getSnapshot(),
    show: (...indices: number[]) => actor.send({ type: 'parts.shown', indices }),
    search: (word: string) => {
      actor.send({ type: 'word.typed', word })
      actor.send({ type: 'search.requested' })
    },
    read: async (...indices: number[]) => {
      reading.made.at(-1)?.resolve(Object.fromEntries(indices.map((index) => [index, part(index)])))
      await settle()
    },
    settle,
  }
}

/**
 * A part of a text. Its first line starts 100 bytes after the start of the part, where the line from the previous part
 * ends; only the first part has no such line.
 */
const part = (index: number) => ({ text: 'a\nb', lines: 2, from: index === 0 ? 0 : index * 32_768 + 100 })

describe('reading', () => {
  test('reads only the parts in view, and each of them once', async () => {
    const { show, reads, read, now } = open()
    show(0, 1)
    await read(0, 1)
    show(1, 2)
    await read(2)
    show(0, 1, 2)
    expect(reads.map(({ input }) => input.indices)).toEqual([[0, 1], [2]])
    expect(Object.keys(text.partsOf(now()))).toEqual(['0', '1', '2'])
  })

  test('parts that have left the view before they were read are not waited for', async () => {
    const { show, reads, read } = open()
    show(0, 1)
    show(90, 91)
    expect(reads.map(({ input, signal }) => [input.indices, signal.aborted])).toEqual([
      [[0, 1], true],
      [[90, 91], false],
    ])
    await read(90, 91)
    show(0, 1)
    expect(reads.at(-1)?.input.indices).toEqual([0, 1])
  })

  test('a repeated report of the parts in view does not read them again', () => {
    const { show, reads } = open()
    show(0, 1)
    show(0, 1)
    expect(reads).toHaveLength(1)
  })

  test('a part that could not be read is not read again until the user asks for it', async () => {
    const { actor, show, reads, read, now, broken } = open()
    show(0, 1)
    await read(0)
    expect(text.lostOf(now())).toEqual([1])
    show(1)
    expect(reads).toHaveLength(1)
    actor.send({ type: 'reading.retried' })
    expect(reads.at(-1)?.input.indices).toEqual([1])
    await read(1)
    expect(text.lostOf(now())).toEqual([])
    expect(broken).toEqual([])
  })

  test('if nothing at all could be read, the reason is reported; later, other parts remain', async () => {
    const first = open()
    first.show(0)
    first.reads[0]?.reject(new Error('The session has ended.'))
    await first.settle()
    expect(first.broken).toEqual(['The session has ended.'])

    const later = open()
    later.show(0)
    await later.read(0)
    later.show(7)
    later.reads[1]?.reject(new Error('The session has ended.'))
    await later.settle()
    expect([later.broken, text.lostOf(later.now())]).toEqual([[], [7]])
  })
})

describe('search', () => {
  test('begins at the first part in view, and continues after the last match', async () => {
    const { show, search, searches, settle, now } = open()
    show(3, 4)
    search('needle')
    expect(searches[0]?.input).toMatchObject({ word: 'needle', from: 3 * 32_768 })
    searches[0]?.resolve(200_000)
    await settle()
    expect(text.searchResultOf(now())).toBe(200_000)
    search('needle')
    expect(searches[1]?.input.from).toBe(200_001)
    searches[1]?.resolve(null)
    await settle()
    expect(text.searchResultOf(now())).toBe('absent')
    // After a search has reached the end of the text, the next one begins at the first part in view again.
    search('needle')
    expect(searches[2]?.input.from).toBe(3 * 32_768)
  })

  test('of another word begins in view', async () => {
    const { search, searches, settle } = open()
    search('needle')
    searches[0]?.resolve(200_000)
    await settle()
    search('thread')
    expect(searches[1]?.input).toMatchObject({ word: 'thread', from: 0 })
  })

  test('belongs to the word that was searched, also if the user types in the meantime', async () => {
    const { actor, search, searches, settle } = open()
    search('needle')
    actor.send({ type: 'word.typed', word: 'needles' })
    searches[0]?.resolve(200_000)
    await settle()
    actor.send({ type: 'search.requested' })
    expect(searches[1]?.input).toMatchObject({ word: 'needles', from: 0 })
  })

  test('a second search ends the first one, whose result is ignored', async () => {
    const { search, searches, settle, now } = open()
    search('needle')
    search('thread')
    searches[0]?.resolve(10)
    await settle()
    expect([searches[0]?.signal.aborted, text.searchResultOf(now())]).toEqual([true, null])
    expect(text.searchedOf(now())).toBe(0)
  })

  test('shows how far it is, and says if it was interrupted', async () => {
    const { search, searches, settle, now } = open()
    search('needle')
    searches[0]?.input.report(5_000_000)
    expect(text.searchedOf(now())).toBe(5_000_000)
    searches[0]?.reject(new Error())
    await settle()
    expect([text.searchedOf(now()), text.searchResultOf(now())]).toEqual([null, 'interrupted'])
  })

  test('for nothing does not begin', () => {
    const { search, searches } = open()
    search('')
    expect(searches).toEqual([])
  })
})

describe('a match', () => {
  const found = async (at: number) => {
    const it = open()
    it.search('needle')
    it.searches[0]?.resolve(at)
    await it.settle()
    return it
  }

  test('is shown once its part has been read', async () => {
    const { show, read, locations, settle, now, actor } = await found(5 * 32_768 + 200)
    expect(text.approachedPartOf(now())).toBe(5)
    show(4, 5, 6)
    await read(4, 5, 6)
    expect(locations[0]?.input).toEqual({ part: part(5), at: 5 * 32_768 + 200 })
    locations[0]?.resolve(1)
    await settle()
    expect([text.foundLineOf(now()), text.isMatchPinned(now())]).toEqual([{ index: 5, line: 1 }, true])
    actor.send({ type: 'user.scrolled' })
    expect([text.foundLineOf(now()), text.isMatchPinned(now())]).toEqual([{ index: 5, line: 1 }, false])
  })

  test('in a line that starts in the previous part is shown there', async () => {
    const { show, read, now, locations } = await found(5 * 32_768 + 50)
    show(5, 6)
    await read(5, 6)
    expect([text.approachedPartOf(now()), locations]).toEqual([4, []])
    show(4, 5)
    await read(4)
    expect(locations[0]?.input.part).toEqual(part(4))
  })

  test('opens its section', async () => {
    const { now } = await found(600 * 32_768)
    expect([text.sectionOf(now()), text.approachedPartOf(now())]).toEqual([1, 600])
  })

  test('that is replaced by the next one is not shown anymore', async () => {
    const { show, read, search, searches, locations, settle, now } = await found(200)
    show(0, 1)
    await read(0, 1)
    expect(locations).toHaveLength(1)
    search('needle')
    searches[1]?.resolve(32_768 + 500)
    await settle()
    locations[0]?.resolve(7)
    await settle()
    expect(text.foundLineOf(now())).toBeNull()
    locations[1]?.resolve(3)
    await settle()
    expect(text.foundLineOf(now())).toEqual({ index: 1, line: 3 })
  })

  test('does not bring the user back from another section', async () => {
    const { actor, now } = await found(5 * 32_768)
    actor.send({ type: 'section.chosen', section: 1 })
    expect([text.sectionOf(now()), text.approachedPartOf(now())]).toEqual([1, null])
  })

  test('whose line cannot be counted counts as a part that could not be read', async () => {
    const { show, read, locations, settle, now } = await found(200)
    show(0)
    await read(0)
    locations[0]?.reject(new Error())
    await settle()
    expect([text.lostOf(now()), text.foundLineOf(now())]).toEqual([[0], null])
  })
})
