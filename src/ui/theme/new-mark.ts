import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

/** The style of the mark for content that a person has not seen. The border keeps the mark visible in forced colors. */
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
