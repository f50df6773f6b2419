/** Reads the charts of another version, to which the current ones are compared. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyStateMachine } from 'xstate'

import type { GalleryData } from '../../src/inspector/sheets'
import { type Outline, outlineOf } from '../../src/inspector/states'
import { namedArrows } from './sources'
import { readMachines } from './types'

/** The charts of a version by machine id. */
export type Version = Map<string, Outline & { title: string }>

const root = path.resolve(import.meta.dirname, '../..')

/** Reads a commit of this repository, or the sheets.json of a gallery that was written earlier. */
export async function versionAt(reference: string): Promise<Version> {
  if (!existsSync(reference)) return versionAtCommit(reference)
  const { sheets } = JSON.parse(await readFile(reference, 'utf8')) as GalleryData
  return new Map(sheets.map(({ id, title, root: state, arrows }) => [id, { title, root: state, arrows }]))
}

const git = (args: string[], options = {}) =>
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e9, ...options })

function commitNamed(reference: string): string {
  try {
    return git(['rev-parse', '--verify', '--end-of-options', `${reference}^{commit}`])
      .toString()
      .trim()
  } catch {
    throw new Error(`${reference} is neither a commit of this repository nor a file.`)
  }
}

async function versionAtCommit(reference: string): Promise<Version> {
  const commit = commitNamed(reference)
  // Inside the repository, so that imports of packages are resolved.
  const folder = path.join(root, 'reports/machines-at', commit)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    const files = git(['archive', commit, 'machines', 'openapi'])
    execFileSync('tar', ['-x', '-C', folder], { input: files })
    const address = pathToFileURL(path.join(folder, 'machines/catalogue.ts')).href
    const { catalogue } = (await import(address)) as { catalogue: Record<string, AnyStateMachine> }
    const readings = readMachines(folder)
    return new Map(
      Object.entries(catalogue).map(([title, machine]) => {
        const source = readings[title]?.source ?? { places: new Map(), names: {} }
        return [machine.id, { title, ...outlineOf(machine), arrows: namedArrows(machine, source) }]
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
