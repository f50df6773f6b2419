import type { PadShape } from '../board/board-builder'
import {
  boxContour,
  corneredContour,
  diamondContour,
  ellipseContour,
  ovalContour,
  roundContour,
  triangleContour,
} from '../board/contours'
import type { Points } from '../board/curves'
import type { Drawing } from '../board/drawing'

const shaped = (shape: string, [width = 0, height = width]: number[], roundness = 0): Drawing => ({
  shape: { shape, width, height, roundness } satisfies PadShape,
})
const area = (...contours: Points[]): Drawing => ({ areas: [contours] })

type Sizes = [number, number, number]

/** The outer shape of each standard symbol and its holes. Sizes are in mm. */
const symbols: Record<string, (sizes: Sizes, corners: string) => Drawing> = {
  r: ([size]) => shaped('circle', [size]),
  s: ([size]) => shaped('rect', [size]),
  rect: ([width, height]) => shaped('rect', [width, height]),
  oval: ([width, height]) => shaped('oval', [width, height]),
  el: ([width, height]) => area(ellipseContour(width, height)),
  di: ([width, height]) => area(diamondContour(width, height)),
  oct: (sizes) => area(corneredContour(sizes, '1234', false)),
  hex_l: ([width, height, cut]) => {
    const [x, y] = [width / 2, height / 2]
    return area([-x, 0, -x + cut, -y, x - cut, -y, x, 0, x - cut, y, -x + cut, y])
  },
  hex_s: ([width, height, cut]) => {
    const [x, y] = [width / 2, height / 2]
    return area([0, -y, x, -y + cut, x, y - cut, 0, y, -x, y - cut, -x, -y + cut])
  },
  tri: ([base, height]) => area(triangleContour(base, height)),
  donut_r: ([outer, inner]) => area(roundContour(outer), roundContour(inner)),
  donut_s: ([outer, inner]) => area(boxContour(outer, outer), boxContour(inner, inner)),
  donut_sr: ([outer, inner]) => area(boxContour(outer, outer), roundContour(inner)),
  donut_rc: ([width, height, line]) => area(boxContour(width, height), boxContour(width - 2 * line, height - 2 * line)),
  donut_o: ([width, height, line]) =>
    area(ovalContour(width, height), ovalContour(width - 2 * line, height - 2 * line)),
}

/**
 * A standard symbol, such as `r10`, `rect20x40xr5x12` or `donut_r60x30`. Sizes are in mils or micrometers, depending on
 * the units of the file. Null for symbols that are defined in the job, and for unsupported ones, such as thermals and
 * targets.
 */
export function standardSymbol(name: string, unit: number): Drawing | null {
  const [, kind = '', list = ''] = /^([a-z_]{1,10}?)(\d.{0,80})$/.exec(name) ?? []
  const draw = Object.hasOwn(symbols, kind) ? symbols[kind] : undefined
  const words = list.split('x')
  const special = kind === 'rect' ? /^([rc])([\d.]+)$/.exec(words[2] ?? '') : null
  // A donut with more sizes than its shape needs has rounded corners, which are not supported.
  if (!draw || (!special && words.length > (/^donut_s?[rs]$/.test(kind) ? 2 : 3))) return null
  const [width = Number.NaN, height = width, third = 0] = words.map((word) => Number(word.replace(/^[rc]/, '')) * unit)
  if (![width, height, third].every(Number.isFinite)) return null
  if (!special) return draw([width, height, third], '')
  if (special[1] === 'r' && words[3] === undefined) {
    return shaped('roundrect', [width, height], third / Math.max(1e-9, Math.min(width, height)))
  }
  return area(corneredContour([width, height, third], words[3] ?? '1234', special[1] === 'r'))
}
