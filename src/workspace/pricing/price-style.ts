import { chakra } from '@chakra-ui/react/styled-system'

/** A window with room for the selection beside the list. */
const wide = '@media (min-width: 1024px) and (min-height: 641px)'

const card = { p: '6', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'xl', boxShadow: 'sm' } as const

/**
 * Keeps a focused control clear of the total at the bottom. The controls of the total itself must not have this margin,
 * because focusing them would scroll the page.
 */
const clearOfTotal = { '@media (min-height: 400px)': { scrollMarginBottom: '32' } }

/** The page of a board with its price. */
export const Frame = chakra('section', {
  base: {
    bg: 'bg.subtle',
    borderBottomWidth: '1px',
    '&[data-over]': { boxShadow: 'inset 0 0 0 3px {colors.primary.solid}' },
    '& > div': {
      maxW: '1264px',
      mx: 'auto',
      '--gutter': { base: 'spacing.4', md: 'spacing.6', lg: 'spacing.8' },
      px: 'var(--gutter)',
      py: { base: '8', md: '12' },
      minH: '60dvh',
    },
    '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4' },
    '& .head + *': { mt: '4' },
    '& .facts': { color: 'fg.muted', textStyle: 'sm', fontVariantNumeric: 'tabular-nums' },
    '& .facts + .facts': { mt: '1' },
    '& .facts a': { textDecoration: 'underline', color: 'fg' },
    '& .facts + button': { mt: '4' },
    '& .head :is(a, button, input), & .facts a, & .facts + button': clearOfTotal,
    '& .columns': {
      mt: '6',
      [wide]: { display: 'grid', alignItems: 'start', gap: '10', gridTemplateColumns: 'minmax(0, 1fr) 22rem' },
    },
  },
})

export const Found = chakra('section', {
  base: {
    '& h2': { textStyle: 'lg', fontWeight: 'semibold' },
    '& h3': { mt: '6', mb: '2', textStyle: 'legend', color: 'accent.fg' },
    '& p': { mt: '2', color: 'fg.muted' },
    '& .note': { mt: '0', mb: '2', textStyle: 'sm' },
    '& ul': { display: 'grid', gap: '2' },
    '& :is(a, button, input)': clearOfTotal,
  },
})

export const OfferRow = chakra('li', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    overflowWrap: 'anywhere',
    _hover: { borderColor: 'border.control' },
    '&:has(:checked)': { borderColor: 'primary.solid', boxShadow: 'inset 0 0 0 1px {colors.primary.solid}' },
    // Forced colors show neither the border color nor the shadow.
    '@media (forced-colors: active)': { '&:has(:checked)': { outline: '2px solid Highlight', outlineOffset: '-2px' } },
    '& label, & > div': {
      display: 'grid',
      gridTemplateColumns: '1.25rem minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: '4',
      rowGap: '1',
      p: '4',
      minH: '11',
    },
    '& > div': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
    '& label': { cursor: 'pointer' },
    '& input': { w: '1.25rem', h: '1.25rem', accentColor: '{colors.primary.solid}', m: '0' },
    '& .title': { fontWeight: 'medium' },
    '& .price': { textStyle: 'figures', fontWeight: 'semibold' },
    '& .simulation': { gridColumn: '2 / -1', textStyle: 'sm' },
    '& .reason': { gridColumn: '2 / -1', color: 'fg.muted', textStyle: 'sm' },
    '& > div .reason': { gridColumn: '1' },
    '& > div a': { gridColumn: '2', gridRow: '1 / span 2' },
  },
})

/** The selection: beside the list in a wide window; otherwise, the total at the bottom and a card below the list. */
export const Choice = chakra('aside', {
  base: {
    display: 'contents',
    textStyle: 'sm',
    color: 'fg.muted',
    [wide]: { ...card, display: 'block', position: 'sticky', top: '20' },
  },
})

/** The total and the button to continue, which remain visible while the list is scrolled. */
export const Sum = chakra('div', {
  base: {
    zIndex: 'docked',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '3',
    margin: '1.5rem calc(-1 * var(--gutter))',
    padding: '0.75rem var(--gutter)',
    bg: 'bg.panel',
    borderTopWidth: '1px',
    borderBottomWidth: '1px',
    // A shorter window has no room for sticky parts.
    '@media (min-height: 400px)': { position: 'sticky', bottom: '0' },
    '& .count': { gridColumn: '1', fontWeight: 'medium', color: 'fg' },
    '& .total': {
      gridColumn: '1',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      columnGap: '2',
      textStyle: 'xl',
      fontWeight: 'semibold',
      fontVariantNumeric: 'tabular-nums',
      color: 'fg',
    },
    '& .total span': { textStyle: 'sm', fontWeight: 'normal', color: 'fg.muted' },
    '& button': { gridColumn: '2', gridRow: '1 / span 2', px: '4' },
    '& .next': { gridColumn: '1 / -1', textStyle: 'xs', textAlign: 'end' },
    [wide]: {
      position: 'static',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '3',
      margin: '0',
      padding: '0',
      border: 'none',
      '& .total': { justifyContent: 'space-between', fontSize: '2rem', lineHeight: '1.2' },
      '& button': { gridColumn: '1', gridRow: 'auto' },
      '& .next': { mt: '-1', textAlign: 'start' },
    },
  },
})

/** Information about the selection, and further actions. */
export const Rest = chakra('div', {
  base: {
    ...card,
    display: 'grid',
    gap: '3',
    '& .small': { textStyle: 'xs' },
    [wide]: { mt: '3', p: '0', border: 'none', boxShadow: 'none', bg: 'transparent' },
  },
})
