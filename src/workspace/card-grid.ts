import { chakra } from '@chakra-ui/react/styled-system'

import { storageStyle } from '../ui/storage-bar'

/** All cards have one height, so that a list of any length knows where each of them stands. */
export const cardHeight = 316
export const cardGap = 20
/** No card is narrower than this while there is room. */
export const cardWidth = 304

/** The ground of the cards, with the style of all that is in them: one styled element instead of thousands. */
export const CardGrid = chakra('div', {
  base: {
    ...storageStyle,
    position: 'relative',
    '& .row': { position: 'absolute', top: '0', insetInline: '0', display: 'grid', gap: `${cardGap}px` },
    '& .card': {
      display: 'flex',
      flexDirection: 'column',
      gap: '4',
      height: `${cardHeight}px`,
      minW: '0',
      p: '5',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'l3',
      cursor: 'default',
      transition: 'border-color 120ms, box-shadow 120ms',
      _hover: { borderColor: 'border.emphasized', boxShadow: 'sm' },
      _focusVisible: { outline: '2px solid', outlineColor: 'primary.focusRing', outlineOffset: '2px' },
      '&[data-selected], &[data-selected]:hover': {
        borderColor: 'primary.solid',
        boxShadow: '0 0 0 1px var(--chakra-colors-primary-solid)',
      },
    },
    '& .card.local': { bg: 'bg.subtle' },
    '& .card.local:not([data-selected])': { borderStyle: 'dashed', borderColor: 'warning.border' },
    '& .legend': {
      display: 'flex',
      alignItems: 'center',
      gap: '1.5',
      minH: '5',
      mb: '-2',
      textStyle: 'legend',
      color: 'fg.muted',
      '& strong': { color: 'warning.fg', fontWeight: 'semibold' },
      '& .mark': { ms: 'auto', color: 'primary.solid' },
    },
    '& .words': { flex: '1', minH: '0', overflow: 'hidden', display: 'flex', flexDirection: 'column', gap: '1' },
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
    '& .notes': { textStyle: 'sm', color: 'fg.muted', overflowWrap: 'anywhere', lineClamp: '2', flexShrink: '0' },
    '& dl': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      columnGap: '4',
      rowGap: '1',
      textStyle: 'sm',
      '& div': { display: 'flex', gap: '2', minW: '0' },
      '& div:last-of-type': { flex: '1 0 100%' },
      '& dt': { color: 'fg.muted', flexShrink: '0' },
      '& dd': { truncate: true, textStyle: 'figures' },
    },
    '& .reason': {
      display: 'flex',
      gap: '2',
      textStyle: 'sm',
      overflow: 'auto',
      maxH: '24',
      '& svg': { flexShrink: '0', color: 'warning.fg' },
      '& strong': { display: 'block', fontWeight: 'semibold' },
    },
    '& .actions': { display: 'flex', gap: '2' },
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
      transition: 'background 120ms',
      _hover: { bg: 'bg.muted' },
      _disabled: { layerStyle: 'disabled' },
      _focusVisible: { outline: '2px solid', outlineColor: 'primary.focusRing', outlineOffset: '2px' },
      '&:first-of-type': { flex: '1' },
      '&.danger': { color: 'error.fg', _hover: { bg: 'error.subtle', borderColor: 'error.border' } },
    },
  },
})
