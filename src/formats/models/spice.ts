import { eachLine } from '../source-text'

export interface Subcircuit {
  name: string
  ports: string[]
  line: number
}

/** The subcircuits, included files and encrypted blocks of a SPICE netlist. */
export interface SpiceSummary {
  subcircuits: Subcircuit[]
  /** Files that the netlist includes and therefore requires. */
  includes: string[]
  /** The lines at which encrypted blocks start. */
  encrypted: number[]
}

const maxListed = 5000

/**
 * Reads the subcircuits of a netlist and their ports, the files that it includes, and where encrypted blocks start, in
 * the syntax of SPICE3, HSPICE, PSpice and LTspice. Lines that start with `+` continue the previous line.
 */
export function readSpiceSummary(text: string): SpiceSummary {
  const summary: SpiceSummary = { subcircuits: [], includes: [], encrypted: [] }
  let statement = ''
  let start = 1
  let isHidden = false
  const finish = () => {
    const [word = '', ...rest] = statement.split(/\s+/)
    const { subcircuits, includes } = summary
    if (/^\.subckt$/i.test(word) && rest[0] && subcircuits.length < maxListed) {
      subcircuits.push({ name: rest[0], ports: portsOf(rest.slice(1)), line: start })
    } else if (/^\.inc(?:l|lude)?$/i.test(word) || (/^\.lib$/i.test(word) && isFile(rest))) {
      const file = /^\.\w+\s+(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(statement)?.slice(1).find(Boolean)
      if (file !== undefined && !includes.includes(file) && includes.length < maxListed) includes.push(file)
    }
    statement = ''
  }
  eachLine(text, (raw, number) => {
    const line = raw.trim()
    if (/^\.unprot(?:ect)?\b|^\$CDNENCFINISH|^`endprotected/i.test(line)) isHidden = false
    if (isHidden) return true
    if (/^\.prot(?:ect)?\b|^\$CDNENCSTART|^\*\*?\$?\s*encrypted|^`protected|^\* ?LTspice Encrypted File/i.test(line)) {
      finish()
      isHidden = true
      if (summary.encrypted.length < maxListed) summary.encrypted.push(number)
      return true
    }
    const isContinued = line.startsWith('+')
    const rest = withoutComment(isContinued ? line.slice(1) : line)
    // Unlike an empty line, a line with only a comment does not end a statement.
    if (line.startsWith('*') || (rest === '' && line !== '')) return true
    if (isContinued) statement += ` ${rest}`
    else {
      finish()
      statement = rest
      start = number
    }
    return true
  })
  finish()
  return summary
}

/**
 * A comment starts with a semicolon or, as in HSPICE, with a dollar sign after a space or at the start of a line.
 * Within quotes, both are parts of a file name.
 */
const withoutComment = (line: string) => line.replace(/("[^"]*"|'[^']*')|(?:;|(?<!\S)\$).*$/g, '$1').trim()

/** `.lib file entry` refers to a file; `.lib entry` with a single name starts a section of the current file. */
const isFile = (words: string[]) => words.length > 1 || /[./\\]/.test(words[0] ?? '')

/** Returns the words before the parameters, which begin with `name=value` or with a word such as `params:`. */
function portsOf(words: string[]): string[] {
  const end = words.findIndex((word, index) => /[=:]/.test(word) || words[index + 1]?.startsWith('='))
  return end < 0 ? words : words.slice(0, end)
}
