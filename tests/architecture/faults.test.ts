import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { faults } from '../mutants/by-hand/faults'
import { freshFaults } from '../mutants/by-hand/fresh-faults'
import { thirdFaults } from '../mutants/by-hand/third-faults'

const all = [...faults, ...freshFaults, ...thirdFaults]

test.each(all.map(({ what, ...fault }) => [what, fault] as const))('a text to replace exists once: %s', (_, fault) => {
  expect(readFileSync(fault.file, 'utf8').split(fault.from)).toHaveLength(2)
  expect(fault.to).not.toBe(fault.from)
})

test('each fault has its own description, by which it is chosen', () => {
  expect(new Set(all.map(({ what }) => what)).size).toBe(all.length)
})
