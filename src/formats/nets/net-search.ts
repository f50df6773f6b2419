import type { Net } from '../net'

/** A matching net. `ranges` are the matched parts of its name for highlighting, with exclusive ends. */
export interface NetMatch {
  name: string
  pins: number
  ranges: [start: number, end: number][]
}

interface Entry {
  net: Net
  /** The lowercase name. */
  text: string
}

const EXACT = 0
const START = 1
const WORD = 2
const WITHIN = 3
const SPREAD = 4

/**
 * Searches the nets of a board. The search must be fast enough to go through tens of thousands of nets at every
 * keystroke. Matches rank in this order: the whole name, its beginning, the beginning of a word in it (`CLK` in
 * `/CSI1_CLK_P`), anywhere, and the characters in order with gaps (`c1clp`). All words of the query must match. Case is
 * ignored; punctuation is not.
 *
 * No library is used: the available ones are designed for prose and drop the punctuation that net names depend on, or
 * they use regular expressions with super-linear run time on malicious names.
 */
export class NetSearch {
  readonly #all: Net[]
  /** Shorter names first, so that matches of the same rank are already in order. */
  readonly #entries: Entry[]

  constructor(nets: Net[]) {
    this.#all = nets
    // Grouping by length is faster than sorting all entries, which matters because this runs while the page is in use.
    const byLength = new Map<number, Entry[]>()
    for (const net of nets) {
      const same = byLength.get(net.name.length) ?? []
      same.push({ net, text: net.name.toLowerCase() })
      byLength.set(net.name.length, same)
    }
    this.#entries = [...byLength].sort(([a], [b]) => a - b).flatMap(([, entries]) => entries)
  }

  /**
   * Returns the best matches first. Matches of the same rank are ordered by length, then by their order in the file. An
   * empty query returns the first nets of the file.
   */
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

/** The first index at which the query word starts a word of the name, or -1. */
function wordStart(word: string, text: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || isBoundary(text.charCodeAt(at - 1))) return at
  }
  return -1
}

/** Any ASCII character other than a letter or digit separates words. */
const isBoundary = (code: number) => !((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127)

function rangesOf(words: string[], text: string): NetMatch['ranges'] {
  const marked = new Set<number>()
  for (const word of words) {
    const atWord = wordStart(word, text)
    const start = atWord >= 0 ? atWord : text.indexOf(word)
    const indices = start >= 0 ? [...word].map((_, index) => start + index) : spread(word, text)
    for (const at of indices) marked.add(at)
  }
  const ranges: NetMatch['ranges'] = []
  for (const at of [...marked].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else ranges.push([at, at + 1])
  }
  return ranges
}

/** Whether the characters of a word occur in order in a name. */
function isSpread(word: string, text: string): boolean {
  let at = -1
  for (let index = 0; index < word.length; index++) {
    at = text.indexOf(word.charAt(index), at + 1)
    if (at < 0) return false
  }
  return true
}

/** The indices at which the characters of a word occur in order in a name. */
function spread(word: string, text: string): number[] {
  const indices: number[] = []
  for (let index = 0; index < text.length && indices.length < word.length; index++) {
    if (text.charCodeAt(index) === word.charCodeAt(indices.length)) indices.push(index)
  }
  return indices
}
