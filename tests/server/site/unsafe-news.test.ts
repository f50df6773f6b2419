import { expect, test } from 'vitest'

import { plainHtmlRules } from '../../../machines/lib/plain-html'
import { unsafeNews } from '../../../scripts/unsafe-news.mjs'
import { news } from '../../../src/content/news'

test('the news items are safe', () => {
  expect(unsafeNews(news, plainHtmlRules)).toEqual([])
})

test('finds news with scripts, handlers and script addresses', () => {
  const contents = [
    '<p>Fine, with <strong>weight</strong> and <a href="https://example.com/">a link</a>.</p>',
    '<p>x</p><script>alert(1)</script>',
    '<img src="x" onerror="alert(1)">',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe src="https://example.com/"></iframe>',
    '<p style="position: fixed">x</p>',
  ]
  expect(
    unsafeNews(
      contents.map((content, id) => ({ id, content })),
      plainHtmlRules,
    ),
  ).toEqual([1, 2, 3, 4, 5])
})
