import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const architecture = readFileSync('docs/architecture.md', 'utf8')

/** Returns the paths in backticks that name a file of this project relative to its root. */
const filesIn = (text: string) =>
  [...text.matchAll(/`((?:docs|machines|openapi|public|scripts|server|src|tests)\/[\w./-]+\.\w+)`/g)].flatMap(
    ([, file]) => file ?? [],
  )

test('every file mentioned in the documentation exists', () => {
  const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? [`docs/${name}`] : [],
  )
  expect(docs.length).toBeGreaterThan(40)
  const documents = ['README.md', 'CONTRIBUTING.md', ...docs]
  for (const document of documents) {
    const missing = filesIn(readFileSync(document, 'utf8')).filter((file) => !existsSync(file))
    expect(missing, document).toEqual([])
  }
})

test('the table "To change X, open Y" has at least 20 rows, each with a file', () => {
  const [, section = ''] = /## To change X, open Y\n([\s\S]*?)\n## /.exec(architecture) ?? []
  const rows = section.split('\n').filter((line) => /^\| (?!to change|---)/.test(line))
  expect(rows.length).toBeGreaterThanOrEqual(20)
  expect(rows.filter((row) => filesIn(row).length === 0)).toEqual([])
})
