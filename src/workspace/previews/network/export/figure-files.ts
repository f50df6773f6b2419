import { csvOf } from '../../../../../machines/previews/csv-writer'
import type { Figure } from './figure'
import { type Mark, type Picture, pictureOf } from './figure-marks'

/** The values of a figure as comma-separated values, one row per point. */
export function figureCsv({ table }: Figure): string {
  const rows = Math.max(0, ...table.map(({ values }) => values.length))
  return csvOf([
    table.map(({ name }) => name),
    ...Array.from({ length: rows }, (_, row) => table.map(({ values }) => cellText(values[row]))),
  ])
}

const cellText = (value: number | string | undefined) =>
  value === undefined || Number.isNaN(value)
    ? ''
    : // Drops the rounding errors in the last digits.
      String(typeof value === 'number' ? Number(value.toPrecision(12)) : value)

/** A figure as an SVG picture with a title and a description. */
export function figureSvg(figure: Figure): string {
  const { width, height, marks } = pictureOf(figure)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif">`,
    `<title>${escaped(figure.title)}</title>`,
    `<desc>${escaped(figure.summary)}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...marks.map(svgMark),
    '</svg>\n',
  ].join('\n')
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (one) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt' }[one] ?? 'quot'};`)
const rounded = (value: number) => Number(value.toFixed(2))

function svgMark(mark: Mark): string {
  if (mark.kind === 'line') {
    const points = mark.points.map((point) => point.map(rounded).join(',')).join(' ')
    const dash = mark.isDashed ? ' stroke-dasharray="6 4"' : ''
    return `<polyline points="${points}" fill="none" stroke="${mark.color}" stroke-width="${mark.width}"${dash}/>`
  }
  const [x, y] = mark.at.map(rounded) as [number, number]
  if (mark.kind === 'rectangle') {
    const [width, height] = mark.size.map(rounded) as [number, number]
    const opacity = Number(mark.opacity.toFixed(3))
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${mark.color}" fill-opacity="${opacity}"/>`
  }
  const turned = mark.isUpward ? ` transform="rotate(-90 ${x} ${y})"` : ''
  return `<text x="${x}" y="${y}" font-size="${mark.size}" text-anchor="${mark.anchor}"${turned}>${escaped(mark.text)}</text>`
}

/** The number of canvas pixels per pixel of the picture. It is more than one to keep the picture sharp in documents. */
const SHARPNESS = 2

export async function figurePng(figure: Figure): Promise<Blob> {
  const picture = pictureOf(figure)
  const canvas = document.createElement('canvas')
  canvas.width = SHARPNESS * picture.width
  canvas.height = SHARPNESS * picture.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser cannot draw the picture.')
  context.scale(SHARPNESS, SHARPNESS)
  paint(context, picture)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))), 'image/png')
  })
}

function paint(context: CanvasRenderingContext2D, { width, height, marks }: Picture) {
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  for (const mark of marks) {
    context.save()
    if (mark.kind === 'line') {
      context.strokeStyle = mark.color
      context.lineWidth = mark.width
      context.setLineDash(mark.isDashed ? [6, 4] : [])
      context.beginPath()
      for (const [x, y] of mark.points) context.lineTo(x, y)
      context.stroke()
    } else if (mark.kind === 'rectangle') {
      context.fillStyle = mark.color
      context.globalAlpha = mark.opacity
      context.fillRect(...mark.at, ...mark.size)
    } else {
      context.fillStyle = '#000'
      context.font = `${mark.size}px sans-serif`
      context.textAlign = mark.anchor === 'middle' ? 'center' : mark.anchor
      context.translate(...mark.at)
      if (mark.isUpward) context.rotate(-Math.PI / 2)
      context.fillText(mark.text, 0, 0)
    }
    context.restore()
  }
}
