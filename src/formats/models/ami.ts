import { FormatError, quoted } from '../format-error'

/** A branch of an AMI model's parameter tree: a name, the values that follow it, and the branches within it. */
export interface AmiBranch {
  name: string
  values: string[]
  branches: AmiBranch[]
}

const format = 'AMI'
const maxDepth = 100
const maxBranches = 50_000

/** Reads the parameter file of an algorithmic model (IBIS 5 to 7, chapter 10): nested lists, with `|` comments. */
export function readAmi(text: string): AmiBranch {
  const tokens = /\s+|\|[^\n]*|"([^"]*)"|([()])|[^\s()"|]+/gy
  const open: AmiBranch[] = []
  let root: AmiBranch | null = null
  let isNew = false
  let count = 0
  const lineAt = (at: number) => ({ line: text.slice(0, at).split('\n').length })
  while (tokens.lastIndex < text.length) {
    const at = tokens.lastIndex
    const match = tokens.exec(text)
    if (!match) throw new FormatError(format, lineAt(at), 'a closing quotation mark', quoted(text.slice(at, at + 40)))
    const [token, string] = match
    if (/^[\s|]/.test(token)) continue
    if (root && open.length === 0) throw new FormatError(format, lineAt(at), 'one list of parameters', quoted(token))
    const parent = open.at(-1)
    if (match[2] === '(') {
      if (isNew) throw new FormatError(format, lineAt(at), 'the name of a parameter', quoted(token))
      if (open.length >= maxDepth || ++count > maxBranches) {
        throw new FormatError(
          format,
          lineAt(at),
          `at most ${maxBranches.toLocaleString('en-US')} parameters, nested at most ${maxDepth} deep`,
          'more',
        )
      }
      const branch: AmiBranch = { name: '', values: [], branches: [] }
      if (parent) parent.branches.push(branch)
      else root = branch
      open.push(branch)
      isNew = true
    } else if (match[2] === ')') {
      if (!parent || isNew) throw new FormatError(format, lineAt(at), 'a parameter', quoted(token))
      open.pop()
    } else if (!parent) throw new FormatError(format, lineAt(at), '"("', quoted(token))
    else if (isNew) {
      parent.name = string ?? token
      isNew = false
    } else parent.values.push(string ?? token)
  }
  if (!root) throw new FormatError(format, { line: 1 }, '"("', 'nothing')
  if (open.length > 0) throw new FormatError(format, lineAt(text.length), '")"', 'the end of the file')
  return root
}
