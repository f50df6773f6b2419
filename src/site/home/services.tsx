import { Button } from '@chakra-ui/react/button'
import { Heading } from '@chakra-ui/react/heading'
import { Link as StyledLink } from '@chakra-ui/react/link'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiCheck } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { defaultPrices, lowestPriceOf } from '../../../machines/wizard/rows/interfaces'
import { services, type ServiceKey } from '../../content/site'
import { price } from '../../ui/amounts'
import { Icon } from '../../ui/icon'
import { touchTarget } from '../../ui/theme/recipes'
import { AnchorLink } from '../shell/anchor-link'
import { CorrelationDrawing } from '../drawings/correlation-drawing'
import { PdnDrawing } from '../drawings/pdn-drawing'
import { StackupDrawing } from '../drawings/stackup-drawing'
import { knownPrices } from '../pricing/listed-prices'
import { Card, Section } from '../shell/section'

const drawings: Record<ServiceKey, () => ReactNode> = {
  design: StackupDrawing,
  simulation: PdnDrawing,
  prototype: CorrelationDrawing,
}

export function Services() {
  return (
    <Section
      id="id_services"
      legend={services.legend}
      title={services.title}
      text={services.text}
      action={
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <Button asChild size="lg">
            <AnchorLink hash="id_contact">Contact us</AnchorLink>
          </Button>
          <Button asChild size="lg" variant="outline">
            <Link to="/sample-report">See a sample report</Link>
          </Button>
        </chakra.div>
      }
    >
      <chakra.div display="grid" gap="6" gridTemplateColumns={{ base: '1fr', lg: 'repeat(3, 1fr)' }}>
        {services.cards.map(({ key, title, text, points, way }) => {
          const Drawing = drawings[key]
          return (
            <Card key={key} flexDirection={{ base: 'column', md: 'row', lg: 'column' }}>
              <chakra.div
                flex={{ md: '0 0 44%', lg: '0 0 auto' }}
                display="grid"
                alignItems="center"
                p="4"
                bg="bg.subtle"
                borderBottomWidth={{ base: '1px', md: '0', lg: '1px' }}
                borderRightWidth={{ base: '0', md: '1px', lg: '0' }}
              >
                <Drawing />
              </chakra.div>
              <chakra.div p="6">
                <Heading as="h3" size="xl">
                  {title}
                </Heading>
                <chakra.p mt="2" color="fg.muted" textWrap="pretty">
                  {text}
                </chakra.p>
                <chakra.ul mt="4" display="grid" gap="2" textStyle="sm">
                  {points.map((point) => (
                    <chakra.li key={point} display="flex" gap="2">
                      <chakra.span color="primary.fg" mt="0.5" flexShrink="0">
                        <Icon path={mdiCheck} size="16px" />
                      </chakra.span>
                      {point}
                    </chakra.li>
                  ))}
                </chakra.ul>
                <chakra.p mt="5" display="flex" flexWrap="wrap" alignItems="baseline" gap="3">
                  {key === 'simulation' && (
                    <chakra.span textStyle="figures" fontSize="xl" fontWeight="semibold">
                      From <span data-lowest-price="">{price(lowestPriceOf(knownPrices() ?? defaultPrices))}</span>
                    </chakra.span>
                  )}
                  <StyledLink asChild variant="underline" fontWeight="medium" css={touchTarget}>
                    <a href={way.to}>{way.text}</a>
                  </StyledLink>
                </chakra.p>
              </chakra.div>
            </Card>
          )
        })}
      </chakra.div>
    </Section>
  )
}
