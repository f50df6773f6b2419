import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

/** The mark for content that a person has not seen. Its border keeps it visible in forced colors. */
export const newMark: SystemStyleObject = {
  flexShrink: '0',
  px: '1.5',
  textStyle: 'xs',
  fontWeight: 'semibold',
  borderWidth: '1px',
  borderColor: 'primary.solid',
  borderRadius: 'full',
  color: 'primary.fg',
}
