// Lists the mutants that can be tested, each with its name, the faulty file, a hash of what was mutated, the relevant
// tests, and the code.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { tsImport } from 'tsx/esm/api'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const load = (file) => tsImport(path.join(root, file), import.meta.url)
const textOf = (file) => readFileSync(path.join(root, file), 'utf8')
const { sourceHash } = await load('tests/mutants/source-hash.ts')

export const directories = [
  'src/api',
  'src/session',
  'src/formats',
  'src/analysis',
  'server',
  'src/workspace',
  'src/site',
  'src/staff',
]
/** The drawings affect only the appearance, which no test can judge. */
const unjudged = ['src/site/drawings/']

export async function mutantsOfDirectory(directory) {
  const { mutantsOf, mutated } = await load('tests/mutants/operators.ts')
  const { relevantTests } = await load('tests/mutants/relevant-tests.ts')
  const testsOf = relevantTests(root)
  const sources = filesOf(directory).filter((file) => !unjudged.some((folder) => file.startsWith(folder)))
  return sources.flatMap((file) => {
    const code = textOf(file)
    const hash = sourceHash(code)
    return mutantsOf(file, code).map((mutant) => ({
      name: `${file}: ${mutant.what}`,
      operator: mutant.operator,
      file,
      hash,
      mayNotCompile: true,
      testsOf: () => testsOf(file),
      codeOf: () => mutated(code, mutant),
    }))
  })
}

/**
 * Lists the mutants of the machines. The stand-in for XState introduces the fault into a machine. The machine's path
 * tests run first, then its view's test.
 */
export async function mutantsOfMachines(selected) {
  const { catalogue } = await load('machines/catalogue.ts')
  const { mutationsOf } = await load('tests/mutants/mutations.ts')
  const { fileNameOf } = await load('tests/model-based/paths.ts')
  const file = 'tests/mutants/xstate.ts'
  const standIn = textOf(file)
  const sources = filesOf('machines').map((name) => ({ name, text: textOf(name) }))
  const pathTests = filesOf('tests/model').map((name) => ({ name, text: textOf(name) }))
  const surfaces = filesOf('tests/model-based/surfaces')

  const machines = Object.values(catalogue).filter((machine) => !selected || fileNameOf(machine) === selected)
  return machines.flatMap(({ id, config, implementations: { actions, delays } }) => {
    const own = sources.find(({ name, text }) => name.endsWith('.machine.ts') && text.includes(`id: '${id}'`))
    const imported = own ? path.basename(own.name, '.ts') : id
    const tests = [
      ...pathTests.filter(({ name, text }) => name.endsWith('.test.ts') && text.includes(`/${imported}'`)),
      ...surfaces
        .map((name) => ({ name }))
        .filter(({ name }) => path.basename(name) === `${fileNameOf({ id })}.test.tsx`),
    ].map(({ name }) => name)
    return mutationsOf(config, { actions, delays }).map(({ what }, number) => ({
      name: `${id}: ${what}`,
      operator: 'machine',
      file,
      hash: sourceHash(own?.text ?? ''),
      mayNotCompile: false,
      testsOf: () => tests,
      codeOf: () => standIn.replace('null as Wanted | null', JSON.stringify({ id, number })),
    }))
  })
}

function filesOf(folder) {
  const names = readdirSync(path.join(root, folder), { recursive: true })
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name))
    .sort()
}
