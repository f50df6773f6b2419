import path from 'node:path'
import ts from 'typescript'

/** The rows that a test claims to cover, and the texts in its code. */
export type Claim = { test: string; rows: string[]; texts: string[] }

/** Reads a file by its path; undefined if it does not exist. */
export type Read = (file: string) => string | undefined

const givers = new Set(['test', 'it', 'describe', 'expect'])
const modifiers = new Set(['each', 'for', 'concurrent', 'sequential', 'only'])
/** Modifiers of tests that assert nothing, because they are skipped or expected to fail. */
const silencers = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fixme', 'fails', 'fail'])

/**
 * Finds every call to covers() in the source of these files. Each call must be at the start of a test's body. The texts
 * of a test are the strings in its body and its table, in the constants and functions that it uses from the same file,
 * and in the constants that it imports from other files in tests/.
 */
export function claimsIn(files: string[], read: Read): { claims: Claim[]; faults: string[] } {
  const program = programOf(files, read)
  const textsOf = textReader(program.getTypeChecker())
  const found = new Map<ts.CallExpression, Claim>()
  const faults: string[] = []

  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'covers') {
      const test = testOf(node)
      const rows = node.arguments.filter(ts.isStringLiteral).map(({ text }) => text)
      if (!test) faults.push(`${placeOf(node)}: covers() is not at the start of a test`)
      else if (rows.length < node.arguments.length) faults.push(`${placeOf(node)}: covers() takes the ids as literals`)
      else if (!isSilenced(test)) {
        const claim = found.get(test) ?? { test: placeOf(test), rows: [], texts: textsOf(test) }
        found.set(test, { ...claim, rows: [...claim.rows, ...rows] })
      }
    }
    ts.forEachChild(node, visit)
  }
  for (const file of files) visit(program.getSourceFile(file)!)
  return { claims: [...found.values()], faults }
}

/** The texts that a row quotes between ‘ and ’. */
export const quotesIn = (words: string) => [...words.matchAll(/‘([^’]*)’/g)].map(([, quote = '']) => quote)

/** Whether one of the texts contains the quoted text, in which `{name}` stands for any text. */
export function isQuoted(quote: string, texts: string[]) {
  const parts = quote.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pattern = new RegExp(parts.join('.+'), 's')
  return texts.some((text) => pattern.test(text))
}

/** Resolves only modules in tests/; the rest of the product and the packages stay unresolved. */
function programOf(files: string[], read: Read) {
  const resolve = (name: string, from: string): ts.ResolvedModuleFull | undefined => {
    const target = path.posix.join(path.posix.dirname(from), name)
    if (!name.startsWith('.') || !target.startsWith('tests/')) return undefined
    const extension = [ts.Extension.Ts, ts.Extension.Tsx].find((end) => read(target + end) !== undefined)
    return extension && { resolvedFileName: target + extension, extension }
  }
  return ts.createProgram(
    files,
    { noLib: true, types: [], module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, jsx: ts.JsxEmit.Preserve },
    {
      getSourceFile: (file, target) => {
        const source = read(file)
        return source === undefined ? undefined : ts.createSourceFile(file, source, target, true)
      },
      resolveModuleNameLiterals: (names, from) => names.map(({ text }) => ({ resolvedModule: resolve(text, from) })),
      fileExists: (file) => read(file) !== undefined,
      readFile: read,
      writeFile: () => {},
      getDefaultLibFileName: () => '',
      getCurrentDirectory: () => '',
      getCanonicalFileName: (file) => file,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
    },
  )
}

/** The test whose body begins with this call. Only other calls to covers() may precede it. */
function testOf(call: ts.CallExpression): ts.CallExpression | undefined {
  const block = call.parent.parent
  if (!ts.isExpressionStatement(call.parent) || !ts.isBlock(block)) return undefined
  const before = block.statements.slice(0, block.statements.indexOf(call.parent))
  if (!before.every((statement) => statement.getText().startsWith('covers('))) return undefined
  const test = block.parent.parent
  const isBody = ts.isCallExpression(test) && test.arguments.some((argument) => argument === block.parent)
  return isBody && isTest(test) ? test : undefined
}

function isTest(call: ts.CallExpression) {
  const [giver, ...rest] = calledNames(call.expression)
  return (giver === 'test' || giver === 'it') && rest.every((name) => modifiers.has(name) || silencers.has(name))
}

function isSilenced(test: ts.CallExpression) {
  const isSilencer = (node: ts.Node): boolean =>
    ts.isCallExpression(node) && calledNames(node.expression).some((name) => silencers.has(name))
  for (let node: ts.Node = test; !ts.isSourceFile(node); node = node.parent) if (isSilencer(node)) return true
  const holdsSilencer = (node: ts.Node): boolean => isSilencer(node) || ts.forEachChild(node, holdsSilencer) === true
  return holdsSilencer(test)
}

/** test → [test]; test.describe.skip → [test, describe, skip]; test.each(…)(…) → [test, each]. */
function calledNames(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...calledNames(callee.expression), callee.name.text]
  if (ts.isCallExpression(callee)) return calledNames(callee.expression)
  if (ts.isTaggedTemplateExpression(callee)) return calledNames(callee.tag)
  return []
}

const placeOf = (node: ts.Node) => {
  const source = node.getSourceFile()
  const title = ts.isCallExpression(node) && isTest(node) ? node.arguments[0]?.getText() : undefined
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${title ?? ''}`.trim()
}

/** Collects the texts of a test and of the constants and functions that it uses. */
function textReader(checker: ts.TypeChecker) {
  return (test: ts.CallExpression) => {
    const texts: string[] = []
    const seen = new Set<ts.Node>()
    const read = (node: ts.Node | undefined) => {
      if (!node || seen.has(node)) return
      seen.add(node)
      if (ts.isTypeNode(node)) return
      if (ts.isCallExpression(node) && calledNames(node.expression)[0] === 'covers') return
      const text = textOf(node)
      if (text !== undefined) texts.push(text)
      if (ts.isIdentifier(node) && !givers.has(node.text)) for (const used of usedBy(node, checker)) read(used)
      ts.forEachChild(node, read)
    }
    // Skip the title, which asserts nothing. The callee contains the table of a parameterized test.
    read(test.expression)
    test.arguments.slice(1).forEach(read)
    return texts
  }
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text
  if (ts.isRegularExpressionLiteral(node)) return node.text.replaceAll('\\', '')
  // A computed part becomes `…`, which matches a placeholder in a quoted text.
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('')
  return undefined
}

/** The values that an identifier refers to, if they are in the source. */
function usedBy(identifier: ts.Identifier, checker: ts.TypeChecker): ts.Node[] {
  const { parent } = identifier
  if (ts.isPropertyAccessExpression(parent) && parent.name === identifier) return []
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(identifier)
  const isImported = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
  const declarations = (isImported ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? []
  return declarations.flatMap(valuesOf).filter((value) => !isImported || !ts.isFunctionLike(value))
}

function valuesOf(declaration: ts.Node): ts.Node[] {
  if (ts.isBindingElement(declaration)) return valuesOf(declaration.parent.parent)
  if (ts.isFunctionDeclaration(declaration)) return [declaration]
  if (ts.isVariableDeclaration(declaration)) {
    const loop = declaration.parent.parent
    return ts.isForOfStatement(loop) ? [loop.expression] : declaration.initializer ? [declaration.initializer] : []
  }
  // describe.each(table)('…', (parameter) => …) and table.forEach((parameter) => …)
  if (ts.isParameter(declaration) && ts.isCallExpression(declaration.parent.parent)) {
    return [declaration.parent.parent.expression]
  }
  return []
}
