import type { PadShape } from '../board/board-builder'
import { numberOf } from './ipc2581-stackup'

type Attributes = Record<string, string>

const length = (value: string | undefined, unit: number) => Math.abs(numberOf(value) ?? 0) * unit
const round = (size: number): PadShape => ({ shape: 'circle', width: size, height: size, roundness: 0 })

function box(shape: string, { width, height }: Attributes, unit: number): PadShape {
  return { shape, width: length(width, unit), height: length(height, unit), roundness: 0 }
}

/** The outer shapes of the standard primitives. Shapes that pads do not support are approximated. */
const shapes: Record<string, (attributes: Attributes, unit: number) => PadShape> = {
  Circle: ({ diameter }, unit) => round(length(diameter, unit)),
  Donut: ({ outerDiameter }, unit) => round(length(outerDiameter, unit)),
  Thermal: ({ outerDiameter }, unit) => round(length(outerDiameter, unit)),
  Butterfly: ({ diameter, side }, unit) => round(length(diameter ?? side, unit)),
  Octagon: ({ length: size }, unit) => round(length(size, unit)),
  Hexagon: ({ length: size }, unit) => round(length(size, unit)),
  Moire: ({ diameter }, unit) => round(length(diameter, unit)),
  Ellipse: (attributes, unit) => box('oval', attributes, unit),
  Oval: (attributes, unit) => box('oval', attributes, unit),
  RectCenter: (attributes, unit) => box('rect', attributes, unit),
  RectCham: (attributes, unit) => box('rect', attributes, unit),
  Diamond: (attributes, unit) => box('rect', attributes, unit),
  RectCorner: ({ lowerLeftX, lowerLeftY, upperRightX, upperRightY }, unit) => ({
    shape: 'rect',
    width: Math.abs((numberOf(upperRightX) ?? 0) - (numberOf(lowerLeftX) ?? 0)) * unit,
    height: Math.abs((numberOf(upperRightY) ?? 0) - (numberOf(lowerLeftY) ?? 0)) * unit,
    roundness: 0,
  }),
  RectRound: (attributes, unit) => {
    const shape = box('roundrect', attributes, unit)
    const shorter = Math.min(shape.width, shape.height)
    return { ...shape, roundness: shorter > 0 ? length(attributes.radius, unit) / shorter : 0 }
  },
}

/** The shape that an element describes; null if the element is not a standard primitive. */
export function standardShape(name: string, attributes: Attributes, unit: number): PadShape | null {
  return Object.hasOwn(shapes, name) ? (shapes[name]?.(attributes, unit) ?? null) : null
}
