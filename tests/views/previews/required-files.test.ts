import { expect, test } from 'vitest'

import { missingFiles } from '../../../src/workspace/previews/models/required-files-machines'

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
