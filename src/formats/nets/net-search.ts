import type { Net } from '../net'

/** Where a net was hit, as ranges of its name from start to before end, for marking. */
export interface NetMatch {
  name: string
  pins: number
  ranges: [start: number, end: number][]
}

interface Entry {
  net: Net
  /** The name in small letters. */
  text: string
}

const EXACT = 0
const START = 1
const WORD = 2
const WITHIN = 3
const SPREAD = 4

/**
 * A search among the nets of a board, made for every keystroke over tens of thousands. The whole name ranks before its
 * beginning, that before the beginning of a word in it (`CLK` in `/CSI1_CLK_P`), any place, and letters in their order
 * with others between (`c1clp`). Words with spaces between must all be there. Case does not count, but signs do.
 *
 * No library: those at hand rank prose and drop the signs that a net is made of, or search by regular expressions whose
 * time grows with hostile names.
 */
export class NetSearch {
  readonly #all: Net[]
  /** The shorter before the longer, so that what is found stands in its order already. */
  readonly #entries: Entry[]

  constructor(nets: Net[]) {
    this.#all = nets
    // Put by length instead of sorted: it is made while the page is in use.
    const byLength = new Map<number, Entry[]>()
    for (const net of nets) {
      const same = byLength.get(net.name.length) ?? []
      same.push({ net, text: net.name.toLowerCase() })
      byLength.set(net.name.length, same)
    }
    this.#entries = [...byLength].sort(([a], [b]) => a - b).flatMap(([, entries]) => entries)
  }

  /** The best matches first; among equals the shorter name, then the order of the file. */
  find(query: string, limit: number): NetMatch[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return this.#all.slice(0, limit).map((net) => ({ ...net, ranges: [] }))
    const ranks: Entry[][] = [[], [], [], [], []]
    for (const entry of this.#entries) {
      const rank = rankOf(words, entry.text)
      if (rank !== undefined) ranks[rank]?.push(entry)
    }
    return ranks
      .flat()
      .slice(0, limit)
      .map(({ net, text }) => ({ ...net, ranges: rangesOf(words, text) }))
  }
}

function rankOf(words: string[], text: string): number | undefined {
  let worst = EXACT
  for (const word of words) {
    const rank = rankOfWord(word, text)
    if (rank === undefined) return undefined
    worst = Math.max(worst, rank)
  }
  return worst
}

function rankOfWord(word: string, text: string): number | undefined {
  const at = text.indexOf(word)
  if (at === 0) return word.length === text.length ? EXACT : START
  if (at > 0) return wordStart(word, text) >= 0 ? WORD : WITHIN
  return isSpread(word, text) ? SPREAD : undefined
}

/** Where a word of the name begins with it. */
function wordStart(word: string, text: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || isBoundary(text.charCodeAt(at - 1))) return at
  }
  return -1
}

/** What is no letter and no digit parts the words of a name. */
const isBoundary = (code: number) => !((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127)

function rangesOf(words: string[], text: string): NetMatch['ranges'] {
  const marked = new Set<number>()
  for (const word of words) {
    const atWord = wordStart(word, text)
    const start = atWord >= 0 ? atWord : text.indexOf(word)
    const places = start >= 0 ? [...word].map((_, index) => start + index) : spread(word, text)
    for (const place of places) marked.add(place)
  }
  const ranges: NetMatch['ranges'] = []
  for (const at of [...marked].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else ranges.push([at, at + 1])
  }
  return ranges
}

/** Whether the letters of a word stand one after another in a name. */
function isSpread(word: string, text: string): boolean {
  let place = -1
  for (let index = 0; index < word.length; index++) {
    place = text.indexOf(word.charAt(index), place + 1)
    if (place < 0) return false
  }
  return true
}

/** Where the letters of a word stand one after another in a name. */
function spread(word: string, text: string): number[] {
  const places: number[] = []
  for (let index = 0; index < text.length && places.length < word.length; index++) {
    if (text.charCodeAt(index) === word.charCodeAt(places.length)) places.push(index)
  }
  return places
}
