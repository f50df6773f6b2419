/**
 * Creates single-fault mutants of a source file. Operators:
 *
 * - off by one: a number plus one, `<` for `<=`
 * - unit or constant: 1024 for 1000, a thousand times a fraction, ten times an integer above 9
 * - sign: `-x` without the sign, `+` for `-`, `*` for `/`, `++` for `--`
 * - rounding: floor for round, ceil for floor, min for max
 * - condition: inverted, `||` for `&&`, one side of `&&` or `||` dropped, a condition of a query dropped
 * - missing await, removed call, removed check (an `if` that only throws or returns), removed transaction
 * - swapped: values of two keys, arguments, handlers and labels of an element or of two siblings
 * - method: every for some, startsWith for endsWith, without trim, without filter
 *
 * The operator `??` is left alone, but not its operands: with `noUncheckedIndexedAccess`, most fallbacks are for values
 * that are never missing. In styles, and in attributes other than handlers, `min`, `max`, `maxLength` and `step`,
 * numbers, booleans, arithmetic operators and the order of values are left alone, too: most of them affect only the
 * look, which no test can judge.
 */
import { parseSync } from 'vite'

/**
 * A fault: the text from `start` to `end` is replaced. Names are unique in a file and do not depend on line numbers.
 */
export interface Mutant {
  what: string
  operator: string
  start: number
  end: number
  replacement: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])

/** Larger numbers get no off-by-one fault: adding one makes no difference. */
const MAX_COUNT = 10_000

const boundaries: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const inverses: Record<string, string> = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' }
const signs: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '+=': '-=', '-=': '+=' }
const roundings: Record<string, string> = {
  round: 'floor',
  floor: 'ceil',
  ceil: 'floor',
  trunc: 'ceil',
  min: 'max',
  max: 'min',
}
const methods: Record<string, string> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
}
/** Calls that can be left out of a chain. */
const dropped = new Set(['trim', 'filter', 'toReversed', 'toSorted', 'toLowerCase'])
const labels = new Set(['aria-label', 'label', 'title', 'placeholder', 'name', 'value', 'to', 'href'])

const brief = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 70 ? `${line.slice(0, 67)}...` : line
}

export const parses = (file: string, code: string) => parseSync(file, code).errors.length === 0

/** The source with the fault. */
export const mutated = (code: string, { start, end, replacement }: Mutant) =>
  code.slice(0, start) + replacement + code.slice(end)

export function mutantsOf(file: string, code: string): Mutant[] {
  const found: (Mutant & { where: string })[] = []
  const text = ({ start, end }: Node) => code.slice(start, end)

  const add = (
    node: Pick<Node, 'start' | 'end'>,
    operator: string,
    replacement: string,
    where: string,
    what?: string,
  ) =>
    found.push({
      operator,
      start: node.start,
      end: node.end,
      replacement,
      where,
      what: what ?? `${brief(code.slice(node.start, node.end))} -> ${brief(replacement) || '(nothing)'}`,
    })

  /** Swaps the text of two nodes. The first node ends before the second starts. */
  const swap = (first: Node, second: Node, operator: string, where: string) => {
    if (text(first) === text(second)) return
    const between = code.slice(first.end, second.start)
    const what = `${brief(text(first))} and ${brief(text(second))} swapped`
    add({ start: first.start, end: second.end }, operator, text(second) + between + text(first), where, what)
  }

  const number = (node: Node, where: string) => {
    const value = node['value'] as number
    if (Number.isInteger(value) && value <= MAX_COUNT) add(node, 'off by one', String(value + 1), where)
    const other =
      value === 1000
        ? 1024
        : value === 1024
          ? 1000
          : !Number.isInteger(value)
            ? value * 1000
            : value > 9
              ? value * 10
              : 0
    if (other !== 0 && Number.isFinite(other)) add(node, 'unit or constant', String(other), where)
  }

  const call = (node: Node, where: string) => {
    const callee = node['callee'] as Node
    const given = nodes(node['arguments'])
    if (callee.type === 'Identifier' && (callee['name'] === 'and' || callee['name'] === 'or') && given.length > 1) {
      for (const [index, one] of given.entries()) {
        const others = given.filter((_, at) => at !== index).map(text)
        add(
          node,
          'condition',
          `${text(callee)}(${others.join(', ')})`,
          where,
          `${brief(text(one))} dropped from the query`,
        )
      }
    }
    for (const [index, one] of given.entries()) {
      const next = given[index + 1]
      if (next && isName(one) && isName(next)) swap(one, next, 'swapped', where)
    }
    if (callee.type !== 'MemberExpression') return
    const [object, property] = [callee['object'] as Node, callee['property'] as Node]
    if (property.type !== 'Identifier') return
    const name = String(property['name'])
    if (object.type === 'Identifier' && object['name'] === 'Math') {
      if (Object.hasOwn(roundings, name))
        add(
          property,
          'rounding',
          roundings[name] ?? '',
          where,
          `Math.${name}(${brief(given.map(text).join(', '))}) -> ${roundings[name]}`,
        )
      return
    }
    if (Object.hasOwn(methods, name)) {
      add(property, 'method', methods[name] ?? '', where, `${brief(text(node))} -> ${methods[name]}`)
    }
    if (dropped.has(name)) add(node, 'method', text(object), where, `${name} left out: ${brief(text(node))}`)
    const [action] = given
    if (name === 'transaction' && action && given.length === 1) {
      add(node, 'removed transaction', `(${text(action)})(${text(object)} as never)`, where)
    }
  }

  const siblings = (children: Node[], where: string) => {
    for (const [index, child] of children.entries()) {
      const next = children[index + 1]
      if (!next || child.type !== 'JSXElement' || next.type !== 'JSXElement') continue
      for (const own of attributes(child)) {
        const other = attributes(next).find((one) => nameOf(one) === nameOf(own))
        if (!other) continue
        const isSwappable = /^on[A-Z]/.test(nameOf(own)) || labels.has(nameOf(own))
        if (isSwappable && isNode(own['value']) && isNode(other['value'])) {
          swap(own['value'], other['value'], 'swapped', where)
        }
      }
      const [ownText, otherText] = [onlyText(child), onlyText(next)]
      if (ownText && otherText) swap(ownText, otherText, 'swapped', where)
    }
  }

  const visit = (node: Node, where: string, inLook: boolean) => {
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return
    if (/^(Import|ExportAll)/.test(node.type) && node.type !== 'ImportExpression') return
    let name = where
    if (node.type === 'FunctionDeclaration' && isNode(node['id'])) name = text(node['id'])
    if (node.type === 'VariableDeclarator' && isNode(node['id']) && where === 'module') name = brief(text(node['id']))
    if (node.type === 'MethodDefinition' && isNode(node['key'])) name = text(node['key'])
    let look = inLook
    if (node.type === 'JSXAttribute') look = !/^on[A-Z]|^(min|max|maxLength|step)$/.test(nameOf(node))
    if (node.type === 'ArrowFunctionExpression') look = false
    if (node.type === 'VariableDeclarator' && /^\w+: SystemStyleObject\b/.test(text(node))) look = true

    const operator = typeof node['operator'] === 'string' ? node['operator'] : ''
    switch (node.type) {
      case 'Literal':
        if (typeof node['value'] === 'number' && !look) number(node, name)
        if (typeof node['value'] === 'boolean' && !look) add(node, 'condition', String(!node['value']), name)
        break
      case 'UnaryExpression':
        if (operator === '-') add(node, 'sign', text(node['argument'] as Node), name)
        if (operator === '!') add(node, 'condition', text(node['argument'] as Node), name)
        break
      case 'UpdateExpression':
        add(node, 'sign', text(node).replace(operator, operator === '++' ? '--' : '++'), name)
        break
      case 'BinaryExpression':
      case 'AssignmentExpression': {
        const [left, right] = [node['left'] as Node, node['right'] as Node]
        const replaced = (other: string) =>
          `${text(left)}${code.slice(left.end, right.start).replace(operator, other)}${text(right)}`
        if (Object.hasOwn(boundaries, operator)) {
          add(node, 'off by one', replaced(boundaries[operator] ?? ''), name)
          add(node, 'condition', `!(${text(node)})`, name)
        }
        if (Object.hasOwn(inverses, operator)) add(node, 'condition', replaced(inverses[operator] ?? ''), name)
        const isText = [left, right].some((one) => one.type === 'TemplateLiteral' || typeof one['value'] === 'string')
        if (Object.hasOwn(signs, operator) && !isText && !look) add(node, 'sign', replaced(signs[operator] ?? ''), name)
        break
      }
      case 'LogicalExpression': {
        if (operator === '??') break
        const [left, right] = [node['left'] as Node, node['right'] as Node]
        const other = operator === '&&' ? '||' : '&&'
        add(node, 'condition', `(${text(left)} ${other} ${text(right)})`, name, `${brief(text(node))} with ${other}`)
        add(node, 'condition', text(left), name)
        add(node, 'condition', text(right), name)
        break
      }
      case 'IfStatement':
      case 'ConditionalExpression': {
        const test = node['test'] as Node
        if (!/^(Unary|Binary)/.test(test.type)) add(test, 'condition', `!(${text(test)})`, name)
        if (node.type === 'IfStatement' && !node['alternate'] && isCheck(node['consequent'] as Node)) {
          add(node, 'removed check', ';', name)
        }
        break
      }
      case 'AwaitExpression':
        add(node, 'missing await', text(node['argument'] as Node), name)
        break
      case 'ExpressionStatement': {
        const expression = node['expression'] as Node
        const inner = expression.type === 'AwaitExpression' ? (expression['argument'] as Node) : expression
        if (inner.type === 'CallExpression') add(node, 'removed call', ';', name)
        break
      }
      case 'CallExpression':
        call(node, name)
        break
      case 'ObjectExpression':
        for (const [index, one] of nodes(node['properties']).entries()) {
          const next = nodes(node['properties'])[index + 1]
          if (look || !next || !isNode(one['value']) || !isNode(next['value'])) continue
          const isShort = one['shorthand'] || next['shorthand']
          if (!isShort && isPlain(one['value']) && isPlain(next['value']))
            swap(one['value'], next['value'], 'swapped', name)
        }
        break
      case 'JSXOpeningElement': {
        const handlers = nodes(node['attributes']).filter((one) => /^on[A-Z]/.test(nameOf(one)) && isNode(one['value']))
        for (const [index, one] of handlers.entries()) {
          const next = handlers[index + 1]
          if (next) swap(one['value'] as Node, next['value'] as Node, 'swapped', name)
        }
        break
      }
      case 'JSXElement':
      case 'JSXFragment':
        siblings(
          nodes(node['children']).filter((one) => one.type !== 'JSXText' || text(one).trim() !== ''),
          name,
        )
        break
    }
    for (const [key, inner] of Object.entries(node)) {
      if (key !== 'typeAnnotation' && key !== 'typeArguments') for (const one of nodes(inner)) visit(one, name, look)
    }
  }
  visit(parseSync(file, code).program as unknown as Node, 'module', false)

  const counts = new Map<string, number>()
  return found.map(({ where, ...mutant }) => {
    const what = `${where}: ${mutant.operator}: ${mutant.what}`
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    return { ...mutant, what: count === 1 ? what : `${what} (${count})` }
  })
}

const attributes = (element: Node): Node[] =>
  nodes((element['openingElement'] as Node)['attributes']).filter(({ type }) => type === 'JSXAttribute')

const nameOf = (attribute: Node): string => (isNode(attribute['name']) ? String(attribute['name']['name']) : '')

/** The text of an element that contains nothing else. */
function onlyText(element: Node): Node | null {
  const children = nodes(element['children'])
  return children.length === 1 && children[0]?.type === 'JSXText' ? children[0] : null
}

const isName = ({ type }: Node) => type === 'Identifier' || type === 'MemberExpression'

const isPlain = (node: Node) => isName(node) || (node.type === 'Literal' && typeof node['value'] !== 'boolean')

/** Whether a statement only throws or returns. */
function isCheck(statement: Node): boolean {
  const body = statement.type === 'BlockStatement' ? nodes(statement['body']) : [statement]
  const last = body.at(-1)
  return body.length === 1 && (last?.type === 'ThrowStatement' || last?.type === 'ReturnStatement')
}
