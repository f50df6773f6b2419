import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'

import { pricing } from '../../content/pricing'
import { touchTarget } from '../../ui/theme/recipes'
import { BoardDrop } from '../pricing/board-drop'
import { Section } from '../shell/section'

/** Leads from the home page to the price of a board. A dropped board opens on the price page. */
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
