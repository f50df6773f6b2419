import { FormatError, quoted } from '../format-error'
import type { Network, Trace } from './network'
import { NumberList, parseNumber } from '../numbers'
import { toText } from '../source-text'
import { modeReferences, normalizedModes, unequalPairs } from './mode-references'
import { PortImpedances } from './port-impedances'
import {
  defaultOptions,
  type Keywords,
  type Options,
  parseOptions,
  takeKeyword,
  takeReferences,
} from './touchstone-header'
import { normalization, portPairsOf, setValue } from './touchstone-values'

const format = 'Touchstone'

export interface Touchstone extends Network {
  version: 1 | 2
  /** The modes of the ports, if the data are mixed-mode. */
  modes: string[] | null
  /**
   * The impedance of each port versus frequency in ohms; null unless the comments that HFSS writes contain all of them.
   */
  impedances: Trace[] | null
  /** The noise parameters of a two-port. */
  noise: NoisePoint[]
  /** What the user has to know about how the file was read, in full sentences. */
  remarks: string[]
}

export interface NoisePoint {
  /** In Hz. */
  frequency: number
  /** The minimum noise figure in dB. */
  minimum: number
  /** The optimum source reflection, as magnitude and angle in degrees. */
  magnitude: number
  angle: number
  /** The noise resistance in ohms. */
  resistance: number
}

const NOISE_VALUES = 5

const unusedImpedances =
  'The port impedances in the comments of the file are not used, because there is not exactly one for each port and frequency.'

const unequalPair = ([p, n]: number[]) =>
  `Ports ${p} and ${n} of a pair have different reference resistances. Their mean is used for both.`

/** The number of bytes to read before yielding to other work. */
const CHUNK = 131_072

/**
 * Reads a Touchstone file of version 1 or 2 (.s1p, .s2p and so on, or .ts):
 * https://ibis.org/touchstone_ver2.1/touchstone_ver2_1.pdf
 *
 * This is a generator, so that the caller can do other work in between. It yields the fraction that has been read and
 * returns the network, or throws a FormatError. Frequencies are in Hz, values are real and imaginary parts, and Y, Z, H
 * and G do not have the normalization of version 1. The result always has the same parameter order, although two-port
 * files may list S21 before S12.
 */
export function* readTouchstone(name: string, bytes: Uint8Array): Generator<number, Touchstone> {
  const source = withoutByteOrderMark(bytes)
  const reader = new TouchstoneReader(source, /\.s(\d{1,3})p$/i.exec(name)?.[1])
  for (let end = CHUNK; !reader.isDone; end += CHUNK) {
    reader.readTo(end)
    yield Math.min(1, end / source.length)
  }
  return reader.result()
}

/** Removes a byte order mark and converts UTF-16 to UTF-8, because numbers are parsed from UTF-8 bytes. */
function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const hasMark = (bytes[0] ?? 0) >= 0xef && (bytes[1] ?? 0) >= 0xbb
  return hasMark ? new TextEncoder().encode(toText(bytes)) : bytes
}

class TouchstoneReader {
  readonly #bytes: Uint8Array
  readonly #portsOfName: number | null
  readonly #values = new NumberList()
  readonly #noise = new NumberList()
  readonly #impedances = new PortImpedances()
  /** The total number of values read by the end of each line. */
  readonly #lines: { line: number; values: number }[] = []
  readonly #keywords: Keywords = {
    ports: null,
    order: null,
    matrix: 'full',
    references: [],
    frequencies: null,
    modes: null,
  }
  #options: Options | null = null
  #version: 1 | 2 = 1
  #at = 0
  #line = 0
  #section: 'header' | 'reference' | 'information' | 'data' | 'noise' | 'end' = 'data'

  constructor(bytes: Uint8Array, ports: string | undefined) {
    this.#bytes = bytes
    this.#portsOfName = ports === undefined ? null : Number(ports)
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length || this.#section === 'end'
  }

  readTo(end: number): void {
    while (!this.isDone && this.#at < end) this.#readLine()
  }

  #wrong(expected: string, found: string, line = this.#line): FormatError {
    return new FormatError(format, { line }, expected, found)
  }

  #readLine(): void {
    const bytes = this.#bytes
    this.#line++
    let end = this.#at
    let stop = -1
    for (; end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13; end++) {
      if (stop < 0 && bytes[end] === 33) stop = end
    }
    const [from, to] = [this.#at, stop < 0 ? end : stop]
    this.#at = end + (bytes[end] === 13 && bytes[end + 1] === 10 ? 2 : 1)
    let start = from
    while (start < to && (bytes[start] ?? 0) <= 32) start++
    if (start === to) {
      if (stop >= 0) this.#impedances.readComment(this.#text(stop, end))
      return
    }
    this.#impedances.end()
    if (bytes[start] === 35) this.#takeOptions(this.#text(start, to))
    else if (bytes[start] === 91) this.#takeKeyword(this.#text(start, to))
    else if (this.#section === 'reference') this.#takeReferences(this.#text(start, to))
    else if (this.#section === 'data') this.#takeNumbers(start, to, this.#values)
    else if (this.#section === 'noise') this.#takeNumbers(start, to, this.#noise)
    else if (this.#section === 'header') throw this.#wrong('a keyword in brackets', quoted(this.#text(start, to)))
  }

  #text(start: number, end: number): string {
    return new TextDecoder().decode(this.#bytes.subarray(start, end)).trim()
  }

  /** Only the first option line is used. */
  #takeOptions(line: string): void {
    if (this.#options) return
    const options = parseOptions(line)
    if ('wrong' in options) throw this.#wrong('an option line such as "# GHz S MA R 50"', quoted(options.wrong))
    this.#options = options
  }

  #takeKeyword(line: string): void {
    const [, keyword, argument] = /^\[([^\]]{1,40})\]\s*(.*)$/.exec(line) ?? []
    if (keyword === undefined || argument === undefined) throw this.#wrong('a keyword in brackets', quoted(line))
    const name = keyword.toLowerCase()
    if (this.#section === 'information' && name !== 'end information') return
    if (name === 'version') {
      if (!/^2(?:\.\d)?$/.test(argument)) throw this.#wrong('version 2.0 or 2.1', quoted(argument))
      this.#version = 2
    }
    this.#section = sections.get(name) ?? 'header'
    const expected = takeKeyword(this.#keywords, name, argument)
    if (expected !== null) throw this.#wrong(`${expected} after [${keyword}]`, quoted(argument))
  }

  #takeReferences(line: string): void {
    const expected = takeReferences(this.#keywords, line)
    if (expected !== null) throw this.#wrong(expected, quoted(line))
  }

  #takeNumbers(from: number, end: number, values: NumberList): void {
    const bytes = this.#bytes
    for (let at = from; at < end; ) {
      let stop = at
      while (stop < end && (bytes[stop] ?? 0) > 32) stop++
      const value = parseNumber(bytes, at, stop)
      if (Number.isNaN(value)) throw this.#wrong('a number', quoted(this.#text(at, stop)))
      values.push(value)
      at = stop
      while (at < end && (bytes[at] ?? 0) <= 32) at++
    }
    if (values === this.#values) this.#lines.push({ line: this.#line, values: values.length })
  }

  result(): Touchstone {
    const keywords = this.#keywords
    const options = this.#options ?? defaultOptions
    const ports = keywords.ports ?? this.#portsOfName ?? this.#portsOfLines()
    if (ports < 1 || ports > 128) throw this.#wrong('a number of ports from 1 to 128', String(ports), 1)
    if (this.#version === 2) this.#checkKeywords(ports)
    const modes = this.#modesOf(ports)
    if (ports !== 2 && (options.parameter === 'H' || options.parameter === 'G')) {
      throw this.#wrong('S-, Y- or Z-parameters, since H and G require two ports', options.parameter, 1)
    }
    const given = keywords.references.length > 0 ? keywords.references : options.references
    const references = Array.from({ length: ports }, (_, port) => given[given.length === 1 ? 0 : port] ?? Number.NaN)
    if (references.some(Number.isNaN)) throw this.#wrong(`${ports} reference resistances`, String(given.length), 1)

    const isFull = keywords.matrix === 'full'
    const size = 1 + (isFull ? 2 * ports * ports : ports * (ports + 1))
    const count = this.#countRecords(size, ports)
    const frequencies = Float64Array.from(
      { length: count },
      (_, record) => this.#values.at(record * size) * options.scale,
    )
    const traces: Trace[] = Array.from({ length: ports * ports }, () => ({
      re: new Float64Array(count),
      im: new Float64Array(count),
    }))
    const portPairs = portPairsOf(ports, keywords.matrix, this.#version === 1 ? '21_12' : keywords.order)
    portPairs.forEach(([to, from], index) => {
      const target = traces[to * ports + from]
      if (!target) return
      const scale = this.#version === 1 ? normalization(options, to, from) : 1
      for (let record = 0; record < count; record++) {
        const at = record * size + 1 + 2 * index
        setValue(target, record, options.format, scale, this.#values.at(at), this.#values.at(at + 1))
      }
      if (!isFull && to !== from) traces[from * ports + to] = { re: target.re.slice(), im: target.im.slice() }
    })
    const impedances = this.#impedances.of(ports, count)
    return {
      version: this.#version,
      parameter: options.parameter,
      ports,
      frequencies,
      traces,
      references: modes ? modeReferences(modes, references) : references,
      modes,
      impedances,
      noise: this.#noisePoints(size * count, options, references[0] ?? 1),
      remarks: [
        ...(impedances || this.#impedances.isEmpty ? [] : [unusedImpedances]),
        // Y- and Z-parameters do not depend on the references, so differences between the references need no remark.
        ...(modes && options.parameter === 'S' ? unequalPairs(modes, references).map(unequalPair) : []),
      ],
    }
  }

  /** Reads the noise data. In version 1, they follow the other data, and their resistances are normalized. */
  #noisePoints(from: number, { scale }: Options, reference: number): NoisePoint[] {
    const isFollowing = this.#version === 1
    const [list, start] = isFollowing ? [this.#values, from] : [this.#noise, 0]
    const rest = list.length - start
    if (rest % NOISE_VALUES !== 0) {
      const line = isFollowing ? this.#lineOf(list.length - 1) : this.#line
      throw this.#wrong(`${NOISE_VALUES} values per frequency of noise data`, `${rest % NOISE_VALUES}`, line)
    }
    return Array.from({ length: rest / NOISE_VALUES }, (_, record) => {
      const at = start + record * NOISE_VALUES
      return {
        frequency: list.at(at) * scale,
        minimum: list.at(at + 1),
        magnitude: list.at(at + 2),
        angle: list.at(at + 3),
        resistance: list.at(at + 4) * (isFollowing ? reference : 1),
      }
    })
  }

  #checkKeywords(ports: number): void {
    const { ports: given, order } = this.#keywords
    if (given === null) throw this.#wrong('[Number of Ports]', 'none', 1)
    if (ports === 2 && order === null) throw this.#wrong('[Two-Port Data Order]', 'none', 1)
  }

  #modesOf(ports: number): string[] | null {
    const { modes } = this.#keywords
    if (!modes) return null
    if (modes.length !== ports) throw this.#wrong(`${ports} modes in [Mixed-Mode Order]`, String(modes.length), 1)
    const normalized = normalizedModes(modes, ports)
    if (normalized) return normalized
    const expected = 'each port alone (S) or in one pair (D and C) in [Mixed-Mode Order]'
    throw this.#wrong(expected, quoted(modes.join(' ')), 1)
  }

  /**
   * Determines the number of ports if the file name does not contain it. A line with an odd number of values starts a
   * new frequency.
   */
  #portsOfLines(): number {
    let size = this.#lines[0]?.values ?? 0
    for (let index = 1; index < this.#lines.length; index++) {
      const values = this.#lines[index]?.values ?? 0
      if ((values - size) % 2 === 1) break
      size = values
    }
    const ports = Math.sqrt((size - 1) / 2)
    if (!Number.isInteger(ports) || ports < 1) {
      throw this.#wrong('3, 9, 19, 33 … values per frequency', String(size), this.#lines[0]?.line ?? 1)
    }
    return ports
  }

  /**
   * Counts the frequencies, and checks that they ascend and that no values are missing. In two-port files of version 1,
   * noise data may follow, which start over at a lower frequency.
   */
  #countRecords(size: number, ports: number): number {
    const { frequencies } = this.#keywords
    const available = this.#values.length
    const maxRecords = frequencies ?? Number.POSITIVE_INFINITY
    let count = 0
    let last = Number.NEGATIVE_INFINITY
    for (; count < maxRecords && count * size < available; count++) {
      const frequency = this.#values.at(count * size)
      if (ports === 2 && this.#version === 1 && frequency < last && count > 0) return count
      const line = this.#lineOf(count * size)
      if (frequency < last || frequency < 0) throw this.#wrong('ascending frequencies', String(frequency), line)
      if ((count + 1) * size > available) {
        throw this.#wrong(`${size - 1} values after the frequency`, String(available - count * size - 1), line)
      }
      last = frequency
    }
    if (count === 0) throw this.#wrong('data', 'none', Math.max(1, this.#line))
    if (frequencies !== null && (count < frequencies || count * size < available)) {
      throw this.#wrong(`${frequencies} frequencies`, `${Math.ceil(available / size)}`, this.#lineOf(count * size - 1))
    }
    return count
  }

  /** The number of the line that contains the value at an index. */
  #lineOf(value: number): number {
    let [low, high] = [0, this.#lines.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#lines[middle]?.values ?? 0) > value) high = middle
      else low = middle + 1
    }
    return this.#lines[low]?.line ?? 1
  }
}

const sections = new Map([
  ['reference', 'reference'],
  ['begin information', 'information'],
  ['network data', 'data'],
  ['noise data', 'noise'],
  ['end', 'end'],
] as const satisfies [string, string][]) as ReadonlyMap<string, 'reference' | 'information' | 'data' | 'noise' | 'end'>
