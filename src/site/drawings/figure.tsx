import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

/** An SVG drawing. `label` is its text alternative, and its colors come from the theme. */
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

/** A small label in a drawing, legible on every background of the theme. */
export const Note = chakra('text', { base: { fill: 'fg.muted' } })

/** A thin axis or grid line. */
export const Hair = chakra('path', { base: { stroke: 'border.emphasized', strokeWidth: '1' } })
