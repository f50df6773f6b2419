import { chakra } from '@chakra-ui/react/styled-system'

import { partners } from '../../content/brand'
import { partnersIntro } from '../../content/site'
import { Section } from '../shell/section'

export function Partners() {
  return (
    <Section id="id_partners" title={partnersIntro.title}>
      <chakra.ul
        display="grid"
        gap="px"
        bg="border"
        borderWidth="1px"
        borderRadius="xl"
        overflow="hidden"
        gridTemplateColumns={{ base: 'repeat(2, 1fr)', md: 'repeat(3, 1fr)', lg: 'repeat(6, 1fr)' }}
      >
        {partners.map(({ name, path }) => (
          <chakra.li
            key={name}
            display="flex"
            alignItems="center"
            justifyContent="center"
            gap="2.5"
            px="4"
            py="8"
            bg="bg"
            color="fg.muted"
            textStyle="lg"
            fontWeight="semibold"
          >
            <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" fillRule="evenodd" aria-hidden="true">
              <path d={path} />
            </svg>
            {name}
          </chakra.li>
        ))}
      </chakra.ul>
      <chakra.p mt="4" textStyle="sm" color="fg.muted" textAlign="center">
        {partnersIntro.note}
      </chakra.p>
    </Section>
  )
}
