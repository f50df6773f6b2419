/** Reads from a machine's source where each state and transition is defined, and what its inline functions do. */
import path from 'node:path'
import ts from 'typescript'
import type { AnyStateMachine } from 'xstate'

import { type Arrow, arrowsOf, configPathsOf, transitionsOf } from '../../src/inspector/outline'
import { statesOf, outlineOf } from '../../src/inspector/states'

/** Data from the source about the nodes of a definition, by their path in it: `states/open/on/close/0/guard`. */
export type Source = { places: Map<string, string>; names: Record<string, string> }

export function readSource(definition: ts.ObjectLiteralExpression, checker: ts.TypeChecker, root: string): Source {
  const source: Source = { places: new Map(), names: {} }
  const visit = (given: ts.Expression, at: string[]): void => {
    const node = resolved(given, checker)
    const key = at.join('/')
    if (!source.places.has(key)) source.places.set(key, placeOf(given, root))
    const isNamed = /(?:^|\/)(?:guard|(?:actions|entry|exit)(?:\/\d+)?)$/.test(key)
    if (isNamed && !ts.isStringLiteralLike(node) && !ts.isArrayLiteralExpression(node)) {
      source.names[key] = describe(node)
    } else if (ts.isArrayLiteralExpression(node)) {
      node.elements.forEach((element, index) => visit(element, [...at, String(index)]))
    } else if (ts.isObjectLiteralExpression(node)) visitMembers(node, at)
  }
  const visitMembers = (node: ts.ObjectLiteralExpression, at: string[]) => {
    for (const member of node.properties) {
      if (ts.isSpreadAssignment(member)) {
        const spread = resolved(member.expression, checker)
        if (ts.isObjectLiteralExpression(spread)) visitMembers(spread, at)
      } else if (ts.isPropertyAssignment(member)) visit(member.initializer, [...at, keyOf(member.name)])
      else if (ts.isShorthandPropertyAssignment(member)) visit(member.name, [...at, member.name.text])
    }
  }
  visit(definition, [])
  return source
}

const keyOf = (name: ts.PropertyName) =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : name.getText()

function placeOf(node: ts.Node, root: string) {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return `${path.relative(root, file.fileName)}:${line + 1}`
}

/** Unwraps `as`, `satisfies`, parentheses and `createStateConfig`, and follows the name of a constant to its value. */
function resolved(node: ts.Expression, checker: ts.TypeChecker): ts.Expression {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return resolved(node.expression, checker)
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [first] = node.arguments
    if (first && node.expression.name.text === 'createStateConfig') return resolved(first, checker)
  }
  if (!ts.isIdentifier(node)) return node
  const symbol = constantNamed(node, checker)
  const declaration = symbol?.valueDeclaration
  return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
    ? resolved(declaration.initializer, checker)
    : node
}

function constantNamed(node: ts.Identifier, checker: ts.TypeChecker) {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

const oneLine = (node: ts.Node) => node.getText().replace(/\s+/g, ' ')

/** Describes a guard or an action by its source text. */
function describe(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isObjectLiteralExpression(node)) {
    const type = memberOf(node, 'type')
    return type ? describe(type) : oneLine(node)
  }
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return bodyOf(node)
  if (ts.isCallExpression(node)) return describeCall(node)
  return oneLine(node)
}

const memberOf = (object: ts.ObjectLiteralExpression, name: string) =>
  object.properties.filter(ts.isPropertyAssignment).find((member) => keyOf(member.name) === name)?.initializer

/** Describes the value that a function returns, or its whole body if it does more than return a value. */
function bodyOf({ body }: ts.ArrowFunction | ts.FunctionExpression): string {
  if (!ts.isBlock(body)) return describe(ts.isParenthesizedExpression(body) ? body.expression : body)
  const [only] = body.statements
  return body.statements.length === 1 && only && ts.isReturnStatement(only) && only.expression
    ? describe(only.expression)
    : oneLine(body)
}

const creators = new Set(['raise', 'emit', 'sendParent', 'cancel', 'stopChild', 'spawnChild', 'forwardTo', 'log'])

function describeCall(node: ts.CallExpression): string {
  const name = node.expression.getText()
  const [first, second] = node.arguments
  const given = first ? describe(first) : ''
  if (name === 'not') return `not ${given}`
  if ((name === 'and' || name === 'or') && first && ts.isArrayLiteralExpression(first))
    return first.elements.map(describe).join(` ${name} `)
  if (name === 'assign' && first) return `assign ${assignedBy(first)}`
  if (name === 'sendTo' && second) return `send ${describe(second)} to ${given}`
  if (name === 'stateIn') return `in ${given}`
  if (name === 'enqueueActions') return name
  return creators.has(name) ? `${name} ${given}`.trim() : oneLine(node)
}

/** The names of the assigned values, or the expression that computes them. */
function assignedBy(node: ts.Expression): string {
  if (ts.isParenthesizedExpression(node)) return assignedBy(node.expression)
  if (ts.isObjectLiteralExpression(node))
    return node.properties
      .map((member) => (ts.isSpreadAssignment(member) ? oneLine(member) : keyOf(member.name)))
      .join(', ')
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return assignedBy(node.body)
  return describe(node)
}

/**
 * The source locations of a machine's states, by id, and of its transitions, by number. A transition without a location
 * gets the location of its source state.
 */
export function placesOf(machine: AnyStateMachine, { places }: Source) {
  const states = Object.fromEntries(
    statesOf(outlineOf(machine).root).map(({ id }) => {
      const keys = id.split('.').slice(1)
      return [id, places.get(keys.flatMap((key) => ['states', key]).join('/')) ?? places.get('') ?? '']
    }),
  )
  const paths = configPathsOf(machine)
  const arrows = transitionsOf(machine).map(
    ({ source }, number) => places.get(paths[number] ?? '') ?? states[source.id] ?? '',
  )
  return { states, arrows }
}

/** The arrows of a machine. Guards that are inline functions have the text of the source as their name. */
export function namedArrows(machine: AnyStateMachine, { names }: Source): Arrow[] {
  const paths = configPathsOf(machine)
  return arrowsOf(machine).map((arrow, number) =>
    arrow.guard === null ? arrow : { ...arrow, guard: names[`${paths[number] ?? ''}/guard`] ?? arrow.guard },
  )
}
