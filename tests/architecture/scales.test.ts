import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { tokens } from '../../src/ui/theme/scales'

/** Chakra silently ignores sizes that are not in the scale, so this test finds them. */
const sized =
  /\b(?:w|h|minW|minH|maxW|maxH|boxSize|p[xytbse]?|m[xytbse]?|gap|rowGap|columnGap)(?:=|: )['"]([0-9.]+)['"]/g

/** Responsive sizes, as in `maxH={{ base: '48', md: '64' }}`. */
const responsive =
  /\b(?:w|h|minW|minH|maxW|maxH|boxSize|p[xytbse]?|m[xytbse]?|gap|rowGap|columnGap)(?:=\{|: )(\{ base: [^}]*\})/g

const styles = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(({ parentPath, name }) => path.join(parentPath, name))

test('every size and space in the styles is in the scale', () => {
  const steps = new Set(Object.keys(tokens.spacing))
  const used = styles.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const inBreakpoints = [...text.matchAll(responsive)].flatMap(([, object = '']) => [
      ...object.matchAll(/'(-?[0-9.]+)'/g),
    ])
    return [...text.matchAll(sized), ...inBreakpoints].map(([, step = '']) => ({ file, step }))
  })
  expect(used.length).toBeGreaterThan(200)
  expect(used.filter(({ step }) => !steps.has(step))).toEqual([])
})
