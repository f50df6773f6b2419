import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Tests that run the code in this process. Others use a build, or only read the source. */
const suites = ['formats', 'analysis', 'model', 'views', 'model-based/surfaces', 'server', 'api']

const isSource = (name: string) => /\.tsx?$/.test(name)
const ends = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

function filesIn(root: string, folder: string): string[] {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.filter(isSource).map((name) => path.join(folder, name))
}

/** Relative paths in a module's source: imports, including lazy ones, and worker files. Types are not loaded. */
function importsOf(root: string, file: string): string[] {
  const code = readFileSync(path.join(root, file), 'utf8').replace(/import type [^'"]+from ['"][^'"]+['"]/g, '')
  return [...code.matchAll(/['"](\.\.?\/[^'"\n]+)['"]/g)].flatMap(([, name = '']) => {
    const place = path.join(path.dirname(file), name)
    return ends.map((end) => place + end).filter((one) => isSource(one) && existsSync(path.join(root, one)))
  })
}

const wordsOf = (file: string) => new Set(file.replace(/(\.test)?\.tsx?$/, '').split(/[/.-]/))

/** Finds the tests that load a file, starting with those that are probably about it. */
export function relevantTests(root: string): (file: string) => string[] {
  const importers = new Map<string, Set<string>>()
  for (const file of ['machines', 'src', 'server', 'tests'].flatMap((folder) => filesIn(root, folder))) {
    for (const imported of importsOf(root, file)) {
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  const isTest = (file: string) =>
    /\.test\.tsx?$/.test(file) && suites.some((suite) => file.startsWith(`tests/${suite}/`))

  return (file) => {
    const distances = new Map([[file, 0]])
    for (const [reached, distance] of distances) {
      for (const importer of importers.get(reached) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1)
      }
    }
    const words = wordsOf(file)
    const rank = (test: string) =>
      (distances.get(test) ?? 0) - 2 * [...wordsOf(test)].filter((word) => words.has(word)).length
    return [...distances.keys()].filter(isTest).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
  }
}
