import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'

import { oneAtATime } from '../../../scripts/machines/one-at-a-time.mjs'
import { git, versionNamed } from '../../../scripts/machines/version-reference.mjs'

/** A commit without files that is on no branch. */
const emptyCommit = () =>
  git([
    ...['-c', 'user.name=a', '-c', 'user.email=a@example.com'],
    ...['commit-tree', '4b825dc642cb6eb9a060e54bf8d69288fbee4904', '-m', 'empty'],
  ])
    .toString()
    .trim()

// An archive of the sources has no history.
describe.skipIf(!existsSync('.git'))('the version with which charts are compared', () => {
  test('is a commit with the folders that it has, or a file', async () => {
    const head = git(['rev-parse', 'HEAD']).toString().trim()
    expect(versionNamed('HEAD')).toEqual({ commit: head, folders: ['machines', 'openapi'] })
    const folder = await mkdtemp(path.join(tmpdir(), 'sheets-'))
    const file = path.join(folder, 'sheets.json')
    await writeFile(file, '{"sheets":[]}')
    expect(versionNamed(file)).toEqual({ file })
    await writeFile(file, '{"sheets":')
    expect(() => versionNamed(file)).toThrow('sheets.json is not the sheets.json of a gallery.')
    await rm(folder, { recursive: true })
  })

  test.each([
    ['', '--against needs a commit, or the sheets.json of a gallery.'],
    ['nonsense', 'nonsense is neither a commit of this repository nor a file.'],
    ['-x', '-x is neither a commit of this repository nor a file.'],
    // A folder, whose name could also be that of a branch.
    ['docs', 'docs is neither a commit of this repository nor a file.'],
    ['package.json', 'package.json is not the sheets.json of a gallery.'],
  ])('is not %j', (reference, words) => {
    expect(() => versionNamed(reference)).toThrow(words)
  })

  test('is not a commit without machines, and git says why it failed', () => {
    const commit = emptyCommit()
    expect(() => versionNamed(commit)).toThrow(`${commit} has no machines/catalogue.ts.`)
    expect(() => git(['archive', commit, 'machines'])).toThrow(/git archive: .*pathspec 'machines'/)
  })

  test.each(['machines.mjs', 'site.mjs'])('ends %s before it starts if there is none', async (script) => {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [`scripts/machines/${script}`, ...args]).catch((error: unknown) => error)
    const nonsense = { code: 1, stdout: '', stderr: 'nonsense is neither a commit of this repository nor a file.\n' }
    expect(await run('--against', 'nonsense')).toMatchObject(nonsense)
    expect(await run('--against', '')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs a commit') as string,
    })
    const ambiguous = (await run('--against', '-x')) as { code: number; stderr: string }
    expect([ambiguous.code, ambiguous.stderr]).toEqual([
      1,
      expect.stringMatching(/^Option '--against' argument is ambiguous/),
    ])
  })
})

describe('charts that are drawn again', () => {
  /** Work that ends when it is told to. */
  function begun() {
    const ends: ((result: string) => void)[] = []
    const fails: ((error: Error) => void)[] = []
    const work = vi.fn(
      () =>
        new Promise<string>((resolve, reject) => {
          ends.push(resolve)
          fails.push(reject)
        }),
    )
    return { work, ends, fails, drawing: oneAtATime(work, () => Promise.resolve()) }
  }

  test('are drawn once for changes that come together, and not twice at the same time', async () => {
    const { work, ends, drawing } = begun()
    expect([drawing.repeat(), drawing.repeat(), drawing.repeat()]).toEqual([true, false, false])
    await expect.poll(() => work.mock.calls.length).toBe(1)
    // A file is saved during the work, which may already have read it.
    expect([drawing.repeat(), drawing.repeat()]).toEqual([true, false])
    const result = drawing.read()
    expect(work).toHaveBeenCalledTimes(1)
    ends[0]?.('old')
    await expect.poll(() => work.mock.calls.length).toBe(2)
    ends[1]?.('new')
    expect(await result).toBe('new')
    expect(await drawing.read()).toBe('new')
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('are drawn again for the next reader after a failure', async () => {
    const { work, ends, fails, drawing } = begun()
    const failed = drawing.read()
    await expect.poll(() => work.mock.calls.length).toBe(1)
    fails[0]?.(new Error('no such commit'))
    await expect(failed).rejects.toThrow('no such commit')
    const next = drawing.read()
    await expect.poll(() => work.mock.calls.length).toBe(2)
    ends[1]?.('drawn')
    expect(await next).toBe('drawn')
  })
})
