import { Heading } from '@chakra-ui/react/heading'
import { chakra } from '@chakra-ui/react/styled-system'

import { pricing } from '../../content/pricing'
import { Legend, Measure } from '../shell/section'
import { BoardDrop } from './board-drop'

/** The head of the price page, with its purpose and the area where a board is dropped. */
export function BoardZone() {
  return (
    <chakra.section aria-labelledby="pricing_title" bg="bg.subtle" borderBottomWidth="1px">
      <Measure
        display="grid"
        alignItems="center"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1.06fr)' }}
        gap={{ base: '8', lg: '16' }}
        py={{ base: '10', md: '16' }}
      >
        <div>
          <Legend>{pricing.legend}</Legend>
          <Heading as="h1" id="pricing_title" size={{ base: '4xl', md: '5xl' }}>
            {pricing.title}
          </Heading>
          <chakra.p mt="5" maxW="lg" textStyle={{ base: 'lg', md: 'xl' }} color="fg.muted" textWrap="pretty">
            {pricing.text}
          </chakra.p>
        </div>
        <BoardDrop />
      </Measure>
    </chakra.section>
  )
}
