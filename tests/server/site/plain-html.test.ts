import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isPlainHtml, plainHtmlRules, plainTags } from '../../../machines/lib/plain-html'
import { unsafeNews } from '../../../scripts/unsafe-news.mjs'
import { plainHtmlOf } from '../../../server/site/plain-html'

/** Pieces of HTML that are known from attacks on sanitizers, and pieces that the staff write. */
const pieces = [
  ...plainTags.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
  ...['<script>', '</script>', '<style>', '</style>', '<svg>', '</svg>', '<math>', '<mtext>', '<mglyph>', '<template>'],
  ...[
    '<table>',
    '<tr>',
    '<td>',
    '<select>',
    '<option>',
    '<textarea>',
    '<title>',
    '<noscript>',
    '</noscript>',
    '<plaintext>',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<',
    '>',
    '"',
    "'",
    '&lt;',
    '&amp;',
    '&#106;',
    '\u00a0',
    ' ',
    '\n',
    'text',
    '=',
    '/',
  ],
  ...[
    '<a href="https://example.com/?a=1&b=<2>">',
    "<a href='/price'>",
    '<a href=javascript:alert(1)>',
    '<a href="&#9;x">',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    '<p onclick="alert(1)">',
    '<iframe srcdoc="<script>">',
    '<div id=x>',
    '<form>',
    '<input>',
  ],
]

test('nothing that a browser or DOMPurify would change remains, whatever was written', () => {
  const given = fc.sample(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), 1000).map((parts) => parts.join(''))
  const plain = given.map(plainHtmlOf)
  const changed = unsafeNews(
    plain.map((content, id) => ({ id, content })),
    plainHtmlRules,
  )
  expect(changed.map((id) => given[id])).toEqual([])
  expect(given.filter((_, id) => !isPlainHtml(plain[id] ?? ''))).toEqual([])
  expect(given.filter((_, id) => plainHtmlOf(plain[id] ?? '') !== plain[id])).toEqual([])
})

test('deep nesting does not end the server', () => {
  expect(isPlainHtml(plainHtmlOf('<b><p>'.repeat(800)))).toBe(true)
})

describe('the browser refuses', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<p onclick="alert(1)">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="https://example.com/" onclick="alert(1)">x</a>',
    '<a href="//example.com/">x</a>',
    '<a href=https://example.com/>x</a>',
    '<p>a < b</p>',
    '<!-- x -->',
    '<P/onclick=alert(1)>',
  ])('%s', (html) => {
    expect(isPlainHtml(html)).toBe(false)
  })

  test('a long text without delay', () => {
    expect(isPlainHtml(`${'<p>a</p>'.repeat(20_000)}<script>`)).toBe(false)
  })
})
