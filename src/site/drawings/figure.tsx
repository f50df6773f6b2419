import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

/** A drawing with a description in place of a picture's alternative text. Colours come from the theme. */
export function Figure({ label, width, height, children }: FigureProps) {
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height="auto"
      fill="none"
      fontFamily="mono"
      fontSize={`${width / 32}px`}
    >
      {children}
    </chakra.svg>
  )
}

type FigureProps = { label: string; width: number; height: number; children: ReactNode }

/** Small lettering in a drawing. The ground behind it may be any of the theme's. */
export const Note = chakra('text', { base: { fill: 'fg.muted' } })

/** A thin line of an axis or a grid. */
export const Hair = chakra('path', { base: { stroke: 'border.emphasized', strokeWidth: '1' } })
