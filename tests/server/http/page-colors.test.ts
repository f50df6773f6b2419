import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { dark, light, type Colors } from '../../../src/ui/theme/colors'

const css = readFileSync(new URL('../../../server/http/page.css', import.meta.url), 'utf8')

/** What each color of the server's pages is called on the site. */
const names: Record<string, (colors: Colors) => string> = {
  ground: ({ bg }) => bg.base,
  surface: ({ bg }) => bg.panel,
  ink: ({ fg }) => fg.base,
  muted: ({ fg }) => fg.muted,
  line: ({ border }) => border.control,
  hairline: ({ border }) => border.base,
  mask: ({ palettes }) => palettes.primary.solid,
  'mask-strong': ({ palettes }) => palettes.primary.fg,
  'on-mask': ({ palettes }) => palettes.primary.contrast,
  copper: ({ palettes }) => palettes.accent.solid,
  error: ({ palettes }) => palettes.error.fg,
  'error-ground': ({ palettes }) => palettes.error.subtle,
  'note-ground': ({ palettes }) => palettes.primary.subtle,
}

test('the pages of the server have the colors of the site, in both themes', () => {
  const used = [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)]
    .filter(([, name]) => !name?.startsWith('board'))
    .map(([, name, ...themes]) => [name, ...themes])
  expect(used).toEqual(Object.entries(names).map(([name, of]) => [name, of(light), of(dark)]))
})
