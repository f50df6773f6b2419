import { eachLine } from './source-text'

/** A heading of a text file, for an outline beside its preview. */
export interface Heading {
  /** From 1. */
  line: number
  /** 1 for what stands for itself, 2 for a part of it, 3 for a part of that. */
  level: 1 | 2 | 3
  text: string
}

/** A file of a million sections is no outline any more. */
const MOST = 5000

const topOfIbis = new Set([
  ...['component', 'model', 'model selector', 'submodel', 'external circuit', 'test data', 'test load', 'circuit call'],
  ...['define package model', 'interconnect model set', 'begin emi component', 'begin board description', 'end'],
])
const sectionOfIbis = /^\[([^\]]{1,60})\]\s*(.*)$/

/**
 * The keywords of an IBIS file (https://ibis.org, versions 1 to 7): what stands before the first component, components,
 * models and package models at the top with their names, other keywords below them. Comments begin with `|`, unless
 * [Comment Char] says otherwise.
 */
export function ibisHeadings(text: string): Heading[] {
  const headings: Heading[] = []
  let comment = '|'
  let isWithin = false
  eachLine(text, (line, number) => {
    const [, keyword, rest] = sectionOfIbis.exec(line.split(comment, 1)[0]?.trimEnd() ?? '') ?? []
    if (keyword === undefined || rest === undefined) return true
    const name = keyword.toLowerCase().replaceAll('_', ' ')
    if (name === 'comment char') comment = /^(\S)_char/i.exec(rest)?.[1] ?? comment
    const isTop = topOfIbis.has(name)
    const level = isTop || !isWithin ? 1 : 2
    isWithin ||= isTop
    headings.push({ line: number, level, text: rest !== '' && level === 1 ? `${keyword}: ${rest}` : keyword })
    return headings.length < MOST
  })
  return headings
}

const spiceStatement =
  /^\.(subckt|model|include|inc|lib|param|tran|ac|dc|op|noise|tf|four|measure|meas|ends|end)\b\s*(.*)$/i
const containers = new Set(['subckt', 'ends'])

/**
 * The dot statements of a SPICE netlist that give it its shape: subcircuits and their models, what is included, analyses
 * and measurements. The first line is the title, whatever it says.
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
    return headings.length < MOST
  })
  return headings
}

/** Of a subcircuit or model the name (and type), of the rest what fits a line. */
function shortened(statement: string, rest: string): string {
  const words = rest.split(/\s+/)
  if (containers.has(statement)) return words[0] ?? ''
  if (statement === 'model' || statement === 'meas' || statement === 'measure') return words.slice(0, 2).join(' ')
  return rest.slice(0, 60)
}
