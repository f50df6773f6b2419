import { describe, expect, test } from 'vitest'

import { type MarkdownNode, readMarkdown } from '../../src/formats/markdown/markdown'
import { repliesWithDocument } from '../../src/formats/worker/documents-worker-protocol'

/** The elements and text content of a formatted document, in a short notation. */
const outline = (nodes: MarkdownNode[]): unknown[] =>
  nodes.map((node) => {
    if ('text' in node) return node.text
    if ('image' in node) return ['image', node.image]
    const { tag, children, ...rest } = node
    return [tag, ...(Object.keys(rest).length > 0 ? [rest] : []), ...outline(children)]
  })
const read = (text: string) => outline(readMarkdown(text))

describe('Markdown is read as', () => {
  test('headings, paragraphs and emphasis', () => {
    expect(read('# Stackup\n\nSix layers, *all* **copper** 35 µm.\nSee `L3` ~~L4~~.')).toEqual([
      ['h1', 'Stackup'],
      [
        'p',
        'Six layers, ',
        ['em', 'all'],
        ' ',
        ['strong', 'copper'],
        ' 35 µm.',
        '\n',
        'See ',
        ['code', 'L3'],
        ' ',
        ['s', 'L4'],
        '.',
      ],
    ])
  })

  test('lists, quotations, code and rules', () => {
    expect(read('3. three\n4. four\n   - nested\n\n> quoted\n\n```spice\n.subckt a b\n```\n\n---')).toEqual([
      ['ol', { start: 3 }, ['li', 'three'], ['li', 'four', ['ul', ['li', 'nested']]]],
      ['blockquote', ['p', 'quoted']],
      ['pre', '.subckt a b\n'],
      ['hr'],
    ])
  })

  test('tables with aligned columns', () => {
    expect(read('| Net | Ω |\n|---|--:|\n| CLK | 50 |')).toEqual([
      [
        'table',
        ['thead', ['tr', ['th', 'Net'], ['th', { align: 'right' }, 'Ω']]],
        ['tbody', ['tr', ['td', 'CLK'], ['td', { align: 'right' }, '50']]],
      ],
    ])
  })

  test('links to the web and to e-mail addresses', () => {
    expect(read('[page](https://example.com/a?b=1#c) [Pat](mailto:pat@example.com) https://example.com/x')).toEqual([
      [
        'p',
        ['a', { href: 'https://example.com/a?b=1#c' }, 'page'],
        ' ',
        ['a', { href: 'mailto:pat@example.com' }, 'Pat'],
        ' ',
        ['a', { href: 'https://example.com/x' }, 'https://example.com/x'],
      ],
    ])
  })
})

describe('a hostile text', () => {
  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:x)',
    '[a](file:///etc/passwd)',
    '[a](/workspace/projects)',
    '[a](//example.com/x)',
    '[a](https://)',
    '[a](blob:https://example.com/x)',
  ])('makes no link of %s', (text) => {
    expect(JSON.stringify(readMarkdown(text))).not.toContain('href')
  })

  test('shows HTML as text', () => {
    expect(read('<script>alert(1)</script> <img src=x onerror=alert(1)>')).toEqual([
      ['p', '<script>alert(1)</script> <img src=x onerror=alert(1)>'],
    ])
    expect(read('<div onclick="x">\n<b>hi</b>\n</div>')).toEqual([
      ['p', '<div onclick="x">', '\n', '<b>hi</b>', '\n', '</div>'],
    ])
  })

  test('shows the descriptions of its images, but not their URLs', () => {
    expect(read('![the *eye* at 16 GT/s](https://tracker.example/p.png "t")')).toEqual([
      ['p', ['image', 'the *eye* at 16 GT/s']],
    ])
  })

  test('cannot nest elements without limit', () => {
    const depthOf = (nodes: MarkdownNode[]): number =>
      1 + Math.max(0, ...nodes.map((node) => ('children' in node ? depthOf(node.children) : 0)))
    expect(depthOf(readMarkdown('>'.repeat(5000) + 'deep'))).toBeLessThan(60)
    expect(depthOf(readMarkdown('*a **b '.repeat(5000)))).toBeLessThan(60)
  })

  test('with too many parts is not formatted', async () => {
    const content = new Blob(['*a* '.repeat(10_000)])
    expect(await repliesWithDocument({ id: 1, about: 'markdown', content }).next()).toEqual({
      done: false,
      value: {
        id: 1,
        refused: {
          message: expect.stringMatching(/^Markdown, line 1: expected at most 20,000 .* found more\.$/) as string,
        },
      },
    })
  })
})
