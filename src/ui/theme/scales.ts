import { defineTokens } from '@chakra-ui/react/styled-system'

/**
 * Spacing, sizes, typography and motion. Names follow Chakra's, so that its recipes and prop types work. Only the steps
 * in use are defined, because every token adds a line of CSS to each prerendered page. One unit is 4 px.
 */
const units = [
  0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72,
  80, 96,
] as const

const values = <Name extends string | number>(entries: readonly (readonly [Name, string | number])[]) =>
  Object.fromEntries(entries.map(([name, value]) => [name, { value }])) as Record<Name, { value: string }>

const steps = values(units.map((unit) => [unit, `${unit * 0.25}rem`] as const))

export const tokens = defineTokens({
  spacing: steps,
  sizes: {
    ...steps,
    ...values([
      ['xs', '20rem'],
      ['sm', '24rem'],
      ['md', '28rem'],
      ['lg', '32rem'],
      ['xl', '36rem'],
      ['2xl', '42rem'],
      ['3xl', '48rem'],
      ['4xl', '56rem'],
      ['5xl', '64rem'],
      ['6xl', '72rem'],
      ['7xl', '80rem'],
      ['full', '100%'],
      ['fit', 'fit-content'],
      ['min', 'min-content'],
      ['max', 'max-content'],
      // About 66 characters. The unit is not `ch`, which would change when the font arrives.
      ['prose', '43.75em'],
    ]),
  },
  fonts: values([
    ['body', "'Geist Variable', 'Geist Fallback', system-ui, sans-serif"],
    ['heading', "'Geist Variable', 'Geist Fallback', system-ui, sans-serif"],
    ['mono', "'Geist Mono Variable', ui-monospace, 'Cascadia Mono', 'Liberation Mono', monospace"],
  ]),
  fontSizes: values([
    ['2xs', '0.6875rem'],
    ['xs', '0.75rem'],
    ['sm', '0.875rem'],
    ['md', '1rem'],
    ['lg', '1.125rem'],
    ['xl', '1.25rem'],
    ['2xl', '1.5rem'],
    ['3xl', '1.875rem'],
    ['4xl', '2.25rem'],
    ['5xl', '3rem'],
    ['6xl', '3.75rem'],
  ]),
  fontWeights: values([
    ['normal', '400'],
    ['medium', '500'],
    ['semibold', '600'],
    ['bold', '700'],
  ]),
  lineHeights: values([
    ['shorter', '1.25'],
    ['short', '1.375'],
    ['moderate', '1.5'],
    ['tall', '1.65'],
  ]),
  radii: values([
    ['none', '0'],
    ['xs', '3px'],
    ['sm', '4px'],
    ['md', '6px'],
    ['lg', '10px'],
    ['xl', '14px'],
    ['full', '9999px'],
  ]),
  zIndex: values([
    ['base', 0],
    ['docked', 10],
    ['dropdown', 1000],
    ['sticky', 1100],
    ['overlay', 1300],
    ['modal', 1400],
    ['popover', 1500],
    ['skipNav', 1600],
    ['toast', 1700],
    ['tooltip', 1800],
  ]),
  durations: values([
    ['faster', '100ms'],
    ['fast', '120ms'],
    ['moderate', '180ms'],
    ['slow', '240ms'],
    ['slowest', '700ms'],
  ]),
  animations: values([
    ['spin', 'spin 700ms linear infinite'],
    ['pulse', 'pulse 2s cubic-bezier(0.4, 0, 0.6, 1) infinite'],
  ]),
  cursor: values([
    ['button', 'pointer'],
    ['checkbox', 'pointer'],
    ['disabled', 'not-allowed'],
  ]),
})

const style = (fontSize: string, lineHeight: string, letterSpacing?: string) => ({
  value: letterSpacing ? { fontSize, lineHeight, letterSpacing } : { fontSize, lineHeight },
})

export const textStyles = {
  '2xs': style('2xs', '1rem'),
  xs: style('xs', '1rem'),
  sm: style('sm', '1.25rem'),
  md: style('md', '1.5rem'),
  lg: style('lg', '1.75rem'),
  xl: style('xl', '1.75rem', '-0.01em'),
  '2xl': style('2xl', '2rem', '-0.015em'),
  '3xl': style('3xl', '2.375rem', '-0.02em'),
  '4xl': style('4xl', '2.625rem', '-0.025em'),
  '5xl': style('5xl', '3.25rem', '-0.03em'),
  '6xl': style('6xl', '4rem', '-0.035em'),
  /** Tabular figures for prices, sizes and dates in columns. */
  figures: { value: { fontVariantNumeric: 'lining-nums tabular-nums' } },
  /** The small line above a heading, set like a silkscreen legend. */
  legend: { value: { fontFamily: 'mono', fontSize: 'xs', lineHeight: '1rem', letterSpacing: '0.06em' } },
}

/** The keyframes that Chakra's recipes and our components refer to by name. */
export const keyframes = {
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: '0.5' } },
  'fade-in': { from: { opacity: 0 }, to: { opacity: 1 } },
  'fade-out': { from: { opacity: 1 }, to: { opacity: 0 } },
  'scale-in': { from: { scale: '0.97' }, to: { scale: '1' } },
  'scale-out': { from: { scale: '1' }, to: { scale: '0.97' } },
  position: { from: { insetInlineStart: 'var(--animate-from-x)' }, to: { insetInlineStart: 'var(--animate-to-x)' } },
}
