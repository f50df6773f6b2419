import { Link as StyledLink } from '@chakra-ui/react/link'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiEmailOutline, mdiMapMarkerOutline, mdiOpenInNew } from '@mdi/js'
import type { ReactNode } from 'react'

import { brand } from '../content/brand'
import { contact } from '../content/site'
import { Icon } from '../ui/icon'
import { Section } from './section'

/** Where to reach the company. */
export function Contact() {
  return (
    <Section id="id_contact" legend={contact.legend} title={contact.title} text={contact.text}>
      <chakra.address
        fontStyle="normal"
        display="grid"
        gap="6"
        gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
      >
        <Way icon={mdiEmailOutline} title="E-mail">
          <StyledLink href={`mailto:${brand.supportEmail}`} variant="underline">
            {brand.supportEmail}
          </StyledLink>
        </Way>
        <Way icon={mdiMapMarkerOutline} title="Office">
          {brand.address.map((line) => (
            <chakra.span key={line} display="block">
              {line}
            </chakra.span>
          ))}
        </Way>
        <Way icon={mdiOpenInNew} title="Network">
          <StyledLink href={brand.social.url} target="_blank" rel="noopener" variant="underline">
            {brand.social.name}
          </StyledLink>
        </Way>
      </chakra.address>
    </Section>
  )
}

function Way({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <chakra.div display="flex" gap="4" p="6" borderWidth="1px" borderRadius="xl" bg="bg.panel">
      <chakra.span color="primary.fg">
        <Icon path={icon} size="24px" />
      </chakra.span>
      <div>
        <chakra.h3 fontWeight="semibold" mb="1">
          {title}
        </chakra.h3>
        <chakra.div color="fg.muted">{children}</chakra.div>
      </div>
    </chakra.div>
  )
}
