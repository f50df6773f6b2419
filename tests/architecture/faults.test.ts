import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { faults } from '../mutants/by-hand/faults'

test.each(faults.map(({ what, ...fault }) => [what, fault] as const))(
  'a text to replace exists once: %s',
  (_, fault) => {
    expect(readFileSync(fault.file, 'utf8').split(fault.from)).toHaveLength(2)
    expect(fault.to).not.toBe(fault.from)
  },
)
