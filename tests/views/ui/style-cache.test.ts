// @vitest-environment jsdom
import type { EmotionCache } from '@emotion/cache'
import { afterEach, expect, test } from 'vitest'

import { createPageCache, createStyleCache, hasGlobalStyles } from '../../../src/ui/theme/style-cache'

afterEach(() => document.head.replaceChildren())

function insert(cache: EmotionCache, name: string, styles: string) {
  if (cache.inserted[name] === undefined) cache.insert(`.css-${name}`, { name, styles }, cache.sheet, true)
  return cache.sheet.tags.flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])].map(({ cssText }) => oneLine(cssText)))
}
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

test('the styles of a recipe are in no layer, and all others are more specific', () => {
  const rules = insert(
    createStyleCache(),
    'x1',
    `color:red;& .own,& .other{color:red;}@media (min-width: 1px){&{color:red;}}
    @layer recipes{color:blue;&:hover{color:blue;}& th,& td{color:blue;}@media (min-width: 1px){& th,& td{color:blue;}}}
    @media (min-width: 2px){@layer recipes{color:green;}}`,
  )
  expect(rules).toEqual([
    '.css-x1:not(#_) { color: red; }',
    '.css-x1:not(#_) .own,.css-x1:not(#_) .other { color: red; }',
    '@media (min-width: 1px) { .css-x1:not(#_) { color: red; } }',
    '.css-x1 { color: blue; }',
    '.css-x1:hover { color: blue; }',
    '.css-x1 th,.css-x1 td { color: blue; }',
    '@media (min-width: 1px) { .css-x1 th,.css-x1 td { color: blue; } }',
    '@media (min-width: 2px) { .css-x1 { color: green; } }',
  ])
})

test('properties that some browsers know with a prefix have both names, and others only their own', () => {
  const cache = createStyleCache()
  Object.assign(cache.sheet, { isSpeedy: false })
  insert(cache, 'x1', 'user-select:none;display:flex;')
  const [style] = cache.sheet.tags
  expect(style?.textContent).toBe('.css-x1:not(#_){-webkit-user-select:none;user-select:none;display:flex;}')
})

test('the global styles keep their layers', () => {
  const cache = createStyleCache()
  cache.insert('', { name: 'g', styles: '@layer base{html{color:green;}}' }, cache.sheet, true)
  expect(cache.sheet.tags.map(({ textContent, sheet }) => textContent || sheet?.cssRules[0]?.cssText).join('')).toMatch(
    /^@layer base/,
  )
})

test('prerendered styles stay where they are, and are not added again', () => {
  expect(hasGlobalStyles()).toBe(false)
  const style = document.createElement('style')
  style.dataset['styles'] = 'x1 x2'
  document.head.append(style, document.createElement('title'))
  const moved: Node[] = []
  const observer = new MutationObserver((changes) =>
    moved.push(...changes.flatMap(({ removedNodes }) => [...removedNodes])),
  )
  observer.observe(document.head, { childList: true })
  const cache = createPageCache()
  expect(hasGlobalStyles()).toBe(true)
  expect(insert(cache, 'x2', 'color:red;')).toEqual([])
  expect(insert(cache, 'x3', 'color:red;')).toEqual(['.css-x3:not(#_) { color: red; }'])
  moved.push(...observer.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]))
  expect(moved).toEqual([])
})
