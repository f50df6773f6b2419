import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

import { workspaceHeaderHeight } from '../../../ui/header-slot'
import { menuStyle } from '../../../ui/menu'
import { statusStyles } from './project-status-dot'

const action: SystemStyleObject = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  h: '8',
  minW: '8',
  px: '2',
  fontWeight: 'medium',
  borderRadius: 'l1',
  color: 'fg.muted',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  '@media (pointer: coarse)': { h: '11', minW: '11' },
  _hover: { bg: 'bg.emphasized', color: 'fg' },
  _disabled: { layerStyle: 'disabled' },
}

/** Styles the contents of the table by class name. A styled component for each cell would be slow. */
export const tableStyle: SystemStyleObject = {
  ...menuStyle,
  textStyle: 'sm',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  '& .row': {
    display: 'grid',
    alignItems: 'center',
    // On a phone, no space is reserved for the status of a request, because a project may have none.
    columnGap: { base: '0', md: '3', lg: '4' },
    ps: '4',
    pe: { base: '2', md: '4' },
    gridTemplateColumns: {
      base: 'auto auto minmax(0, 1fr) auto',
      md: 'minmax(14rem, 1fr) 132px 72px 100px 84px',
      lg: 'minmax(14rem, 1fr) 144px 80px 88px 112px 84px',
      xl: 'minmax(14rem, 1fr) 144px 80px 88px 112px minmax(0, 176px) 184px',
    },
    gridTemplateAreas: {
      base: '"name name name actions" "request files activity actions"',
      md: '"name request files activity actions"',
      lg: '"name request files size activity actions"',
      xl: '"name request files size activity creator actions"',
    },
  },
  '& .row.local': {
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: 'minmax(14rem, auto) minmax(0, 1fr) auto' },
    gridTemplateAreas: { base: '"name actions" "reason actions"', md: '"name reason actions"' },
  },
  '& .head .actions span': { srOnly: true },
  '& .head': {
    position: 'sticky',
    top: `${workspaceHeaderHeight}px`,
    zIndex: '1',
    bg: 'bg.subtle',
    borderBottomWidth: '1px',
    borderTopRadius: 'l3',
    // On a phone, the sort order is chosen above the table instead.
    display: { base: 'none', md: 'block' },
    '@media (max-height: 399px)': { position: 'static' },
  },
  '& .head .row': { h: '10', '@media (pointer: coarse)': { h: '11' } },
  '& .head button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: '8',
    '@media (pointer: coarse)': { minH: '11' },
    fontWeight: 'medium',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    borderRadius: 'l1',
    _hover: { color: 'fg' },
  },
  '& .head [aria-sort=ascending] button, & .head [aria-sort=descending] button': { color: 'fg' },
  '& button:focus-visible': { outline: '2px solid', outlineColor: 'primary.focusRing', outlineOffset: '1px' },
  '& .body': { position: 'relative' },
  '& .body .row': {
    position: 'absolute',
    insetInline: '0',
    cursor: 'default',
    _hover: { bg: 'bg.subtle' },
    '&:not(:last-child)': { borderBottomWidth: '1px' },
    '&[data-selected]': {
      bg: 'primary.subtle',
      boxShadow: 'inset 3px 0 0 var(--chakra-colors-primary-solid)',
      _highContrast: { outline: '2px solid Highlight', outlineOffset: '-2px' },
    },
  },
  // Icons clip their content by default. Without clipping, the browser paints the page in fewer layers.
  '& svg': { overflow: 'visible', flexShrink: '0' },
  '& .name': { gridArea: 'name', display: 'flex', alignItems: 'center', gap: '2', minW: '0' },
  '& .name svg': { color: 'fg.muted', '&[aria-label=Selected]': { color: 'primary.solid' } },
  '& .body .name button': {
    minW: '0',
    minH: '8',
    '@media (pointer: coarse)': { minH: '11' },
    fontWeight: 'semibold',
    textAlign: 'start',
    truncate: true,
    cursor: 'pointer',
    borderRadius: 'l1',
    _hover: { color: 'primary.fg' },
  },
  '& .request': { gridArea: 'request', whiteSpace: 'nowrap', '&:not(:empty)': { me: { base: '3', md: '0' } } },
  '& .files': { gridArea: 'files', me: { base: '3', md: '0' } },
  '& .size': { gridArea: { lg: 'size' }, display: { base: 'none', lg: 'block' } },
  '& .activity': { gridArea: 'activity' },
  '& .body :is(.files, .size, .activity, .creator)': {
    color: 'fg.muted',
    textStyle: 'figures',
    truncate: true,
  },
  '& :is(.files, .size)': { textAlign: { md: 'end' } },
  '& .creator': { gridArea: { xl: 'creator' }, display: { base: 'none', xl: 'block' } },
  '& .actions': { gridArea: 'actions', display: 'flex', justifyContent: 'end', gap: '1' },
  '& .action': action,
  '& .action span': { hideBelow: 'xl' },
  '& .reason': {
    gridArea: 'reason',
    truncate: true,
    color: 'fg.muted',
    '& strong': { color: 'warning.fg', fontWeight: 'semibold' },
  },
  ...statusStyles,
}
