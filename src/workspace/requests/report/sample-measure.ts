import { chakra } from '@chakra-ui/react/styled-system'

/** As wide as the other public pages. */
export const Measure = chakra('div', { base: { maxW: '1264px', mx: 'auto', px: { base: '4', md: '6', lg: '8' } } })
