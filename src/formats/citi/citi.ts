import { complexText } from '../../../machines/lib/complex-text'
import { FormatError, quoted } from '../format-error'
import { NumberList } from '../numbers'
import { eachLine, toText } from '../source-text'
import type { Network, NetworkParameter, Trace } from '../touchstone/network'

const format = 'CITI'

/** More ports cannot be plotted usefully, and a corrupt index could exhaust memory. */
const maxPorts = 128
const maxFrequencies = 1_000_000
const numberOfPoints = `a whole number of points from 1 to ${maxFrequencies.toLocaleString('en-US')}`

/**
 * What the two numbers of a value are: real and imaginary part, or magnitude (linear or in dB) and angle in degrees.
 */
type ValueForm = 'RI' | 'MAGANGLE' | 'DBANGLE'

/** An array in a package: S[2,1], or PortZ[1] for the impedance of a port. */
interface DataArray {
  name: string
  form: ValueForm
  line: number
  first: NumberList
  second: NumberList
}

/** One package: a frequency axis and the arrays along it. */
interface Package {
  line: number
  name: string
  axis: { name: string; count: number } | null
  frequencies: NumberList
  arrays: DataArray[]
}

/**
 * A network with remarks for the user. `impedances` are the impedances of its ports versus frequency; null if none of
 * them varies.
 */
export type CitiNetwork = Network & { impedances: Trace[] | null; remarks: string[] }

/**
 * Reads a CITI file (Common Instrumentation Transfer and Interchange, .cti) from a network analyzer or from ADS: the
 * first package with S-, Y- or Z-parameters versus frequency. The remarks name the other packages, and say whether port
 * impedances or their imaginary parts are not used.
 * https://na.support.keysight.com/plts/help/WebHelp/FilePrint/CITIfile_Format.htm
 */
export function readCiti(bytes: Uint8Array): CitiNetwork {
  const packages = new CitiReader().read(toText(bytes))
  const found = packages.find(({ arrays }) => arrays.some(({ name }) => parameterOf(name)))
  if (!found) throw new FormatError(format, { line: 1 }, 'S-, Y- or Z-parameters such as S[1,1]', 'none')
  const network = networkOf(found)
  const others = packages.filter((one) => one !== found)
  return others.length === 0 ? network : { ...network, remarks: [leftOut(others), ...network.remarks] }
}

const maxNamed = 5

function leftOut(packages: Package[]): string {
  const names = packages.slice(0, maxNamed).map(({ name, line }) => (name ? quoted(name) : `the one in line ${line}`))
  const more = packages.length > maxNamed ? ' and others' : ''
  const count = packages.length === 1 ? 'one more package of data' : `${packages.length} more packages of data`
  return `The file contains ${count}, which ${packages.length === 1 ? 'is' : 'are'} not shown: ${names.join(', ')}${more}.`
}

class CitiReader {
  readonly #packages: Package[] = []
  #line = 0
  #section: 'header' | 'list' | 'segments' | 'data' = 'header'
  /** The number of the package's arrays whose values have begun. */
  #begun = 0

  read(text: string): Package[] {
    eachLine(text, (line, number) => {
      this.#line = number
      const words = line.trim()
      if (words !== '' && !words.startsWith('!') && !words.startsWith('#')) this.#take(words)
      return true
    })
    if (this.#section !== 'header') throw this.#wrong('END', 'the end of the file')
    return this.#packages
  }

  #wrong(expected: string, found: string, line = this.#line): FormatError {
    return new FormatError(format, { line }, expected, found)
  }

  #take(line: string): void {
    const [keyword = '', ...words] = line.split(/\s+/)
    const name = keyword.toUpperCase()
    if (name === 'CITIFILE') {
      if (this.#section !== 'header') throw this.#wrong('END', quoted(line))
      this.#packages.push({ line: this.#line, name: '', axis: null, frequencies: new NumberList(), arrays: [] })
      this.#begun = 0
      return
    }
    const current = this.#packages.at(-1)
    if (!current) throw this.#wrong('CITIFILE', quoted(line))
    if (this.#section === 'header') this.#takeHeader(current, name, words, line)
    else if (name === 'END' || name === 'VAR_LIST_END' || name === 'SEG_LIST_END') this.#end(current)
    else if (this.#section === 'segments') this.#takeSegment(current, name, words, line)
    else if (this.#section === 'list') current.frequencies.push(this.#number(line))
    else {
      const array = current.arrays[this.#begun - 1]
      const [first = '', second = '', ...others] = line.split(/[,\s]+/)
      if (others.length > 0) throw this.#wrong('two numbers', quoted(line))
      array?.first.push(this.#number(first))
      array?.second.push(this.#number(second))
    }
  }

  #takeHeader(current: Package, name: string, words: string[], line: string): void {
    if (name === 'NAME') current.name = words.join(' ')
    else if (name === 'VAR') {
      const [variable = '', , count = ''] = words
      if (current.axis) throw this.#wrong('one variable, the frequency', quoted(line))
      const values = Number(count)
      if (!Number.isInteger(values) || values < 1 || values > maxFrequencies) {
        throw this.#wrong(`${numberOfPoints}, as in VAR FREQ MAG 201`, quoted(line))
      }
      current.axis = { name: variable.toLowerCase(), count: values }
    } else if (name === 'DATA') {
      const [array = '', form = ''] = words
      const known = formOf(form)
      if (!known) throw this.#wrong('data as RI, MAGANGLE or DBANGLE', quoted(line))
      if (current.arrays.length >= maxPorts * (maxPorts + 1)) throw this.#wrong('fewer arrays', quoted(line))
      const lists = { first: new NumberList(), second: new NumberList() }
      current.arrays.push({ name: array, form: known, line: this.#line, ...lists })
    } else if (name === 'VAR_LIST_BEGIN') this.#section = 'list'
    else if (name === 'SEG_LIST_BEGIN') this.#section = 'segments'
    else if (name === 'BEGIN') {
      if (++this.#begun > current.arrays.length) throw this.#wrong('as many arrays as DATA lines', quoted(line))
      this.#section = 'data'
    }
  }

  #end(current: Package): void {
    const array = this.#section === 'data' ? current.arrays[this.#begun - 1] : undefined
    const wanted = current.axis?.count
    if (array && wanted !== undefined && array.first.length !== wanted) {
      throw this.#wrong(`${wanted} values of ${quoted(array.name)}`, String(array.first.length))
    }
    this.#section = 'header'
  }

  /** Reads `SEG first last count`. The variant with center and span, which only old files contain, is not supported. */
  #takeSegment(current: Package, name: string, words: string[], line: string): void {
    const [from, to, count] = words.map((word) => this.#number(word))
    if (name !== 'SEG' || from === undefined || to === undefined || !count) {
      throw this.#wrong('a segment such as SEG 1e9 2e9 101', quoted(line))
    }
    if (!Number.isInteger(count) || count < 1 || count > maxFrequencies) throw this.#wrong(numberOfPoints, quoted(line))
    for (let at = 0; at < count; at++) {
      current.frequencies.push(count === 1 ? from : from + ((to - from) * at) / (count - 1))
    }
  }

  #number(text: string): number {
    const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
    if (!Number.isFinite(value)) throw this.#wrong('a number', quoted(text))
    return value
  }
}

const forms = new Map<string, ValueForm>([
  ['RI', 'RI'],
  ['MAGANGLE', 'MAGANGLE'],
  ['MA', 'MAGANGLE'],
  ['DBANGLE', 'DBANGLE'],
  ['DB', 'DBANGLE'],
])
const formOf = (text: string) => forms.get(text.toUpperCase())

/** Parses the name of a parameter, such as S[2,1] or S21; null for other names. */
function parameterOf(name: string): { parameter: NetworkParameter; to: number; from: number } | null {
  const [, letter = '', to, from] =
    /^([SYZ])\[(\d{1,4}),(\d{1,4})\]$/i.exec(name) ?? /^([SYZ])(\d)(\d)$/i.exec(name) ?? []
  if (!to || !from) return null
  return { parameter: letter.toUpperCase() as NetworkParameter, to: Number(to), from: Number(from) }
}

function networkOf({ line, axis, frequencies, arrays }: Package): CitiNetwork {
  const wrong = (expected: string, found: string, at = line) => new FormatError(format, { line: at }, expected, found)
  if (!axis) throw wrong('a VAR line for the frequency', 'none')
  if (!/^f(?:req(?:uency)?)?$/.test(axis.name)) throw wrong('frequency as the variable', quoted(axis.name))
  if (frequencies.length !== axis.count) throw wrong(`${axis.count} frequencies`, String(frequencies.length))
  const values = frequencies.toArray()
  if (values.some((value, at) => value < 0 || value < (values[at - 1] ?? 0)))
    throw wrong('ascending frequencies', 'unordered or negative ones')

  const named = arrays.flatMap((array) => {
    const parameter = parameterOf(array.name)
    return parameter ? [{ array, ...parameter }] : []
  })
  const [first] = named
  const ofKind = named.filter(({ parameter }) => parameter === first?.parameter)
  if (!first) throw wrong('S-, Y- or Z-parameters such as S[1,1]', 'none')
  const isPort = (number: number) => number >= 1 && number <= maxPorts
  const misnumbered = ofKind.find(({ to, from }) => !isPort(to) || !isPort(from))
  if (misnumbered) {
    const { name, line: at } = misnumbered.array
    throw wrong(`port numbers from 1 to ${maxPorts}`, quoted(name), at)
  }
  const ports = ofKind.reduce((most, { to, from }) => Math.max(most, to, from), 0)
  const traces = Array.from<Trace | undefined>({ length: ports * ports })
  for (const { array, to, from } of ofKind) traces[(to - 1) * ports + from - 1] = traceOf(array)
  const missing = traces.findIndex((trace) => !trace)
  const complete = traces.flatMap((trace) => trace ?? [])
  if (missing >= 0) {
    const name = `${first.parameter}[${Math.floor(missing / ports) + 1},${(missing % ports) + 1}]`
    throw wrong(`all parameters of ${ports} ports`, `no ${name}`)
  }
  const short = ofKind.find(({ array }) => array.first.length !== values.length)
  if (short) throw wrong(`${values.length} values of ${quoted(short.array.name)}`, 'none', short.array.line)
  const stated = impedancesOf(arrays, ports, values.length)
  const isUsable = stated.every(({ re }) => re.every((value) => value > 0))
  if (!isUsable && first.parameter === 'S') throw wrong('port impedances above 0 Ω', '0 Ω or less')
  // Y- and Z-parameters do not depend on the port impedances, so unusable impedances can be replaced.
  const impedances = isUsable ? stated : impedancesOf([], ports, values.length)
  const isVarying = impedances.some(({ re }) => re.some((value) => value !== re[0]))
  return {
    parameter: first.parameter,
    ports,
    frequencies: values,
    traces: complete,
    references: impedances.map(({ re }) => re[0] ?? usualImpedance),
    impedances: isVarying ? impedances.map(({ re }) => ({ re, im: new Float64Array(re.length) })) : null,
    remarks: first.parameter === 'S' ? imaginaryRemarks(impedances) : isUsable ? [] : [unusableImpedances],
  }
}

const usualImpedance = 50
const unusableImpedances = `Not all port impedances in the file are above 0 Ω, so they are not used. The reference impedance of all ports is ${usualImpedance} Ω.`

/**
 * The impedance of each port versus frequency, in ohms. It is 50 Ω unless the package states one for every frequency.
 */
function impedancesOf(arrays: DataArray[], ports: number, count: number): Trace[] {
  return Array.from({ length: ports }, (_, port) => {
    const stated = arrays.find(({ name }) => name.toLowerCase() === `portz[${port + 1}]`)
    if (stated?.first.length === count) return traceOf(stated)
    return { re: new Float64Array(count).fill(usualImpedance), im: new Float64Array(count) }
  })
}

/**
 * Returns a remark if a port has a complex impedance. The format does not define whether S-parameters then refer to
 * power waves, so only the real parts are used as references.
 */
function imaginaryRemarks(impedances: Trace[]): string[] {
  const isComplex = ({ re, im }: Trace, at: number) => Math.abs(im[at] ?? 0) > 1e-9 * (re[at] ?? 0)
  const port = impedances.findIndex((one) => one.re.some((_, at) => isComplex(one, at)))
  const found = impedances[port]
  if (!found) return []
  const at = found.re.findIndex((_, index) => isComplex(found, index))
  const value = complexText(found.re[at] ?? 0, found.im[at] ?? 0)
  return [
    `The file states complex port impedances, such as ${value} Ω at port ${port + 1}. Only their real parts are used as reference impedances.`,
  ]
}

function traceOf({ form, first, second }: DataArray): Trace {
  const [a, b] = [first.toArray(), second.toArray()]
  if (form === 'RI') return { re: a, im: b }
  const magnitudes = form === 'DBANGLE' ? a.map((decibels) => 10 ** (decibels / 20)) : a
  const angles = b.map((degrees) => (degrees * Math.PI) / 180)
  return {
    re: magnitudes.map((magnitude, at) => magnitude * Math.cos(angles[at] ?? 0)),
    im: magnitudes.map((magnitude, at) => magnitude * Math.sin(angles[at] ?? 0)),
  }
}
