/** Reads the charts of another version, with which the current ones are compared. */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyStateMachine } from 'xstate'

import type { GalleryData } from '../../src/inspector/chart/sheets'
import { type Outline, outlineOf } from '../../src/inspector/states'
import { namedArrows } from './sources'
import { readMachines } from './types'
import { git, versionNamed } from './version-reference.mjs'

/** The charts of a version by machine id. */
export type Version = Map<string, Outline & { title: string }>

const root = path.resolve(import.meta.dirname, '../..')

/** Reads a commit of this repository, or the sheets.json of a gallery that was written earlier. */
export async function versionAt(reference: string): Promise<Version> {
  const named = versionNamed(reference)
  if (named.file === undefined) return versionAtCommit(named)
  const { sheets } = JSON.parse(await readFile(named.file, 'utf8')) as GalleryData
  return new Map(sheets.map(({ id, title, root: state, arrows }) => [id, { title, root: state, arrows }]))
}

async function versionAtCommit({ commit, folders }: { commit: string; folders: string[] }): Promise<Version> {
  // The folder is inside the repository, so that imports of packages are resolved. It has a unique name, because
  // several programs may read the same commit.
  const parent = path.join(root, 'reports/machines-at')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(path.join(parent, `${commit.slice(0, 12)}-`))
  try {
    const files = git(['archive', commit, ...folders])
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
