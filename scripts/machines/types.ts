/** Reads what only the sources of the machines say, by TypeScript: the comments, and the types of events and answers. */
import path from 'node:path'
import ts from 'typescript'

import type { Samples } from '../../src/inspector/sheets'

export type Reading = { file: string; description: string; notes: Record<string, string>; samples: Samples }

const root = path.resolve(import.meta.dirname, '../..')

/** Of every machine of the catalogue, by its title. */
export function readMachines(): Record<string, Reading> {
  const file = path.join(root, 'machines/catalogue.ts')
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: { compilerOptions: object }
  }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram([file], { ...options, types: [] })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  if (!source) throw new Error(`${file} could not be read.`)
  const readings: Record<string, Reading> = {}
  const visit = (node: ts.Node): void => {
    if (!ts.isPropertyAssignment(node)) return ts.forEachChild(node, visit)
    const title = ts.isIdentifier(node.name) || ts.isStringLiteral(node.name) ? node.name.text : ''
    readings[title] = readMachine(node.initializer, checker)
  }
  visit(source)
  return readings
}

function readMachine(name: ts.Expression, checker: ts.TypeChecker): Reading {
  const local = checker.getSymbolAtLocation(name)
  const symbol = local && checker.getAliasedSymbol(local)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration) throw new Error(`${name.getText()} is no machine that TypeScript can find.`)
  const definition = definitionIn(declaration)
  const id = definition && textOf(property(definition, 'id'))
  return {
    file: path.relative(root, declaration.getSourceFile().fileName),
    description: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    notes: definition && id ? notesIn(definition, id) : {},
    samples: samplesOf(checker.getTypeOfSymbol(symbol), checker, declaration),
  }
}

/** The object that is given to createMachine. */
function definitionIn(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [first] = node.arguments
    if (node.expression.name.text === 'createMachine' && first && ts.isObjectLiteralExpression(first)) return first
  }
  return ts.forEachChild(node, definitionIn)
}

const property = (object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined =>
  object.properties.find(
    (one): one is ts.PropertyAssignment => ts.isPropertyAssignment(one) && one.name.getText() === name,
  )?.initializer

const textOf = (node: ts.Expression | undefined) => (node && ts.isStringLiteralLike(node) ? node.text : undefined)

/** The comments above states, by the states' ids. */
function notesIn(definition: ts.ObjectLiteralExpression, id: string): Record<string, string> {
  const states = property(definition, 'states')
  if (!states || !ts.isObjectLiteralExpression(states)) return {}
  return Object.assign(
    {},
    ...states.properties.filter(ts.isPropertyAssignment).map((state) => {
      const own = `${id}.${state.name.getText().replaceAll("'", '')}`
      const [comment] = ts.getJSDocCommentsAndTags(state).filter(ts.isJSDoc)
      const note = comment && ts.getTextOfJSDocComment(comment.comment)
      const inner = ts.isObjectLiteralExpression(state.initializer) ? notesIn(state.initializer, own) : {}
      return { ...(note && { [own]: note }), ...inner }
    }),
  ) as Record<string, string>
}

type Place = { checker: ts.TypeChecker; node: ts.Node }

/** Where StateMachine's type arguments say what the machine takes. */
const argument = { event: 1, actor: 3, input: 9 }

function samplesOf(machine: ts.Type, checker: ts.TypeChecker, at: ts.Node): Samples {
  const given = checker.getTypeArguments(machine as ts.TypeReference)
  const sample = (type: ts.Type, entries: Way['entries'] = 1) =>
    sampleOf(type, { checker, node: at }, { entries, depth: 0, name: 'text' })
  const typeIn = (type: ts.Type, name: string) => {
    const member = type.getProperty(name)
    return member && checker.getTypeOfSymbolAtLocation(member, at)
  }
  const events = membersOf(given[argument.event]).flatMap((type) => {
    const value = sample(type) as Record<string, unknown> | null
    return typeof value?.['type'] === 'string' && !value['type'].startsWith('xstate.')
      ? [[value['type'], value] as const]
      : []
  })
  const answers = membersOf(given[argument.actor]).flatMap((type) => {
    const src = typeIn(type, 'src')
    const logic = typeIn(type, 'logic')
    const output = logic && outputOf(logic, checker)
    return src?.isStringLiteral() && output ? [[src.value, { output: sample(output) ?? null }] as const] : []
  })
  const input = given[argument.input]
  return { input: input ? (sample(input, 0) ?? null) : null, events: Object.fromEntries([...events, ...answers]) }
}

const membersOf = (type: ts.Type | undefined): ts.Type[] => (type?.isUnion() ? type.types : type ? [type] : [])

/** ActorLogic's first type argument is the snapshot, whose `output` is the answer. */
function outputOf(logic: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  const snapshot = logic.aliasTypeArguments?.[0] ?? checker.getTypeArguments(logic as ts.TypeReference)[0]
  return logic.aliasSymbol?.name === 'PromiseActorLogic' ? snapshot : undefined
}

/** How many entries a sample's lists have, and how deep it lies. */
type Way = { entries: 0 | 1; depth: number; name: string }

/** An id is always the same, so that what belongs together in the events of a machine does in the samples. */
const textFor = (name: string) =>
  /(^ids?|Ids?)$/.test(name) ? '1' : /url$/i.test(name) ? 'https://example.com/' : name

/** A value of the type, of several the first. */
function sampleOf(type: ts.Type, at: Place, way: Way): unknown {
  const { checker } = at
  const { flags } = type
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if (flags & ts.TypeFlags.BooleanLike) return checker.typeToString(type) === 'true'
  if (flags & ts.TypeFlags.StringLike) return textFor(way.name)
  if (flags & ts.TypeFlags.NumberLike) return 1
  if (flags & ts.TypeFlags.Null) return null
  if (type.isUnion()) {
    const worth = (one: ts.Type) => (isNothing(one) ? way.entries : 1 - way.entries)
    const [first] = [...type.types].sort((one, other) => worth(one) - worth(other))
    return first && sampleOf(first, at, way)
  }
  if (checker.isArrayType(type)) {
    const [entry] = way.entries === 1 && way.depth < 3 ? checker.getTypeArguments(type as ts.TypeReference) : []
    const sample = entry && sampleOf(entry, at, { ...way, depth: way.depth + 1 })
    return sample === undefined ? [] : [sample]
  }
  const [call] = type.getCallSignatures()
  // JSON has no functions: what it says it returns is made one by the simulation.
  if (call) return { returns: sampleOf(call.getReturnType(), at, { ...way, depth: way.depth + 1 }) ?? null }
  if (way.depth > 4 || checker.isTupleType(type) || !isPlain(type)) return undefined
  const members = checker.getPropertiesOfType(type).filter((member) => !(member.flags & ts.SymbolFlags.Optional))
  return Object.fromEntries(
    members.flatMap((member) => {
      const inner = checker.getTypeOfSymbolAtLocation(member, at.node)
      const value = sampleOf(inner, at, { ...way, depth: way.depth + 1, name: member.name })
      return value === undefined ? [] : [[member.name, value]]
    }),
  )
}

const isNothing = (type: ts.Type) => (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0

/** An object of data; a File or a Uint8Array cannot be written as JSON. */
const isPlain = (type: ts.Type) =>
  (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 && !type.isClass() && !isOfTheBrowser(type)

/** Types that have no name of their own have no symbol, whatever TypeScript's types say. */
const isOfTheBrowser = (type: ts.Type) => {
  const symbol = type.symbol as ts.Symbol | undefined
  const places = symbol?.name === '__type' ? [] : (symbol?.declarations ?? [])
  return places.some((one) => /typescript\/lib\/lib\./.test(one.getSourceFile().fileName))
}
