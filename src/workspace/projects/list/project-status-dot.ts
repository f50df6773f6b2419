import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

import type { statusPalettes } from '../../lib/request-status'

const statusStyle = (palette: (typeof statusPalettes)[keyof typeof statusPalettes]): SystemStyleObject => ({
  color: `${palette}.fg`,
  '&::before': { borderColor: `${palette}.solid` },
})

/** Styles a request's status as text after a dot. Applied to the element around a list. */
export const statusStyles: SystemStyleObject = {
  '& .status': { fontWeight: 'medium' },
  // The dot is a border, which forced colors keep.
  '& .status::before': {
    content: '""',
    display: 'inline-block',
    me: '1.5',
    borderWidth: '4px',
    borderRadius: 'full',
  },
  '& [data-palette=warning]': statusStyle('warning'),
  '& [data-palette=info]': statusStyle('info'),
  '& [data-palette=success]': statusStyle('success'),
  '& [data-palette=error]': statusStyle('error'),
}
