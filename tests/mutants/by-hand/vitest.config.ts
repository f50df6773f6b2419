import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'

import product from '../../../vite.config'
import { faults } from './faults'

const fault = faults.find(({ what }) => what === process.env['FAULT'])
if (!fault) throw new Error('FAULT is not the name of a fault.')
const root = path.resolve(import.meta.dirname, '../../..')
const file = path.join(root, fault.file)
if (readFileSync(file, 'utf8').split(fault.from).length !== 2) {
  throw new Error(`${fault.file} does not contain this text exactly once: ${fault.from}`)
}

/** Introduces the fault before any other plugin sees the file. */
const introduce: Plugin = {
  name: 'fault',
  enforce: 'pre',
  transform(code, id) {
    if (id.split('?')[0] !== file) return null
    if (!code.includes(fault.from)) throw new Error(`${id} was changed by another plugin.`)
    return code.replace(fault.from, () => fault.to)
  },
}

export default defineConfig((environment) => mergeConfig({ root, plugins: [introduce] }, product(environment)))
