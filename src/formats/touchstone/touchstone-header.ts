import type { NetworkParameter } from './network'

/** The option line of a Touchstone file. What the line omits has the default of the specification. */
export interface Options {
  /** The frequency unit in Hz. */
  scale: number
  parameter: NetworkParameter
  format: 'MA' | 'DB' | 'RI'
  references: number[]
}

const scales = new Map([
  ['HZ', 1],
  ['KHZ', 1e3],
  ['MHZ', 1e6],
  ['GHZ', 1e9],
  ['THZ', 1e12],
])
const parameters = new Map<string, NetworkParameter>([
  ['S', 'S'],
  ['Y', 'Y'],
  ['Z', 'Z'],
  ['H', 'H'],
  ['G', 'G'],
])
const formats = new Map<string, Options['format']>([
  ['MA', 'MA'],
  ['DB', 'DB'],
  ['RI', 'RI'],
])

export const defaultOptions: Options = { scale: 1e9, parameter: 'S', format: 'MA', references: [50] }

/**
 * Parses `# GHz S MA R 50`, in any order and case, with one resistance per port since version 1.1. Returns the invalid
 * word on failure.
 */
export function parseOptions(line: string): Options | { wrong: string } {
  const options: Options = { ...defaultOptions }
  const words = line.slice(1).trim().split(/\s+/).filter(Boolean)
  for (let at = 0; at < words.length; at++) {
    const word = (words[at] ?? '').toUpperCase()
    const scale = scales.get(word)
    const parameter = parameters.get(word)
    const format = formats.get(word)
    if (scale !== undefined) options.scale = scale
    else if (parameter) options.parameter = parameter
    else if (format) options.format = format
    else if (word === 'R') {
      const references: number[] = []
      for (; Number(words[at + 1]) > 0; at++) references.push(Number(words[at + 1]))
      if (references.length === 0 || !references.every(Number.isFinite)) return { wrong: words.slice(at).join(' ') }
      options.references = references
    } else return { wrong: words[at] ?? '' }
  }
  return options
}

export type MatrixFormat = 'full' | 'lower' | 'upper'

/** The keywords of a version 2 file. */
export interface Keywords {
  ports: number | null
  order: '12_21' | '21_12' | null
  matrix: MatrixFormat
  references: number[]
  frequencies: number | null
  /** The modes of the ports for mixed-mode data: `D2,3`, `C1,4`, `S5`; null for other data. */
  modes: string[] | null
}

/** Larger matrices cannot be plotted usefully, and a corrupt port count could exhaust memory. */
const MAX_PORTS = 128

/** Applies one keyword line and ignores unknown keywords. If the argument is invalid, returns what was expected. */
export function takeKeyword(keywords: Keywords, name: string, argument: string): string | null {
  const words = argument.trim().split(/\s+/).filter(Boolean)
  switch (name) {
    case 'number of ports': {
      const ports = Number(argument)
      if (!Number.isInteger(ports) || ports < 1 || ports > MAX_PORTS) return `a number of ports from 1 to ${MAX_PORTS}`
      keywords.ports = ports
      return null
    }
    case 'two-port data order':
    case 'two-port order': {
      if (argument !== '12_21' && argument !== '21_12') return '12_21 or 21_12'
      keywords.order = argument
      return null
    }
    case 'matrix format': {
      const matrix = argument.toLowerCase()
      if (matrix !== 'full' && matrix !== 'lower' && matrix !== 'upper') return 'Full, Lower or Upper'
      keywords.matrix = matrix
      return null
    }
    case 'number of frequencies': {
      const frequencies = Number(argument)
      if (!Number.isInteger(frequencies) || frequencies < 1) return 'a whole number above 0'
      keywords.frequencies = frequencies
      return null
    }
    case 'mixed-mode order':
      if (!words.every((word) => /^(?:[DC]\d+,\d+|S\d+)$/i.test(word))) return 'ports such as D2,3 C2,3 S1'
      keywords.modes = words.map((word) => word.toUpperCase())
      return null
    case 'reference':
      return takeReferences(keywords, argument)
    default:
      return null
  }
}

/**
 * Adds the resistances in one line. They may continue on the lines after the keyword. If a resistance is invalid,
 * returns what was expected.
 */
export function takeReferences(keywords: Keywords, argument: string): string | null {
  const values = argument.trim().split(/\s+/).filter(Boolean).map(Number)
  if (!values.every((value) => Number.isFinite(value) && value > 0)) return 'resistances above 0 Ω'
  keywords.references.push(...values)
  return null
}
