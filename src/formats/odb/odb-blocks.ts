import { eachLine } from '../source-text'

/** A block of a structured text file: its kind, such as LAYER, and its fields by their names in upper case. */
export interface OdbBlock {
  kind: string
  fields: Map<string, string>
}

/** Reads a structured text file: blocks in braces, with a field such as `NAME=TOP` in each line. */
export function readBlocks(text: string): OdbBlock[] {
  const blocks: OdbBlock[] = []
  let block: OdbBlock | null = null
  eachLine(text, (raw) => {
    const line = raw.trim()
    const start = /^(\w+)\s*\{/.exec(line)
    if (start) block = { kind: start[1] ?? '', fields: new Map() }
    else if (line === '}' && block) {
      blocks.push(block)
      block = null
    } else {
      const [, key = '', value = ''] = /^(\w+)\s*=\s*(.*)$/.exec(line) ?? []
      block?.fields.set(key.toUpperCase(), value.trim())
    }
    return true
  })
  return blocks
}
