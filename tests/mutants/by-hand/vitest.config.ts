import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'

import product from '../../../vite.config'
import { allFaults } from './all-faults'
import type { Fault } from './faults'

const fault = allFaults.find(({ what }) => what === process.env['FAULT'])
if (!fault) throw new Error('FAULT is not the name of a fault.')
const root = path.resolve(import.meta.dirname, '../../..')
const file = path.join(root, fault.file)
if (readFileSync(file, 'utf8').split(fault.from).length !== 2) {
  throw new Error(`${fault.file} does not contain this text exactly once: ${fault.from}`)
}

type Replacement = Pick<Fault, 'file' | 'from' | 'to'>

/**
 * Migrations are read from disk, so the fault is made in a copy of their folder. The database is opened with this copy,
 * and without the seed, which a build has already migrated.
 */
function faultyMigrations({ from, to }: Fault): Replacement[] {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  cpSync(path.dirname(file), copy, { recursive: true })
  const faulty = readFileSync(file, 'utf8').replace(from, () => to)
  writeFileSync(path.join(copy, path.basename(file)), faulty)
  const opening = path.join(root, 'server/database/database.ts')
  return [
    { file: opening, from: "new URL('./migrations', import.meta.url)", to: `'${pathToFileURL(copy).href}'` },
    { file: opening, from: 'dist/database-seed.tar', to: 'dist/none.tar' },
  ]
}

const replacements = file.endsWith('.sql') ? faultyMigrations(fault) : [{ file, from: fault.from, to: fault.to }]

/** Introduces the fault before any other plugin sees the file. */
const introduce: Plugin = {
  name: 'fault',
  enforce: 'pre',
  transform(code, id) {
    const here = replacements.filter((replacement) => replacement.file === id.split('?')[0])
    if (here.length === 0) return null
    return here.reduce((changed, { from, to }) => {
      if (!changed.includes(from)) throw new Error(`${id} was changed by another plugin.`)
      return changed.replace(from, () => to)
    }, code)
  },
}

export default defineConfig((environment) => mergeConfig({ root, plugins: [introduce] }, product(environment)))
