import { chakra } from '@chakra-ui/react/styled-system'

import { groupColors } from '../../previews/board/board-colors'

/** The estimated height of a row before it is measured: one line of fields in a wide window. */
export const rowHeight = 176
export const rowGap = 16
/** The maximum height of the list of nets to choose from, in px. */
export const mostListHeight = 256

const ring = { outline: '2px solid', outlineColor: 'primary.focusRing', outlineOffset: '0' }

/** Touch needs larger targets. */
const touch = '@media (pointer: coarse)'

const box = {
  w: 'full',
  minH: '10',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'l2',
  bg: 'bg.panel',
}

/** Wraps the rows and styles their contents: one styled element instead of hundreds. */
export const RowGround = chakra('ol', {
  base: {
    position: 'relative',
    '& > li': { position: 'absolute', insetInline: '0' },
    // The notice about a removed row must not cover the focus.
    '& :is(input, select, button)': { scrollMarginBottom: '32' },
    // The color of the row's nets on the board.
    '& > li[data-color] fieldset': { borderInlineStartWidth: '4px', borderInlineStartColor: 'var(--row-color)' },
    '& > li[data-active] fieldset': { borderColor: 'var(--row-color)' },
    ...Object.fromEntries(
      groupColors.light.map((color, index) => [
        `& > li[data-color="${index}"]`,
        { '--row-color': color, _dark: { '--row-color': groupColors.dark[index] } },
      ]),
    ),
    '& fieldset': { borderWidth: '1px', borderRadius: 'l3', p: '4', bg: 'bg.subtle', minW: '0' },
    '& legend': { srOnly: true },
    '& .head': { display: 'flex', alignItems: 'center', gap: { base: '1', sm: '3' }, mb: '4' },
    '& .title': { flex: '1', fontWeight: 'semibold' },
    '& .price': { textStyle: 'figures' },
    '& .tool': {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '1.5',
      h: '8',
      minW: '8',
      px: '2',
      textStyle: 'sm',
      fontWeight: 'medium',
      borderRadius: 'l2',
      cursor: 'pointer',
      [touch]: { minH: '11', minW: '11' },
      _hover: { bg: 'bg.muted' },
      _focusVisible: ring,
      // Beside the board, the rows are narrower than in a window without room for both, so they show no button texts.
      '& span': { display: { base: 'none', sm: 'inline', lg: 'none', xl: 'inline' } },
    },
    '& .buys': { mt: '-2', mb: '4', textStyle: 'sm', color: 'fg.muted' },
    '& .fields': {
      display: 'grid',
      gap: '4',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 184px), 1fr))',
    },
    '& .field': { position: 'relative', display: 'flex', flexDirection: 'column', gap: '1.5', minW: '0' },
    // A focused field is scrolled into view together with its label and its message.
    '& .field :is(input, select)': { scrollMarginBlock: '14' },
    '& label': { textStyle: 'sm', fontWeight: 'medium', w: 'fit-content' },
    '& .required': { color: 'error.fg', ms: '1' },
    '& .text': { ...box, px: '3', textStyle: 'sm', _focusVisible: ring, _placeholder: { color: 'fg.subtle' } },
    '& select.text': { pe: '8', cursor: 'pointer', appearance: 'none' },
    '& .choice': {
      position: 'relative',
      '& svg': { position: 'absolute', top: '3', insetEnd: '3', pointerEvents: 'none' },
    },
    '& .text[readonly], & .nets[data-forced]': { bg: 'bg.muted' },
    '& .text[aria-invalid], & .nets[data-invalid]': { borderColor: 'error.solid' },
    '& .problem': { textStyle: 'xs', color: 'error.fg', overflowWrap: 'anywhere' },
    // Do not mark an incomplete value as an error while the user is typing.
    '& fieldset:not([data-checked]) .text:focus': {
      borderColor: 'border.control',
      '& ~ .problem': { display: 'none' },
    },
    '& .facts': { mt: '3', textStyle: 'sm', color: 'fg.muted', overflowWrap: 'anywhere' },
    '& dl.facts': { display: 'flex', flexWrap: 'wrap', columnGap: '5', rowGap: '1' },
    '& dl.facts dt': { display: 'inline' },
    '& dl.facts dd': { display: 'inline', textStyle: 'figures', color: 'fg', ms: '1.5' },
    '& .outliers': { mt: '1', textStyle: 'sm', color: 'warning.fg' },
    '& .outliers li': { display: 'flex', gap: '1', alignItems: 'start', overflowWrap: 'anywhere' },
    '& .note': { textStyle: 'xs', color: 'warning.fg', overflowWrap: 'anywhere' },
    '& .nets': {
      ...box,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '1',
      px: '1.5',
      py: '1',
      fontFamily: 'mono',
      textStyle: 'sm',
      cursor: 'text',
      _focusWithin: ring,
      '& input': {
        flex: '1',
        minW: '20',
        h: '7',
        px: '1',
        bg: 'transparent',
        outline: 'none',
        _placeholder: { color: 'fg.subtle' },
      },
    },
    '& .chip': {
      display: 'inline-flex',
      alignItems: 'center',
      maxW: 'full',
      ps: '2',
      borderRadius: 'l1',
      borderWidth: '1px',
      borderColor: 'primary.border',
      bg: 'primary.subtle',
      color: 'primary.fg',
      '&[data-missing]': { borderColor: 'warning.border', bg: 'warning.subtle', color: 'warning.fg' },
      '& span': { overflowWrap: 'anywhere' },
      '& button': {
        display: 'grid',
        placeItems: 'center',
        boxSize: '6',
        flexShrink: '0',
        cursor: 'pointer',
        borderRadius: 'l1',
        _focusVisible: { outline: '2px solid', outlineColor: 'currentcolor', outlineOffset: '-2px' },
      },
    },
    '& .choices': {
      position: 'fixed',
      top: '0',
      left: '0',
      zIndex: 'popover',
      // The maximum height until the list is placed; its side is chosen for this height.
      maxH: `${mostListHeight}px`,
      overflowY: 'auto',
      p: '1',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'l2',
      boxShadow: 'lg',
      textStyle: 'sm',
      '& li': {
        display: 'flex',
        alignItems: 'center',
        gap: '2',
        px: '2',
        py: '1.5',
        borderRadius: 'l1',
        cursor: 'pointer',
        [touch]: { minH: '11' },
      },
      '& li[data-highlighted]': { bg: 'bg.muted', _highContrast: { outline: '2px solid', outlineOffset: '-2px' } },
      '& .net': { flex: '1', minW: '0', fontFamily: 'mono', overflowWrap: 'anywhere' },
      '& .pins': { color: 'fg.muted', flexShrink: '0' },
    },
  },
})
