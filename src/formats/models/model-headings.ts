import { eachLine } from '../source-text'

/** A heading of a text file, for an outline next to its preview. */
export interface Heading {
  /** The number of the line, from 1. */
  line: number
  /** Nesting level: 1 is a top-level section. */
  level: 1 | 2 | 3
  text: string
}

/** A longer outline would not be usable. */
const MAX_HEADINGS = 5000

const topOfIbis = new Set([
  'component',
  'model',
  'model selector',
  'submodel',
  'external circuit',
  'test data',
  'test load',
  'circuit call',
  'define package model',
  'interconnect model set',
  'begin emi component',
  'begin board description',
  'end',
])
const sectionOfIbis = /^\[([^\]]{1,60})\]\s*(.*)$/

/**
 * Returns the keywords of an IBIS file (https://ibis.org, versions 1 to 7). Sections such as components and models,
 * which are listed with their names, are at the top level, and so is everything before the first of them. Other
 * keywords are one level below.
 * Comments start with `|`, unless [Comment Char] sets another character.
 */
export function ibisHeadings(text: string): Heading[] {
  const headings: Heading[] = []
  let comment = '|'
  let hasTopSection = false
  eachLine(text, (line, number) => {
    const [, keyword, rest] = sectionOfIbis.exec(line.split(comment, 1)[0]?.trimEnd() ?? '') ?? []
    if (keyword === undefined || rest === undefined) return true
    const name = keyword.toLowerCase().replaceAll('_', ' ')
    if (name === 'comment char') comment = /^(\S)_char/i.exec(rest)?.[1] ?? comment
    const isTop = topOfIbis.has(name)
    const level = isTop || !hasTopSection ? 1 : 2
    hasTopSection ||= isTop
    headings.push({ line: number, level, text: rest !== '' && level === 1 ? `${keyword}: ${rest}` : keyword })
    return headings.length < MAX_HEADINGS
  })
  return headings
}

const spiceStatement =
  /^\.(subckt|model|include|inc|lib|param|tran|ac|dc|op|noise|tf|four|measure|meas|ends|end)\b\s*(.*)$/i
const containers = new Set(['subckt', 'ends'])

/**
 * Returns the dot statements that structure a SPICE netlist: subcircuits, models, includes, analyses and measurements.
 * The first line is the title, unless it is such a statement.
 */
export function spiceHeadings(text: string): Heading[] {
  const headings: Heading[] = []
  let depth = 0
  eachLine(text, (raw, number) => {
    const line = raw.trim()
    const [, word, rest] = spiceStatement.exec(line) ?? []
    if (word === undefined || rest === undefined) {
      if (number === 1 && line !== '')
        headings.push({ line: 1, level: 1, text: line.replace(/^\*\s*/, '').slice(0, 80) })
      return true
    }
    const statement = word.toLowerCase()
    if (statement === 'ends') depth = Math.max(0, depth - 1)
    if (!/^ends?$/.test(statement)) {
      const level = depth === 0 ? 1 : depth === 1 ? 2 : 3
      headings.push({ line: number, level, text: `.${statement} ${shortened(statement, rest)}`.trimEnd() })
    }
    if (statement === 'subckt') depth++
    return headings.length < MAX_HEADINGS
  })
  return headings
}

/** Shortens subcircuits to their name, models and measurements to two words, and other statements to fit on a line. */
function shortened(statement: string, rest: string): string {
  const words = rest.split(/\s+/)
  if (containers.has(statement)) return words[0] ?? ''
  if (statement === 'model' || statement === 'meas' || statement === 'measure') return words.slice(0, 2).join(' ')
  return rest.slice(0, 60)
}
