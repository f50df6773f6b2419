import path from 'node:path'
import { mergeConfig, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

import product from '../../vite.config'
import { current } from './current-mutant'

const root = path.resolve(import.meta.dirname, '../..')
const standIn = path.join(import.meta.dirname, 'xstate.ts')
const areMachines = process.env['MUTATED'] === 'machines'

/** Introduces the fault before any other plugin sees the file. Machines get an XState that makes the fault. */
const introduce: Plugin = {
  name: 'mutant',
  enforce: 'pre',
  transform: (code, id) => {
    const { mutant } = current
    const file = id.split('?')[0] ?? ''
    if (mutant && file === path.join(root, mutant.file)) return mutant.code
    return areMachines && /\/machines\/.*\.ts$/.test(file) ? code.replace(/from 'xstate'/g, `from '${standIn}'`) : null
  },
}

export default defineConfig((environment) =>
  mergeConfig({ root, plugins: [introduce], test: { bail: 1, maxWorkers: 1 } }, product(environment)),
)
