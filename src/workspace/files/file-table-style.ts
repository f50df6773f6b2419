import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'

import { lowScroller, lowWindow } from '../../ui/theme/accessibility-styles'
import { newMark } from '../../ui/theme/new-mark'

const style: SystemStyleObject = {
  flex: '1',
  minH: '0',
  overflow: 'auto',
  [lowWindow]: lowScroller,
  borderWidth: '1px',
  borderRadius: 'l2',
  textStyle: 'sm',
  '& .head .actions span': { srOnly: true },
  '& .head': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg.subtle', borderBottomWidth: '1px' },
  '& .body': { position: 'relative' },
  // Changes inside a row do not affect the layout around it.
  '& .body .row': {
    position: 'absolute',
    insetInline: '0',
    top: '0',
    borderBottomWidth: '1px',
    contain: 'size layout style',
  },
  '& .body .row:hover': { bg: 'bg.subtle' },
  '& .body .row[data-chosen]': {
    bg: 'primary.subtle',
    _highContrast: { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  '& .row': {
    display: 'grid',
    gridTemplateColumns: '44px minmax(0, 1fr) 112px 84px',
    gridTemplateAreas: '"choice name name actions" "choice size type actions"',
    alignItems: 'center',
    columnGap: '2',
  },
  '& .head .row': {
    h: '10',
    '@media (pointer: coarse)': { h: '11' },
    gridTemplateAreas: '"choice name type size"',
    gridTemplateColumns: '44px 1fr auto auto',
    pe: '3',
  },
  '& .head .uploaded, & .head .actions': { display: 'none' },
  // Icons clip their content by default. Without clipping, the browser paints the page in fewer layers.
  '& svg': { overflow: 'visible' },
  '& .choice': { gridArea: 'choice', display: 'grid', alignSelf: 'stretch' },
  '& .choice label': { display: 'grid', placeItems: 'center', cursor: 'pointer' },
  '& .choice input': { w: '18px', h: '18px', accentColor: 'primary.solid' },
  '& .name': { gridArea: 'name', minW: '0', display: 'flex', alignItems: 'center', gap: '2' },
  '& .name .new': newMark,
  '& .name .comments': {
    flexShrink: '0',
    px: '1.5',
    textStyle: 'xs',
    borderWidth: '1px',
    borderRadius: 'full',
    color: 'warning.fg',
    bg: 'warning.subtle',
  },
  '& .body .name button': {
    maxW: 'full',
    minH: '8',
    fontFamily: 'mono',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { color: 'primary.fg', textDecoration: 'underline' },
  },
  '& .size': { gridArea: 'size', textStyle: 'figures', color: 'fg.muted', whiteSpace: 'nowrap' },
  '& .type': { gridArea: 'type', position: 'relative' },
  '& .kind': {
    display: 'flex',
    alignItems: 'center',
    appearance: 'none',
    w: 'full',
    h: '8',
    ps: '2',
    pe: '6',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'l1',
    bg: 'bg.panel',
    color: 'fg',
    cursor: 'pointer',
    _disabled: { opacity: '0.5', cursor: 'not-allowed' },
  },
  '& .body .type::after': {
    content: '""',
    position: 'absolute',
    insetEnd: '2.5',
    top: 'calc(50% - 5px)',
    w: '1.5',
    h: '1.5',
    borderEndWidth: '1.5px',
    borderBottomWidth: '1.5px',
    borderColor: 'fg.muted',
    transform: 'rotate(45deg)',
    pointerEvents: 'none',
  },
  '& .body .uploaded': { display: 'none' },
  '& .actions': { gridArea: 'actions', display: 'flex', justifyContent: 'end', gap: '1', pe: '2' },
  '& .actions button': {
    display: 'grid',
    placeItems: 'center',
    w: '9',
    h: '9',
    borderRadius: 'l1',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted', color: 'fg' },
  },
  '& .head button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: '8',
    fontWeight: 'medium',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { color: 'fg' },
  },
  '& button:focus-visible, & select:focus-visible, & input:focus-visible': {
    outline: '2px solid',
    outlineColor: 'primary.solid',
    outlineOffset: '1px',
  },
  '&[data-wide] .row, &[data-wide] .head .row': {
    gridTemplateColumns: {
      // Long names matter more than wide gaps between the columns.
      base: '44px minmax(0, 1fr) 72px 112px 100px 84px',
      lg: '44px minmax(0, 1fr) 96px 132px 120px 92px',
    },
    gridTemplateAreas: '"choice name size type uploaded actions"',
    columnGap: { base: '2', lg: '3' },
    pe: '0',
  },
  // When the table is beside a preview.
  '&[data-wide][data-compact] .row, &[data-wide][data-compact] .head .row': {
    gridTemplateColumns: '44px minmax(0, 1fr) 80px',
    gridTemplateAreas: '"choice name size"',
    columnGap: '2',
    pe: '3',
  },
  '&[data-compact] :is(.type, .uploaded, .actions)': { display: 'none' },
  '& .body .row[data-open]': {
    boxShadow: 'inset 3px 0 0 var(--chakra-colors-primary-solid)',
    '& .name button': { fontWeight: 'semibold', color: 'primary.fg' },
    _highContrast: { borderInlineStartWidth: '4px', borderInlineStartColor: 'Highlight' },
  },
  '&[data-wide] .size': { textAlign: 'end' },
  '&[data-wide] .head .size': { display: 'flex', justifyContent: 'end' },
  '&[data-wide]:not([data-compact]) .uploaded': {
    display: 'block',
    gridArea: 'uploaded',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
  },
}

/**
 * Wraps the file table and styles its contents by class name. A styled component for each cell would be slow, and so
 * would a style that is added only when the table mounts.
 */
export const FilesGround = chakra('div', { base: { display: 'contents', '& .files': style } })
