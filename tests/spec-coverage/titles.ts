import ts from 'typescript'

/** The test titles in a file, read from its source: complete ones, and patterns for computed ones. */
export type Titles = { whole: Set<string>; patterns: RegExp[] }

const givers = new Set(['test', 'it', 'describe'])
/** A skipped test asserts nothing. */
const silencers = new Set(['skip', 'todo', 'fixme'])

export function titlesOf(source: string): Titles {
  const titles: Titles = { whole: new Set(), patterns: [] }
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

/** Whether one of the titles is `title`. In computed titles, any text matches the placeholders. */
export const hasTitle = ({ whole, patterns }: Titles, title: string) =>
  whole.has(title) || patterns.some((pattern) => pattern.test(title))

/** test → [test]; test.describe.skip → [test, describe, skip]; test.each(…)(…) → [test, each]. */
function calledNames(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...calledNames(callee.expression), callee.name.text]
  if (ts.isCallExpression(callee)) return calledNames(callee.expression)
  if (ts.isTaggedTemplateExpression(callee)) return calledNames(callee.tag)
  return []
}

function add(titles: Titles, title: ts.Expression, isTable: boolean) {
  if (ts.isTemplateExpression(title)) {
    addPattern(titles, [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)])
  } else if (ts.isStringLiteralLike(title)) {
    // In the title of a parameterized test, %s and $name are placeholders.
    const parts = isTable ? title.text.split(/%[a-z#]|\$[\w.]+/) : []
    if (parts.length > 1) addPattern(titles, parts)
    else titles.whole.add(title.text)
  }
}

function addPattern({ patterns }: Titles, parts: string[]) {
  // A title that consists almost only of placeholders would match every row.
  if (parts.join('').length < 6) return
  patterns.push(new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`))
}
