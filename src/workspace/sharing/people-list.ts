import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

/** The style of a list of people, with columns that align the actions on each person. */
export const peopleList: SystemStyleObject = {
  borderWidth: '1px',
  borderRadius: 'l2',
  '& li': {
    display: { base: 'flex', md: 'grid' },
    flexWrap: 'wrap',
    // Fixed columns align the roles of all members, including those who cannot be removed.
    gridTemplateColumns: 'minmax(0, 1fr) 12rem 5.5rem',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '2',
    px: '3',
    py: '3',
  },
  '& li + li': { borderTopWidth: '1px' },
  '& .person': { flex: '1 1 100%', minW: '0', overflowWrap: 'anywhere', fontWeight: 'medium' },
  '& .about': { display: 'block', textStyle: 'sm', fontWeight: 'normal', color: 'fg.muted' },
}
