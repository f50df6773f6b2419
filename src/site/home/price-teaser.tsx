import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'

import { pricing } from '../../content/pricing'
import { touchTarget } from '../../ui/theme/recipes'
import { BoardDrop } from '../pricing/board-drop'
import { Section } from '../shell/section'

/** The teaser on the home page for the price of a board. A board that is dropped here opens on the price page. */
export function PriceTeaser() {
  const { home } = pricing
  return (
    <Section id="id_price" legend={pricing.legend} title={home.title} text={home.text}>
      <BoardDrop />
      <chakra.p
        mt="4"
        textAlign="center"
        color="fg.muted"
        css={{ '& a': { textDecoration: 'underline', ...touchTarget } }}
      >
        <Link to="/price">{home.list}</Link>
      </chakra.p>
    </Section>
  )
}
