/**
 * Checks the types of faulty files, which the parent process sends. A mutant that does not compile says nothing about
 * the tests.
 */
import path from 'node:path'
import ts from 'typescript'

import type { FaultyFile } from './current-mutant'

/** Checks one changed file at a time. Errors that its fault causes in other files are not found. */
function typeChecker(root: string): (file: string, code: string) => boolean {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(root, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (problem) => {
        throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'))
      },
    },
  )
  if (!config) throw new Error('tsconfig.json cannot be read.')
  // A fault that leaves a parameter unused still counts as a fault.
  const options = { ...config.options, noUnusedLocals: false, noUnusedParameters: false }
  const names = config.fileNames.filter((name) => !name.startsWith(path.join(root, 'tests')))
  const changed = new Map<string, string>()
  const versions = new Map<string, number>()
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => names,
    getScriptVersion: (name) => String(versions.get(name) ?? 0),
    getScriptSnapshot: (name) => {
      const text = changed.get(name) ?? ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })

  return (file, code) => {
    const name = path.join(root, file)
    changed.set(name, code)
    const next = () => versions.set(name, (versions.get(name) ?? 0) + 1)
    next()
    const problems = [...service.getSyntacticDiagnostics(name), ...service.getSemanticDiagnostics(name)]
    changed.delete(name)
    next()
    return problems.length === 0
  }
}

const compiles = typeChecker(path.resolve(import.meta.dirname, '../..'))
process.on('message', ({ file, code }: FaultyFile) => process.send?.({ type: 'done', compiles: compiles(file, code) }))
process.on('disconnect', () => process.exit())
process.send?.({ type: 'ready' })
