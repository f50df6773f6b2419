import type { Outline } from '../board/outline'

/** How a Gerber file writes coordinates: the digits before and after the decimal point, and its unit in mm. */
interface CoordinateFormat {
  integers: number
  decimals: number
  unit: number
}

const formatCommand = /^%*FS[LT]?A?X(\d)(\d)Y\1\2/
const unitCommand = /(?:^%*MO(MM|IN)|^%*G7([01]))$/
/** A command that draws, moves or selects an aperture. Comments are excluded. */
const drawing = /^(%*)(?:G0*[123](?!\d)|G3[67]|G54|D\d|[XYIJ][+-]?\d)/

/**
 * Inverts a negative Gerber image: the contours are filled, and what the file draws is cleared. The contours are those
 * of the board, in mm. `text` is one command per line, as drawableText returns it. Returns null if the file repeats its
 * content, or if its coordinates cannot express the contours.
 */
export function invertedText(text: string, contours: readonly Outline[]): string | null {
  const blocks = text.split('*\n')
  if (blocks.some((block) => /^%*SRX(?!1Y1(?!\d))/.test(block))) return null
  const format = formatOf(blocks)
  const lastOfHeader = blocks.findLastIndex((block) => formatCommand.test(block) || unitCommand.test(block))
  const start = blocks.findIndex((block, index) => index > lastOfHeader && drawing.test(block))
  if (!format || start < 0) return null
  const region = regionOf(contours, format)
  if (!region) return null
  const isClear =
    blocks
      .slice(0, start)
      .findLast((block) => /^%*LP[CD]/.test(block))
      ?.includes('LPC') ?? false
  const [, closing = ''] = drawing.exec(blocks[start] ?? '') ?? []
  const board = [`${closing}%LPD`, '%G01', 'G36', ...region, 'G37', `%LP${isClear ? 'D' : 'C'}`]
  const opposite = blocks.map((block) =>
    block.replace(/^(%*LP)([CD])/, (_, command: string, polarity: string) => command + (polarity === 'C' ? 'D' : 'C')),
  )
  const first = `%${(opposite[start] ?? '').slice(closing.length)}`
  return [...opposite.slice(0, start), ...board, first, ...opposite.slice(start + 1)].join('*\n')
}

function formatOf(blocks: string[]): CoordinateFormat | null {
  const [, integers, decimals] = blocks.map((block) => formatCommand.exec(block)).find(Boolean) ?? []
  const units = blocks.map((block) => unitCommand.exec(block)).filter((match) => match !== null)
  // The MO command takes precedence over the older G70 and G71.
  const [, stated, older] = units.find(([, name]) => name !== undefined) ?? units[0] ?? []
  if (integers === undefined || decimals === undefined || (!stated && !older)) return null
  return {
    integers: Number(integers),
    decimals: Number(decimals),
    unit: stated === 'IN' || older === '0' ? 25.4 : 1,
  }
}

/** The commands that draw the contours within a region; null if a coordinate has too many digits. */
function regionOf(contours: readonly Outline[], { integers, decimals, unit }: CoordinateFormat): string[] | null {
  const digits = integers + decimals
  const valueOf = (mm: number) => Math.round((mm / unit) * 10 ** decimals)
  if (contours.some(({ points }) => points.some((mm) => String(Math.abs(valueOf(mm))).length > digits))) return null
  const written = (mm: number) => {
    const value = valueOf(mm)
    // Because all digits are written, it does not matter which zeros the format omits.
    return `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(digits, '0')}`
  }
  return contours.flatMap(({ points }) => {
    const at = (index: number) => [written(points[index] ?? 0), written(points[index + 1] ?? 0)]
    const corners = Array.from({ length: points.length / 2 }, (_, corner) => at(2 * corner))
    return [...corners, at(0)].map(([x = '', y = ''], corner) => `X${x}Y${y}${corner === 0 ? 'D02' : 'D01'}`)
  })
}
