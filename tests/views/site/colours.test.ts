import { describe, expect, test } from 'vitest'

import { type Colours, dark, light, paletteNames } from '../../../src/ui/theme/colours'

/** WCAG 2 relative luminance of #rrggbb. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const weakPairs = (pairs: [name: string, front: string, ground: string][], least: number) =>
  pairs
    .filter(([, front, ground]) => contrast(front, ground) < least)
    .map(([name, front, ground]) => `${name} ${contrast(front, ground).toFixed(2)}`)

const grounds = ({ bg }: Colours) =>
  [
    ['bg', bg.base],
    ['bg.subtle', bg.subtle],
    ['bg.muted', bg.muted],
    ['bg.panel', bg.panel],
  ] as const

test('the contrast ratio of black on white is 21, and that of a known grey is 4.48', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_name, colours) => {
  test('text reaches 4.5:1 on every background', () => {
    const pairs = grounds(colours).flatMap(([name, ground]) => [
      [`fg on ${name}`, colours.fg.base, ground] as [string, string, string],
      [`fg.muted on ${name}`, colours.fg.muted, ground] as [string, string, string],
      [`fg.subtle on ${name}`, colours.fg.subtle, ground] as [string, string, string],
    ])
    expect(
      weakPairs([...pairs, ['fg.inverted on bg.inverted', colours.fg.inverted, colours.bg.inverted]], 4.5),
    ).toEqual([])
  })

  test.each(paletteNames)('%s: text reaches 4.5:1 on solid and tinted fills and on every background', (name) => {
    const palette = colours.palettes[name]
    const pairs: [string, string, string][] = [
      ['contrast on solid', palette.contrast, palette.solid],
      ['fg on subtle', palette.fg, palette.subtle],
      ['fg on muted', palette.fg, palette.muted],
      ['text on subtle', colours.fg.base, palette.subtle],
      ...grounds(colours).map(([ground, value]): [string, string, string] => [`fg on ${ground}`, palette.fg, value]),
    ]
    expect(weakPairs(pairs, 4.5)).toEqual([])
  })

  test.each(paletteNames)('%s: fills, outlines and focus rings of controls reach 3:1', (name) => {
    const palette = colours.palettes[name]
    const pairs = grounds(colours).flatMap(([ground, value]): [string, string, string][] => [
      [`solid on ${ground}`, palette.solid, value],
      [`border on ${ground}`, palette.border, value],
      [`focus ring on ${ground}`, palette.focusRing, value],
    ])
    expect(weakPairs(pairs, 3)).toEqual([])
  })

  test('the outline of a control reaches 3:1 and the storage bar stands out from its track', () => {
    const control = grounds(colours).map(([name, value]): [string, string, string] => [
      `border.control on ${name}`,
      colours.border.control,
      value,
    ])
    const bars = (['primary', 'warning', 'error'] as const).map((name): [string, string, string] => [
      `${name} on its track`,
      colours.palettes[name].solid,
      colours.bg.emphasized,
    ])
    expect(weakPairs([...control, ...bars], 3)).toEqual([])
  })
})
