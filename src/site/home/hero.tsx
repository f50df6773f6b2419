import { Button } from '@chakra-ui/react/button'
import { Heading } from '@chakra-ui/react/heading'
import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { hero } from '../../content/hero'
import type { Viewer } from '../../session/current-user'
import { AnchorLink } from '../shell/anchor-link'
import { exists } from '../shell/prerendered-part'
import { Legend, Measure } from '../shell/section'

/**
 * Animates the drawing. The code is in a separate file, because prerendered pages need it before this part is loaded
 * (src/site/finish-prerendered-page.ts).
 */
function animate(drawing: Element | null) {
  import('../drawings/animate-signals').then(
    ({ animateSignals }) => animateSignals(drawing),
    () => {},
  )
}

/** The hero section: the headline, a login button unless a user is signed in, and the board drawing. */
export function Hero({ viewer, loginUrl, drawing }: { viewer: Viewer; loginUrl: string; drawing: ReactNode }) {
  // The drawing of a prerendered page is animated by finish-prerendered-page.ts.
  const [isPrerendered] = useState(() => exists('board'))
  return (
    <chakra.section aria-labelledby="hero_title" overflow="hidden" bg="bg.subtle" borderBottomWidth="1px">
      <Measure
        display="grid"
        alignItems="center"
        gridTemplateColumns={{ base: '1fr', lg: 'minmax(0, 1fr) minmax(0, 1.06fr)' }}
        gap={{ base: '12', lg: '16' }}
        py={{ base: '12', md: '16', lg: '20' }}
      >
        <div>
          <Legend>{hero.legend}</Legend>
          <Heading as="h1" id="hero_title" size={{ base: '4xl', md: '5xl', xl: '6xl' }}>
            {hero.headline}
          </Heading>
          <chakra.p mt="6" maxW="lg" textStyle={{ base: 'lg', md: 'xl' }} color="fg.muted" textWrap="pretty">
            {hero.text}
          </chakra.p>
          <chakra.div mt="8" display="flex" flexWrap="wrap" gap="3">
            {viewer.status !== 'signed-in' && (
              <Button asChild size="xl" px="7">
                <a href={loginUrl} target="_blank" rel="noopener">
                  Login
                </a>
              </Button>
            )}
            <Button asChild size="xl" px="7" variant="outline" bg="bg.panel">
              <Link to="/price">{hero.prices}</Link>
            </Button>
            <Button asChild size="xl" px="7" variant="ghost">
              <AnchorLink hash="id_contact">Contact us</AnchorLink>
            </Button>
          </chakra.div>
        </div>
        <chakra.div
          ref={isPrerendered ? null : animate}
          borderRadius="18px"
          boxShadow="lg"
          w="full"
          maxW={{ base: 'xl', lg: 'full' }}
          aspectRatio="640 / 580"
          css={{ contain: 'layout' }}
        >
          {drawing}
        </chakra.div>
      </Measure>
    </chakra.section>
  )
}
