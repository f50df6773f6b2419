import type { PadShape } from '../board/board-builder'

/**
 * The outer shape of a standard symbol, such as `r10`, `rect20x40xr5` or `donut_r60x30`. Sizes are in mils or micrometers,
 * depending on the units of the file. Null for a symbol that is defined in the job.
 */
export function symbolShape(name: string, unit: number): PadShape | null {
  const [, kind = '', sizes = ''] = /^([a-z_]+?)_?(\d.*)$/.exec(name) ?? []
  const [first = Number.NaN, second = first] = sizes.split('x').map(Number)
  const [width, height] = [first * unit, second * unit]
  if (!Number.isFinite(width) || !Number.isFinite(height)) return null
  const shaped = (shape: string, roundness = 0): PadShape => ({ shape, width, height, roundness })
  switch (kind) {
    case 'r':
    case 'donut_r':
    case 'thr':
    case 'ths':
      return { shape: 'circle', width, height: width, roundness: 0 }
    case 's':
    case 'donut_s':
      return { shape: 'rect', width, height: width, roundness: 0 }
    case 'rect': {
      const radius = Number(/xr([\d.]+)/.exec(sizes)?.[1] ?? 0) * unit
      return radius > 0 ? shaped('roundrect', radius / Math.max(1e-9, Math.min(width, height))) : shaped('rect')
    }
    case 'oval':
    case 'el':
      return shaped('oval')
    case 'di':
    case 'oct':
    case 'hex_l':
    case 'hex_s':
    case 'tri':
      return shaped('rect')
    default:
      return null
  }
}
