import { chakra } from '@chakra-ui/react/styled-system'

import { touchTarget } from '../ui/theme/recipes'

/** The table of a list on a staff page. */
export const StaffTable = chakra('table', {
  base: {
    w: 'full',
    textStyle: 'sm',
    '& th, & td': { px: '3', py: '2', textAlign: 'start', verticalAlign: 'top', borderBottomWidth: '1px' },
    '& thead th': { color: 'fg.muted', fontWeight: 'medium', whiteSpace: 'nowrap' },
    '& tbody tr:hover': { bg: 'bg.subtle' },
    '& .quiet': { color: 'fg.muted', display: 'block' },
    '& .late': { color: 'error.fg', fontWeight: 'semibold' },
    '& .value': { textAlign: 'end', textStyle: 'figures' },
    '& a': { fontWeight: 'semibold', textDecoration: 'underline', focusVisibleRing: 'outside', ...touchTarget },
  },
})
