import { chakra } from '@chakra-ui/react/styled-system'

import { about } from '../../content/site'
import { SmithDrawing } from '../drawings/smith-drawing'
import { DeliveryText } from '../pricing/delivery-text'
import { Section } from '../shell/section'

export function About() {
  return (
    <Section id="id_about" legend={about.legend} title={about.title}>
      <chakra.div
        display="grid"
        alignItems="center"
        gap={{ base: '10', lg: '16' }}
        gridTemplateColumns={{ base: '1fr', md: 'minmax(0, 1.6fr) minmax(0, 1fr)' }}
      >
        <div>
          <chakra.div display="grid" gap="4" textStyle="lg" color="fg.muted" maxW="prose">
            {about.paragraphs.map((paragraph) => (
              <chakra.p key={paragraph} textWrap="pretty">
                {paragraph}
              </chakra.p>
            ))}
          </chakra.div>
          <chakra.dl mt="8" display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} columnGap="8">
            {about.facts.map(({ term, detail }) => (
              <chakra.div key={term} py="3" borderTopWidth="1px">
                <chakra.dt textStyle="legend" color="fg.subtle">
                  {term}
                </chakra.dt>
                <chakra.dd mt="1" fontWeight="medium">
                  <DeliveryText text={detail} />
                </chakra.dd>
              </chakra.div>
            ))}
          </chakra.dl>
        </div>
        <chakra.div maxW="sm" w="full" mx="auto">
          <SmithDrawing />
        </chakra.div>
      </chakra.div>
    </Section>
  )
}
