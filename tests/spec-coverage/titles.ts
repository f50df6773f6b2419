import ts from 'typescript'

/** The titles that a test file gives, read from its source: whole ones, and the fixed beginnings of computed ones. */
export type Titles = { whole: Set<string>; beginnings: string[] }

const givers = new Set(['test', 'it', 'describe'])
/** A test that does not run asserts nothing. */
const silencers = new Set(['skip', 'todo', 'fixme'])

export function titlesOf(source: string): Titles {
  const titles: Titles = { whole: new Set(), beginnings: [] }
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const names = calledNames(node.expression)
      if (names.some((name) => silencers.has(name))) return
      const [title] = node.arguments
      if (givers.has(names[0] ?? '') && title) add(titles, title, names.includes('each'))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('test.tsx', source, ts.ScriptTarget.Latest))
  return titles
}

/** Whether one of them is `title`. */
export const hasTitle = ({ whole, beginnings }: Titles, title: string) =>
  whole.has(title) || beginnings.some((beginning) => title.startsWith(beginning))

/** test → [test]; test.describe.skip → [test, describe, skip]; test.each(…)(…) → [test, each]. */
function calledNames(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...calledNames(callee.expression), callee.name.text]
  if (ts.isCallExpression(callee)) return calledNames(callee.expression)
  if (ts.isTaggedTemplateExpression(callee)) return calledNames(callee.tag)
  return []
}

function add({ whole, beginnings }: Titles, title: ts.Expression, isTable: boolean) {
  if (ts.isTemplateExpression(title)) addBeginning(beginnings, title.head.text)
  else if (ts.isStringLiteralLike(title)) {
    // In a table %s and $name stand for its values.
    const [beginning] = title.text.split(/[%$]/)
    if (isTable && beginning !== undefined && beginning !== title.text) addBeginning(beginnings, beginning)
    else whole.add(title.text)
  }
}

function addBeginning(beginnings: string[], text: string) {
  // A title that begins with a value would fit every row.
  if (text.trim() !== '') beginnings.push(text)
}
