import { Link as StyledLink } from '@chakra-ui/react/link'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiEmailOutline, mdiMapMarkerOutline, mdiOpenInNew } from '@mdi/js'
import type { ReactNode } from 'react'

import { brand } from '../../content/brand'
import { contact } from '../../content/site'
import { Icon } from '../../ui/icon'
import { touchTarget } from '../../ui/theme/recipes'
import { ContactForm } from './contact-form'
import { Section } from '../shell/section'

/** The contact form and other contact details. */
export function Contact() {
  return (
    <Section id="id_contact" legend={contact.legend} title={contact.title} text={contact.text}>
      <chakra.div
        display="grid"
        alignItems="start"
        gap={{ base: '10', lg: '16' }}
        gridTemplateColumns={{ base: '1fr', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' }}
      >
        <ContactForm />
        <chakra.address
          fontStyle="normal"
          display="grid"
          gap={{ base: '6', lg: '8' }}
          pt={{ lg: '8' }}
          gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)', lg: '1fr' }}
        >
          <Detail icon={mdiEmailOutline} title="E-mail">
            <StyledLink href={`mailto:${brand.supportEmail}`} variant="underline" css={touchTarget}>
              {brand.supportEmail}
            </StyledLink>
          </Detail>
          <Detail icon={mdiMapMarkerOutline} title="Office">
            {brand.address.map((line) => (
              <chakra.span key={line} display="block">
                {line}
              </chakra.span>
            ))}
          </Detail>
          <Detail icon={mdiOpenInNew} title="Network">
            <StyledLink href={brand.social.url} target="_blank" rel="noopener" variant="underline" css={touchTarget}>
              {brand.social.name}
            </StyledLink>
          </Detail>
        </chakra.address>
      </chakra.div>
    </Section>
  )
}

function Detail({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <chakra.div display="flex" gap="4">
      <chakra.span
        display="grid"
        placeItems="center"
        flexShrink="0"
        boxSize="10"
        borderRadius="lg"
        bg="primary.subtle"
        color="primary.fg"
      >
        <Icon path={icon} size="22px" />
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
