import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { jobName } from '../../../machines/staff/operation/job-names'

test('each kind of job of the server has a name', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const kinds = files.flatMap((file) => {
    const code = readFileSync(path.join('server', file), 'utf8').replaceAll(/^ \*.*$/gm, '')
    return [...code.matchAll(/defineJob<[^(]*>\('([^']+)'\)/g)].map(([, kind = '']) => kind)
  })
  expect(kinds).toHaveLength(12)
  expect(kinds.filter((kind) => jobName(kind) === kind)).toEqual([])
})

test('a kind of another release is shown as it is', () => {
  expect(jobName('kind of another release')).toBe('kind of another release')
})
