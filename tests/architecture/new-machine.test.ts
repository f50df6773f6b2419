import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const copied = [
  'machines',
  'openapi',
  'public',
  'scripts',
  'src',
  'tests',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
]
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'new-machine-'))
  for (const name of copied) cpSync(name, path.join(folder, name), { recursive: true })
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A test that starts other processes takes longer on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
const newMachine = (...names: string[]) => run('--import', 'tsx', 'scripts/machines/new-machine.ts', ...names)

test('the test of a new machine against its view passes', () => {
  expect(newMachine('projects', 'project-archive')).toMatchObject({ status: 0, stderr: '' })
  const surface = 'tests/model-based/surfaces/projects/project-archive.test.tsx'
  const { status, stdout } = run('node_modules/vitest/vitest.mjs', 'run', '--project', 'model-based', surface)
  expect(status, stdout).toBe(0)
})

test('nothing is overwritten, and a bad name is explained', () => {
  const before = readFileSync(path.join(folder, 'machines/catalogue.ts'), 'utf8')
  expect(newMachine('projects', 'project-edit')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^These files already exist: machines\/projects\/project-edit\.machine\.ts/,
    ) as string,
  })
  expect(newMachine('projects', '../Edit')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Usage: ') as string,
  })
  expect(readFileSync(path.join(folder, 'machines/catalogue.ts'), 'utf8')).toBe(before)
})
