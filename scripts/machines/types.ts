/** Reads the comments and the types of events and actor outputs from the machines' sources with TypeScript. */
import path from 'node:path'
import ts from 'typescript'

import type { Samples } from '../../src/inspector/chart/sheets'
import { readSource, type Source } from './sources'

export type Reading = {
  file: string
  description: string
  notes: Record<string, string>
  samples: Samples
  source: Source
}

const own = path.resolve(import.meta.dirname, '../..')

/** Reads every machine in the catalog of a checkout, by default this one. The result is keyed by title. */
export function readMachines(root = own): Record<string, Reading> {
  const file = path.join(root, 'machines/catalogue.ts')
  const { config } = ts.readConfigFile(path.join(own, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: { compilerOptions: object }
  }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, own)
  const program = ts.createProgram([file], { ...options, types: [] })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  if (!source) throw new Error(`${file} could not be read.`)
  const readings: Record<string, Reading> = {}
  const visit = (node: ts.Node): void => {
    if (!ts.isPropertyAssignment(node)) return ts.forEachChild(node, visit)
    const title = ts.isIdentifier(node.name) || ts.isStringLiteral(node.name) ? node.name.text : ''
    readings[title] = readMachine(node.initializer, checker, root)
  }
  visit(source)
  return readings
}

function readMachine(name: ts.Expression, checker: ts.TypeChecker, root: string): Reading {
  const local = checker.getSymbolAtLocation(name)
  const symbol = local && checker.getAliasedSymbol(local)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration) throw new Error(`TypeScript cannot find the machine ${name.getText()}.`)
  const definition = definitionIn(declaration) ?? sharedDefinition(declaration, checker)
  const id = definition && (textOf(property(definition, 'id')) ?? idIn(declaration))
  return {
    file: path.relative(root, declaration.getSourceFile().fileName),
    description: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    notes: definition && id ? notesIn(definition, id) : {},
    samples: samplesOf(checker.getTypeOfSymbol(symbol), checker, declaration),
    source: definition ? readSource(definition, checker, root) : { places: new Map(), names: {} },
  }
}

/** Finds the object that is passed to createMachine. */
function definitionIn(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [first] = node.arguments
    if (node.expression.name.text === 'createMachine' && first && ts.isObjectLiteralExpression(first)) return first
  }
  return ts.forEachChild(node, definitionIn)
}

/** For a machine that a function creates from a shared definition: finds the object in that function. */
function sharedDefinition(declaration: ts.Declaration, checker: ts.TypeChecker) {
  const making = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
  const symbol = making && ts.isCallExpression(making) && checker.getSymbolAtLocation(making.expression)
  const shared = symbol && checker.getAliasedSymbol(symbol).valueDeclaration
  return shared && definitionIn(shared)
}

/** Returns the id that is passed to the function that creates the machine. */
function idIn(declaration: ts.Declaration) {
  const making = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
  const first = making && ts.isCallExpression(making) ? making.arguments[0] : undefined
  return first && ts.isObjectLiteralExpression(first) ? textOf(property(first, 'id')) : undefined
}

const property = (object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined =>
  object.properties.find(
    (member): member is ts.PropertyAssignment => ts.isPropertyAssignment(member) && member.name.getText() === name,
  )?.initializer

const textOf = (node: ts.Expression | undefined) => (node && ts.isStringLiteralLike(node) ? node.text : undefined)

/** Returns the comments on states, keyed by state id. */
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

/** Indices of StateMachine's type arguments. */
const argument = { event: 1, actor: 3, input: 9 }

function samplesOf(machine: ts.Type, checker: ts.TypeChecker, at: ts.Node): Samples {
  const given = checker.getTypeArguments(machine as ts.TypeReference)
  const sample = (type: ts.Type, entries: SampleOptions['entries'] = 1) =>
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

/** Returns the output type of a promise actor: the first type argument of its logic. Undefined for other actors. */
function outputOf(logic: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  const snapshot = logic.aliasTypeArguments?.[0] ?? checker.getTypeArguments(logic as ts.TypeReference)[0]
  return logic.aliasSymbol?.name === 'PromiseActorLogic' ? snapshot : undefined
}

/** The number of entries in a sample's lists, the current nesting depth, and the name of the value. */
type SampleOptions = { entries: 0 | 1; depth: number; name: string }

/** All ids have the same value, so that the samples of related events match. */
const textFor = (name: string) =>
  /(^ids?|Ids?)$/.test(name) ? '1' : /url$/i.test(name) ? 'https://example.com/' : name

/**
 * Returns a sample value of the type; for a union, a non-null member, or null if the sample should be empty. Undefined
 * if the type has no sample, for example because it is nested too deeply.
 */
function sampleOf(type: ts.Type, at: Place, options: SampleOptions): unknown {
  const { checker } = at
  const { flags } = type
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if (flags & ts.TypeFlags.BooleanLike) return checker.typeToString(type) === 'true'
  if (flags & ts.TypeFlags.StringLike) return textFor(options.name)
  if (flags & ts.TypeFlags.NumberLike) return 1
  if (flags & ts.TypeFlags.Null) return null
  if (type.isUnion()) {
    const worth = (member: ts.Type) => (isNothing(member) ? options.entries : 1 - options.entries)
    const [first] = [...type.types].sort((one, other) => worth(one) - worth(other))
    return first && sampleOf(first, at, options)
  }
  if (checker.isArrayType(type)) {
    const [entry] = options.entries === 1 && options.depth < 3 ? checker.getTypeArguments(type as ts.TypeReference) : []
    const sample = entry && sampleOf(entry, at, { ...options, depth: options.depth + 1 })
    return sample === undefined ? [] : [sample]
  }
  const [call] = type.getCallSignatures()
  // JSON cannot contain functions, so the simulation creates a function that returns this value.
  if (call) return { returns: sampleOf(call.getReturnType(), at, { ...options, depth: options.depth + 1 }) ?? null }
  if (options.depth > 4 || checker.isTupleType(type) || !isPlain(type)) return undefined
  const members = checker.getPropertiesOfType(type).filter((member) => !(member.flags & ts.SymbolFlags.Optional))
  return Object.fromEntries(
    members.flatMap((member) => {
      const inner = checker.getTypeOfSymbolAtLocation(member, at.node)
      const value = sampleOf(inner, at, { ...options, depth: options.depth + 1, name: member.name })
      return value === undefined ? [] : [[member.name, value]]
    }),
  )
}

const isNothing = (type: ts.Type) => (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0

/** Whether the type is a plain data object. A File or a Uint8Array cannot be written as JSON. */
const isPlain = (type: ts.Type) =>
  (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 && !type.isClass() && !isOfTheBrowser(type)

/**
 * Whether TypeScript's own libraries declare the type. Anonymous types may have no symbol, although TypeScript's API
 * declares otherwise.
 */
const isOfTheBrowser = (type: ts.Type) => {
  const symbol = type.symbol as ts.Symbol | undefined
  const places = symbol?.name === '__type' ? [] : (symbol?.declarations ?? [])
  return places.some((declaration) => /typescript\/lib\/lib\./.test(declaration.getSourceFile().fileName))
}
