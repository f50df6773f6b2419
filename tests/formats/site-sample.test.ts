import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { sampleBoard } from '../../server/sample/board'
import { sampleAddress } from '../../src/workspace/pricing/sample-board'

const stored = `public${sampleAddress}`

/** UPDATE_SAMPLE=yes rewrites the file. */
test('the sample board of the site is the one of the sample project', async () => {
  if (process.env['UPDATE_SAMPLE']) await writeFile(stored, sampleBoard())
  expect(await readFile(stored, 'utf8')).toBe(sampleBoard())
})
