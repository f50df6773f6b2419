import { expect, test } from 'vitest'

import { hasTitle, titlesOf } from './titles'

const titles = titlesOf(`
  import { describe, expect, it, test } from 'vitest'
  describe('the form', () => {
    test('clears its fields', () => {})
    it("says 'Saving...'", async () => {})
    test.skip('is not there yet', () => {})
    describe.skip('later', () => { test('sleeps', () => {}) })
    test.each(kinds)('previews %s', () => {})
    test.each(kinds)('%s (%i) is previewed', () => {})
    test.each(kinds)('%s: %s', () => {})
    for (const width of [390, 1440]) test(\`fits \${width} px\`, () => {})
    test(\`\${name} is\`, () => {})
  })
  test.describe('in the browser', () => { test.slow() })
  const clears = 'wears a name'
`)

test.each([
  'the form',
  'clears its fields',
  "says 'Saving...'",
  'previews pdf',
  'pdf (1) is previewed',
  'fits 390 px',
  'in the browser',
])('finds: %s', (title) => {
  expect(hasTitle(titles, title)).toBe(true)
})

test.each([
  'clears its field',
  'is not there yet',
  'later',
  'sleeps',
  'wears a name',
  'pdf is previewed',
  'fits 390',
  'a: b',
  'this is',
])('does not find: %s', (title) => {
  expect(hasTitle(titles, title)).toBe(false)
})
