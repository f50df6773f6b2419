import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'

import type { EyeDiagram } from '../../../../../machines/previews/network/eye-diagram'
import { curveColors, useIsDark } from '../plots/curve-colors'
import { plotStyle } from '../plots/plot-style'

type EyePictureProps = { description: string; eye: EyeDiagram; mask: { height: number; width: number } }

/** The density of the eye over two unit intervals, the limits of its opening at the chosen error rate, and the mask. */
export function EyePicture({ description, eye, mask }: EyePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDark = useIsDark()
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    drawDensity(context, eye, isDark)
    drawLimits(context, eye, mask, isDark)
  }, [eye, mask, isDark])
  const { density } = eye
  return (
    <chakra.div css={plotStyle} minH="240px" role="img" aria-label={description}>
      <chakra.canvas
        ref={canvas}
        width={2 * SCALE * density.columns}
        height={SCALE * density.rows}
        w="full"
        h="full"
        maxH="420px"
      />
    </chakra.div>
  )
}

/** Canvas pixels per cell of the density. */
const SCALE = 4

function drawDensity(context: CanvasRenderingContext2D, { density }: EyeDiagram, isDark: boolean) {
  const { columns, rows, counts } = density
  const small = document.createElement('canvas')
  small.width = 2 * columns
  small.height = rows
  const painter = small.getContext('2d')
  if (!painter) return
  const image = painter.createImageData(small.width, small.height)
  const largest = Math.log1p(counts.reduce((most, count) => Math.max(most, count), 1))
  const [red, green, blue] = isDark ? [99, 167, 238] : [27, 95, 167]
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < image.width; x++) {
      // The eye is centered at the clock, with half of an adjacent eye on either side.
      const count = counts[(rows - 1 - y) * columns + ((x + columns / 2) % columns)] ?? 0
      const at = 4 * (y * image.width + x)
      image.data.set([red, green, blue, count === 0 ? 0 : 40 + (215 * Math.log1p(count)) / largest], at)
    }
  }
  painter.putImageData(image, 0, 0)
  const { width, height } = context.canvas
  context.clearRect(0, 0, width, height)
  context.drawImage(small, 0, 0, width, height)
}

function drawLimits(
  context: CanvasRenderingContext2D,
  { density, phases, openings }: EyeDiagram,
  mask: EyePictureProps['mask'],
  isDark: boolean,
) {
  const { width, height } = context.canvas
  const x = (phase: number) => (phase / 2 + 0.5) * width
  const y = (voltage: number) => height * (1 - (voltage - density.low) / (density.high - density.low))
  const [, limit = '', edge = ''] = curveColors(isDark)
  for (const { top, bottom, threshold } of openings) {
    context.strokeStyle = limit
    context.lineWidth = 3
    for (const side of [top, bottom]) {
      context.beginPath()
      phases.forEach((phase, at) => {
        if ((top[at] ?? 0) > (bottom[at] ?? 0)) context.lineTo(x(phase), y(side[at] ?? 0))
      })
      context.stroke()
    }
    context.strokeStyle = edge
    context.beginPath()
    context.moveTo(x(-mask.width / 2), y(threshold))
    context.lineTo(x(0), y(threshold + mask.height / 2))
    context.lineTo(x(mask.width / 2), y(threshold))
    context.lineTo(x(0), y(threshold - mask.height / 2))
    context.closePath()
    context.stroke()
  }
}
