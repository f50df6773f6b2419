import { expect, test } from 'vitest'

import { missingFiles, requiredFilesText } from '../../../machines/previews/required-files'

test.each([
  ['parts.lib', 'parts.lib'],
  ['../models/parts.lib', 'parts.lib'],
  ['C:\\Models\\Parts.LIB', 'spice/parts.lib'],
  ['gru\u0308n.sp', 'gr\u00fcn.sp'],
])('the included file %s is the project’s file %s', (include, name) => {
  expect(missingFiles([include], ['other.lib', name])).toEqual([])
})

test('an included file is missing if the project only has another one with a similar name', () => {
  const includes = ['parts.lib', 'lib/parts.lib', 'b.lib']
  expect(missingFiles(includes, ['parts.lib.txt', 'my parts.lib', 'lib', 'b.lib'])).toEqual([
    'parts.lib',
    'lib/parts.lib',
  ])
})

test.each([
  [['a.lib'], null, 'Requires this included file: a.lib.'],
  [['a.lib'], [], 'Requires this included file: a.lib. This project has it.'],
  [['a.lib', 'b.lib'], [], 'Requires these included files: a.lib, b.lib. This project has all of them.'],
  [['a.lib', 'b.lib'], ['b.lib'], 'Requires these included files: a.lib, b.lib. Missing from this project: b.lib.'],
])('%o, of which %o are missing', (includes, missing, text) => {
  expect(requiredFilesText(includes, missing)).toBe(text)
})

test('of more than 20 files, the first 20 are named and the others counted', () => {
  const many = Array.from({ length: 21 }, (_, at) => `m${at}.lib`)
  const first = many.slice(0, 20).join(', ')
  expect(requiredFilesText(many, many)).toBe(
    `Requires these included files: ${first}, and 1 more. Missing from this project: ${first}, and 1 more.`,
  )
})
