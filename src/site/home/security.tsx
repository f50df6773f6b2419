import { Heading } from '@chakra-ui/react/heading'
import { chakra } from '@chakra-ui/react/styled-system'

import { security } from '../../content/site'
import { AnchorLink } from '../shell/anchor-link'
import { Section } from '../shell/section'

/** What happens to a customer's files, in plain words. */
export function Security() {
  const { legend, title, text, points, more } = security
  return (
    <Section id="id_security" legend={legend} title={title} text={text} tinted>
      <Points>
        {points.map((point) => (
          <li key={point.title}>
            <Heading as="h3" size="md">
              {point.title}
            </Heading>
            <p>{point.text}</p>
          </li>
        ))}
      </Points>
      <chakra.p mt="8" color="fg.muted">
        {more.text}{' '}
        <AnchorLink hash="id_contact" style={{ textDecoration: 'underline' }}>
          {more.way}
        </AnchorLink>
      </chakra.p>
    </Section>
  )
}

const Points = chakra('ul', {
  base: {
    display: 'grid',
    columnGap: '8',
    rowGap: '6',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      md: 'repeat(2, minmax(0, 1fr))',
      lg: 'repeat(3, minmax(0, 1fr))',
    },
    '& > li': { pt: '4', borderTopWidth: '1px' },
    '& p': { mt: '2', color: 'fg.muted', textWrap: 'pretty' },
  },
})
