import { chakra } from '@chakra-ui/react/styled-system'

/** Uses the text color in forced-colors mode. */
const forced = { '@media (forced-colors: active)': { '& *': { stroke: 'CanvasText' } } }

/**
 * The logo mark: a via seen from above, with two traces that leave it at 45 degrees as on a board, and one straight
 * down. The ring and the traces use theme colors. Drawn on a 32-unit grid.
 */
export function LogoMark({ size = '32px' }: { size?: string }) {
  return (
    <chakra.svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      flexShrink="0"
      fill="none"
      aria-hidden
      focusable="false"
      css={forced}
    >
      <chakra.g stroke="primary.solid" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M3 5 H6.5 L12 10.8" />
        <path d="M29 5 H25.5 L20 10.8" />
      </chakra.g>
      <chakra.path d="M16 22.5 V29" stroke="primary.solid" strokeWidth="3" strokeLinecap="round" />
      <chakra.circle cx="16" cy="15.5" r="6" stroke="accent.solid" strokeWidth="3" />
    </chakra.svg>
  )
}

/** The logo: the mark and the name. Only the name is its accessible name. */
export function Logo({ name }: { name: string }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2.5" fontWeight="semibold" textStyle="xl" color="fg">
      <LogoMark />
      {name}
    </chakra.span>
  )
}
