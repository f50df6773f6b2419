import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

/** The style of a section of the board's panel that contains a list of buttons. */
export const boardListStyle: SystemStyleObject = {
  display: 'grid',
  gap: '2',
  '& label': { textStyle: 'sm', fontWeight: 'medium' },
  '& ul': { display: 'grid', gap: '1' },
  '& li button': {
    w: 'full',
    display: 'flex',
    justifyContent: 'space-between',
    gap: '3',
    px: '2',
    py: '1',
    fontFamily: 'mono',
    fontSize: '13px',
    textAlign: 'start',
    borderRadius: 'l1',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    _hover: { bg: 'bg.muted' },
  },
  '& li button[aria-pressed=true]': { bg: 'primary.muted', fontWeight: 'semibold' },
  '& .detail': { color: 'fg.muted' },
}
