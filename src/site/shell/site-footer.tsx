import { chakra } from '@chakra-ui/react/styled-system'
import { mdiOpenInNew } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { brand } from '../../content/brand'
import { footerColumns } from '../../content/footer'
import { Icon } from '../../ui/icon'
import { Logo } from '../../ui/logo'
import { touchTarget } from '../../ui/theme/recipes'
import { AnchorLink } from './anchor-link'

const FooterLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    py: '1',
    textStyle: 'sm',
    color: 'fg.muted',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
    ...touchTarget,
    _hover: { color: 'fg', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
})

/** The footer of the public pages, with links to the site's sections and legal pages, and the copyright notice. */
export function SiteFooter() {
  return (
    <chakra.footer
      borderTopWidth="1px"
      bg="bg.subtle"
      pt={{ base: '12', md: '16' }}
      pb="8"
      css={{ '@media print': { display: 'none' } }}
    >
      <chakra.div maxW="1264px" mx="auto" px={{ base: '4', md: '6', lg: '8' }}>
        <chakra.div
          display="grid"
          gap="10"
          gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, 1fr)', lg: '1.6fr repeat(4, 1fr)' }}
        >
          <chakra.div gridColumn={{ base: '1 / -1', lg: 'auto' }}>
            <Logo name={brand.name} />
            <chakra.p mt="3" maxW="xs" textStyle="sm" color="fg.muted">
              PCB and package design, SIPI simulation and prototypes.
            </chakra.p>
          </chakra.div>
          {footerColumns.map(({ title, links }) => (
            <Column key={title} title={title}>
              {links.map(({ text, hash }) => (
                <li key={text}>
                  <FooterLink asChild>
                    <AnchorLink hash={hash}>{text}</AnchorLink>
                  </FooterLink>
                </li>
              ))}
            </Column>
          ))}
          <Column title="Connect">
            <li>
              <FooterLink href={brand.social.url} target="_blank" rel="noopener">
                {brand.social.name}
                <Icon path={mdiOpenInNew} size="14px" />
              </FooterLink>
            </li>
          </Column>
        </chakra.div>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          justifyContent="space-between"
          alignItems="center"
          columnGap="6"
          mt="12"
          pt="6"
          borderTopWidth="1px"
          textStyle="sm"
          color="fg.muted"
        >
          <p>
            © {brand.copyrightYear} {brand.name}. All rights reserved.
          </p>
          <chakra.ul display="flex" gap="6">
            <li>
              <FooterLink asChild>
                <Link to="/sample-report">Sample report</Link>
              </FooterLink>
            </li>
            <li>
              <FooterLink asChild>
                <Link to="/privacy">Privacy policy</Link>
              </FooterLink>
            </li>
            <li>
              <FooterLink asChild>
                <Link to="/terms">Terms of service</Link>
              </FooterLink>
            </li>
          </chakra.ul>
        </chakra.div>
      </chakra.div>
    </chakra.footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.nav aria-label={title}>
      <chakra.h2 mb="2" textStyle="sm" fontWeight="semibold">
        {title}
      </chakra.h2>
      <ul>{children}</ul>
    </chakra.nav>
  )
}
