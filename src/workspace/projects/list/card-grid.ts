import { chakra } from '@chakra-ui/react/styled-system'

import { menuStyle } from '../../../ui/menu'
import { storageStyle } from '../../../ui/storage-bar'
import { statusStyles } from './project-status-dot'

/** All cards have the same height, so that the position of each card can be calculated in a list of any length. */
export const cardHeight = 444
export const cardGap = 20
/** The minimum width of a card, unless the window is narrower. */
export const cardWidth = 304

/** Wraps the cards and styles their contents: one styled element instead of thousands. */
export const CardGrid = chakra('div', {
  base: {
    ...storageStyle,
    ...menuStyle,
    '& [role=feed]': { position: 'relative' },
    '& .row': { position: 'absolute', insetInline: '0', display: 'grid', gap: `${cardGap}px` },
    '& .card': {
      display: 'flex',
      flexDirection: 'column',
      height: `${cardHeight}px`,
      minW: '0',
      p: '5',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'l3',
      cursor: 'default',
      '@media (pointer: coarse)': { p: '4' },
      transition: 'border-color 120ms, box-shadow 120ms',
      _hover: { borderColor: 'border.emphasized', boxShadow: 'sm' },
      _focusVisible: { outline: '2px solid', outlineColor: 'primary.focusRing', outlineOffset: '2px' },
      '&[data-selected], &[data-selected]:hover': {
        borderColor: 'primary.solid',
        boxShadow: '0 0 0 1px var(--chakra-colors-primary-solid)',
        _highContrast: { borderWidth: '3px' },
      },
    },
    // Reaches to the edges of the card.
    '& .picture': {
      display: 'grid',
      // Without a fixed row, a picture would keep its own height and be cut off.
      gridTemplateRows: '104px',
      placeItems: 'center',
      flexShrink: '0',
      mt: '-5',
      mx: '-5',
      mb: '4',
      '@media (pointer: coarse)': { mt: '-4', mx: '-4' },
      bg: 'bg.muted',
      color: 'fg.subtle',
      borderTopRadius: 'l3',
      overflow: 'hidden',
      '& img': { w: 'full', h: 'full', objectFit: 'contain', bg: '#000020' },
    },
    '& .card.local': { bg: 'bg.subtle' },
    '& .card.local:not([data-selected])': { borderStyle: 'dashed', borderColor: 'warning.border' },
    // Icons clip their content by default. Without clipping, the browser paints the page in fewer layers.
    '& svg': { overflow: 'visible', flexShrink: '0' },
    '& .legend': {
      display: 'flex',
      alignItems: 'center',
      gap: '1.5',
      minH: '5',
      mb: '2',
      textStyle: 'legend',
      color: 'fg.muted',
      '& strong': { color: 'warning.fg', fontWeight: 'semibold' },
      '& [aria-label=Selected]': { ms: 'auto', color: 'primary.solid' },
    },
    '& .name': {
      textStyle: 'lg',
      fontWeight: 'semibold',
      textAlign: 'start',
      overflowWrap: 'anywhere',
      lineClamp: '2',
      cursor: 'pointer',
      borderRadius: 'l1',
      _hover: { color: 'primary.fg' },
      _focusVisible: { outline: '2px solid', outlineColor: 'primary.focusRing', outlineOffset: '-2px' },
    },
    // Matches the height of the visible lines. In a taller box, the clamped lines would show below the ellipsis.
    '& .notes': {
      flexShrink: '0',
      mt: '1',
      mb: '3',
      textStyle: 'sm',
      color: 'fg.muted',
      overflowWrap: 'anywhere',
      lineClamp: '2',
    },
    '& dl': { display: 'flex', flexWrap: 'wrap', columnGap: '3', mt: 'auto', textStyle: 'sm' },
    '& dl > div': { display: 'flex', gap: '2', minW: '0' },
    '& .hidden': { srOnly: true },
    '& dt': { color: 'fg.muted' },
    '& dd': { textStyle: 'figures', truncate: true },
    '& .creator': { flexBasis: 'full' },
    ...statusStyles,
    '& .reason': {
      display: 'flex',
      gap: '2',
      textStyle: 'sm',
      overflow: 'auto',
      maxH: '24',
      mt: '4',
      '& svg': { color: 'warning.fg' },
      '& strong': { display: 'block', fontWeight: 'semibold' },
    },
    '& .storage, & .actions': { mt: '4' },
    '& .actions': { display: 'flex', gap: '2' },
    '& .actions > .action:first-of-type': { flex: '1' },
    '& .action': {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '2',
      h: '9',
      minW: '9',
      px: '2',
      flexShrink: '0',
      textStyle: 'sm',
      fontWeight: 'medium',
      borderWidth: '1px',
      borderColor: 'border.control',
      borderRadius: 'l2',
      cursor: 'pointer',
      '@media (pointer: coarse)': { h: '11', minW: '11' },
      transition: 'background 120ms',
      _hover: { bg: 'bg.muted' },
      _disabled: { layerStyle: 'disabled' },
      _focusVisible: { outline: '2px solid', outlineColor: 'primary.focusRing', outlineOffset: '2px' },
      '&.danger': { color: 'error.fg', _hover: { bg: 'error.subtle', borderColor: 'error.border' } },
    },
  },
})
