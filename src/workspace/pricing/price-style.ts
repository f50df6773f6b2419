import { chakra } from '@chakra-ui/react/styled-system'

/** The page of a board with its price. */
export const Frame = chakra('section', {
  base: {
    bg: 'bg.subtle',
    borderBottomWidth: '1px',
    '&[data-over]': { boxShadow: 'inset 0 0 0 3px {colors.primary.solid}' },
    '& > div': {
      maxW: '1264px',
      mx: 'auto',
      px: { base: '4', md: '6', lg: '8' },
      py: { base: '8', md: '12' },
      minH: '60dvh',
    },
    '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4' },
    '& .head + *': { mt: '4' },
    '& .facts': { color: 'fg.muted', textStyle: 'sm', fontVariantNumeric: 'tabular-nums' },
    '& .facts + .facts': { mt: '1' },
    '& .facts a': { textDecoration: 'underline', color: 'fg' },
    '& .facts + button': { mt: '4' },
    '& .columns': {
      display: 'grid',
      alignItems: 'start',
      gap: { base: '6', lg: '10' },
      mt: '6',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 22rem' },
    },
  },
})

export const Found = chakra('section', {
  base: {
    '& h2': { textStyle: 'lg', fontWeight: 'semibold' },
    '& h3': { mt: '6', mb: '2', textStyle: 'legend', color: 'accent.fg' },
    '& p': { mt: '2', color: 'fg.muted' },
    '& ul': { display: 'grid', gap: '2' },
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
    '& .reason': { gridColumn: '2 / -1', color: 'fg.muted', textStyle: 'sm' },
    '& > div .reason': { gridColumn: '1' },
    '& > div a': { gridColumn: '2', gridRow: '1 / span 2' },
  },
})

export const Choice = chakra('aside', {
  base: {
    position: { lg: 'sticky' },
    top: '20',
    display: 'grid',
    gap: '3',
    p: '6',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
    boxShadow: 'sm',
    textStyle: 'sm',
    color: 'fg.muted',
    '& .count': { fontWeight: 'medium', color: 'fg' },
    '& .total': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      fontSize: '2rem',
      lineHeight: '1.2',
      fontWeight: 'semibold',
      fontVariantNumeric: 'tabular-nums',
      color: 'fg',
    },
    '& .total span': { textStyle: 'sm', fontWeight: 'normal', color: 'fg.muted' },
    '& .small': { textStyle: 'xs' },
    // A short window has no room for sticky parts.
    '@media (max-height: 640px)': { position: 'static' },
  },
})
