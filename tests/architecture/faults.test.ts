import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { allFaults } from '../mutants/by-hand/all-faults'

test.each(allFaults.map(({ what, ...fault }) => [what, fault] as const))(
  'a text to replace exists once: %s',
  (_, fault) => {
    expect(readFileSync(fault.file, 'utf8').split(fault.from)).toHaveLength(2)
    expect(fault.to).not.toBe(fault.from)
  },
)

test('each fault has its own description, by which it is chosen', () => {
  expect(new Set(allFaults.map(({ what }) => what)).size).toBe(allFaults.length)
})
