import { chakra } from '@chakra-ui/react/styled-system'

/** Marks a state in the colors of its palette. */
export const Badge = chakra('span', {
  base: {
    px: '2',
    py: '0.5',
    textStyle: 'sm',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    borderWidth: '1px',
    borderRadius: 'l2',
    color: 'colorPalette.fg',
    borderColor: 'colorPalette.border',
    bg: 'colorPalette.subtle',
  },
})
