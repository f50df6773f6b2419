import { describe, expect, test } from 'vitest'

import {
  lengthText,
  sectionOf,
  type StackupLayer,
  totalThickness,
} from '../../../../machines/previews/stackup/stackup-section'

describe('the cross-section of a stackup', () => {
  const layer = (more: Partial<StackupLayer>): StackupLayer => ({
    name: '',
    type: 'copper',
    thickness: null,
    material: null,
    dk: null,
    df: null,
    copperWeight: null,
    ...more,
  })
  const stackup = {
    layers: [
      layer({ name: 'F.Paste', type: 'solderpaste', thickness: 0.1 }),
      layer({ name: 'F.Cu', thickness: 0.035 }),
      layer({ name: 'core', type: 'core', thickness: 1.2 }),
      layer({ name: 'B.Cu' }),
    ],
  }

  test('adds up the layers that are part of the board', () => {
    expect(totalThickness(stackup)).toBeCloseTo(1.235, 9)
    expect(totalThickness({ layers: [layer({})] })).toBeNull()
    expect([
      lengthText(1.235, 'mm'),
      lengthText(0.035, 'µm'),
      lengthText(0.0254, 'mil'),
      lengthText(null, 'mm'),
    ]).toEqual(['1.235', '35', '1', '–'])
  })

  test('draws thicker layers taller, and every layer below the previous one', () => {
    const { layers, height } = sectionOf(stackup)
    const [, copper, core, unknown] = layers
    expect(core!.height).toBeGreaterThan(copper!.height)
    expect(core!.top).toBe(copper!.top + copper!.height)
    expect(unknown!.top + unknown!.height).toBe(height)
  })
})
