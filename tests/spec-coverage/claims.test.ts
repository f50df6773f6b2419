import { describe, expect, test } from 'vitest'

import { claimsIn, isQuoted, quotesIn } from './claims'

const filesOf = (source: string): Record<string, string> => ({
  'tests/a.test.ts': source,
  'tests/support/texts.ts': `
    export const saved = 'Saved'
    export const texts = { failed: 'Failed', again: [saved] }
    export const say = (name) => 'Hello ' + name
    export default 'Default'
  `,
  'src/texts.ts': "export const product = 'Product'",
})

const claimsOf = (source: string) => {
  const files = filesOf(source)
  return claimsIn(['tests/a.test.ts'], (file) => files[file])
}
const rowsOf = (source: string) => claimsOf(source).claims.map((claim) => claim.rows.join())
const textsOf = (source: string) => claimsOf(source).claims.flatMap((claim) => claim.texts)

describe('a claim is found in', () => {
  test.each([
    ['a test', "test('a', () => { covers('1-a') })"],
    [
      'an async one of a group',
      "describe('g', () => { it('a', async ({ page }) => { covers('1-a'); await page.goto() }) })",
    ],
    ['a test with options', "test('a', { timeout: 1 }, () => { covers('1-a') })"],
    ['a parameterized test', "test.each([1, 2])('%i', () => { covers('1-a') })"],
    ['a test of a loop', 'for (const n of [1, 2]) test(`${n}`, () => { covers("1-a") })'],
    ['a group of the browser', "test.describe('g', () => { test('a', () => { covers('1-a') }) })"],
  ])('%s', (_, source) => {
    expect(rowsOf(source)).toEqual(['1-a'])
  })

  test('several calls in one test, which are one claim', () => {
    expect(rowsOf("test('a', () => { covers('1-a', '1-b'); covers('1-c'); go() })")).toEqual(['1-a,1-b,1-c'])
  })
})

// These skipped tests are only strings. No test in this file is skipped.
test.each([
  ['a skipped test', "test.skip('a', () => { covers('1-a') })"],
  ['one that has to fail', "test.fails('a', () => { covers('1-a') })"],
  ['one that is skipped sometimes', "test.skipIf(isDull)('a', () => { covers('1-a') })"],
  ['one that skips itself', "test('a', () => { covers('1-a'); test.skip() })"],
  ['a skipped group', "describe.skip('g', () => { test('a', () => { covers('1-a') }) })"],
  ['a skipped parameterized group', "describe.skip.each([1])('g', () => { test('a', () => { covers('1-a') }) })"],
])('%s claims nothing', (_, source) => {
  expect(claimsOf(source)).toEqual({ claims: [], faults: [] })
})

test.each([
  ['outside a test', "covers('1-a')"],
  ['in a group', "describe('g', () => { covers('1-a') })"],
  ['in a hook', "beforeEach(() => { covers('1-a') })"],
  ['in a step', "test('a', async () => { await test.step('s', () => { covers('1-a') }) })"],
  ['in a function', "const go = () => { covers('1-a') }; test('a', () => { go() })"],
  ['in a function inside a test', "test('a', () => { const go = () => { covers('1-a') } })"],
  ['after other statements', "test('a', () => { go(); covers('1-a') })"],
  ['in a condition', "test('a', () => { if (isDull) { covers('1-a') } })"],
])('a claim %s is reported as a fault', (_, source) => {
  const { claims, faults } = claimsOf(source)
  expect(claims).toEqual([])
  expect(faults).toEqual([expect.stringContaining('covers() is not at the start of a test')])
})

test('ids must be literals', () => {
  expect(claimsOf("const id = '1-a'; test('a', () => { covers(id) })").faults).toEqual([
    expect.stringContaining('as literals'),
  ])
})

describe('the texts of a test', () => {
  test.each([
    ['its body', "test('a', () => { covers('1-a'); expect(x).toBe('Text') })"],
    ['its table', "test.each(['Text'])('%s', (t) => { covers('1-a') })"],
    [
      'the table of its group',
      "describe.each([['Text']])('%s', (t) => { test('a', () => { covers('1-a'); see(t) }) })",
    ],
    ['the table of its loop', "for (const [t] of [['Text']]) test('a', () => { covers('1-a'); see(t) })"],
    ['a constant', "const shown = 'Text'; test('a', () => { covers('1-a'); see(shown) })"],
    [
      'a constant of its group',
      "describe('g', () => { const t = 'Text'; test('a', () => { covers('1-a'); see({ t }) }) })",
    ],
    ['a constant of a constant', "const a = 'Text'; const b = [a]; test('a', () => { covers('1-a'); see(b) })"],
    ['a function', "function see() { is('Text') } test('a', () => { covers('1-a'); see() })"],
    ['a regular expression', "test('a', () => { covers('1-a'); see(/^Text$/) })"],
  ])('are in %s', (_, source) => {
    expect(textsOf(source).join()).toContain('Text')
  })

  test.each([
    ['its title', "test('Text', () => { covers('1-a') })"],
    ['its claim', "test('a', () => { covers('Text') })"],
    ['a comment', "test('a', () => { covers('1-a') /* Text */ })"],
    ['another test', "test('a', () => { covers('1-a') }); test('b', () => { see('Text') })"],
    ['a constant that it does not use', "const t = 'Text'; test('a', () => { covers('1-a') })"],
    ['one that its own hides', "const t = 'Text'; test('a', () => { covers('1-a'); const t = 'x'; see(t) })"],
    ['a type', "type T = 'Text'; test('a', () => { covers('1-a'); const t: T = x })"],
  ])('are not in %s', (_, source) => {
    expect(textsOf(source).join()).not.toContain('Text')
  })

  test('are in the constants imported from tests/, but not in functions or the product', () => {
    const source = `
      import end, { saved, texts as all, say } from './support/texts'
      import { product } from '../src/texts'
      test('a', () => { covers('1-a'); see(all.failed, say('Ada'), product) })
    `
    expect(textsOf(source)).toEqual(['Failed', 'Saved', 'Ada'])
  })
})

test('a quoted text is between ‘ and ’', () => {
  expect(quotesIn("Its button reads ‘More...’, then ‘Less’; the site's and 'not this'")).toEqual(['More...', 'Less'])
})

test.each([
  ['Saved', ['It is Saved.'], true],
  ['Saved.', ['Saved!'], false],
  ['saved', ['Saved'], false],
  ['Failed: {reason}', ['Failed: no answer'], true],
  ['Failed: {reason}', ['Failed: '], false],
  ['{n} of {m}', ['1 of 2'], true],
  ['{n} days', ['in', 'days'], false],
])('%s in %o: %s', (quote, texts, is) => {
  expect(isQuoted(quote, texts)).toBe(is)
})
