import { describe, expect, test } from 'vitest'

import { type Colors, dark, light, paletteNames } from '../../../src/ui/theme/colors'

/** WCAG 2 relative luminance of #rrggbb. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
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

const grounds = ({ bg }: Colors) =>
  [
    ['bg', bg.base],
    ['bg.subtle', bg.subtle],
    ['bg.muted', bg.muted],
    ['bg.panel', bg.panel],
  ] as const

test('the contrast ratio of black on white is 21, and that of a known gray is 4.48', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_name, colors) => {
  test('text reaches 4.5:1 on every background', () => {
    const pairs = grounds(colors).flatMap(([name, ground]) => [
      [`fg on ${name}`, colors.fg.base, ground] as [string, string, string],
      [`fg.muted on ${name}`, colors.fg.muted, ground] as [string, string, string],
      [`fg.subtle on ${name}`, colors.fg.subtle, ground] as [string, string, string],
    ])
    expect(weakPairs([...pairs, ['fg.inverted on bg.inverted', colors.fg.inverted, colors.bg.inverted]], 4.5)).toEqual(
      [],
    )
  })

  test.each(paletteNames)('%s: text reaches 4.5:1 on solid and tinted fills and on every background', (name) => {
    const palette = colors.palettes[name]
    const pairs: [string, string, string][] = [
      ['contrast on solid', palette.contrast, palette.solid],
      ['fg on subtle', palette.fg, palette.subtle],
      ['fg on muted', palette.fg, palette.muted],
      ['text on subtle', colors.fg.base, palette.subtle],
      ...grounds(colors).map(([ground, value]): [string, string, string] => [`fg on ${ground}`, palette.fg, value]),
    ]
    expect(weakPairs(pairs, 4.5)).toEqual([])
  })

  test.each(paletteNames)('%s: fills, outlines and focus rings of controls reach 3:1', (name) => {
    const palette = colors.palettes[name]
    const pairs = grounds(colors).flatMap(([ground, value]): [string, string, string][] => [
      [`solid on ${ground}`, palette.solid, value],
      [`border on ${ground}`, palette.border, value],
      [`focus ring on ${ground}`, palette.focusRing, value],
    ])
    expect(weakPairs(pairs, 3)).toEqual([])
  })

  test('the outline of a control reaches 3:1 and the storage bar stands out from its track', () => {
    const control = grounds(colors).map(([name, value]): [string, string, string] => [
      `border.control on ${name}`,
      colors.border.control,
      value,
    ])
    const bars = (['primary', 'warning', 'error'] as const).map((name): [string, string, string] => [
      `${name} on its track`,
      colors.palettes[name].solid,
      colors.bg.emphasized,
    ])
    expect(weakPairs([...control, ...bars], 3)).toEqual([])
  })
})
