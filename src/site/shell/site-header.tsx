import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import { brand } from '../../content/brand'
import type { Viewer } from '../../session/current-user'
import { lazyPart } from '../../ui/loading/lazy-part'
import { Logo } from '../../ui/logo'
import { touchTarget } from '../../ui/theme/recipes'
import { ThemeToggle } from '../../ui/theme-toggle'
import { AnchorLink } from './anchor-link'
import { menuItems } from './header-links'
import { MobileMenu } from './mobile-menu'
import { SkipLink } from './skip-link'

/** Loaded lazily, because most visitors are not signed in. */
const ProfileCard = lazyPart(() => import('./profile-card').then((it) => it.ProfileCard))

export type HeaderProps = {
  viewer: Viewer
  loginUrl: string
  /** The provider's account page; null if no provider is configured. */
  accountUrl: string | null
  onLogout: () => void
}

/**
 * The header of the public pages, with links to the site's sections and the workspace, and the login or the user's
 * profile.
 */
export function SiteHeader({ viewer, loginUrl, accountUrl, onLogout }: HeaderProps) {
  const signedIn = viewer.status === 'signed-in'
  return (
    <chakra.header
      position="sticky"
      top="0"
      zIndex="sticky"
      bg="bg"
      borderBottomWidth="1px"
      // A sticky header would take too much space in a short window, for example at high zoom.
      css={{ '@media print': { display: 'none' }, '@media (max-height: 399px)': { position: 'static' } }}
    >
      <SkipLink />
      <chakra.div
        display="flex"
        alignItems="center"
        gap={{ base: '1', sm: '2', lg: '6' }}
        maxW="1264px"
        mx="auto"
        h="16"
        px={{ base: '4', md: '6', lg: '8' }}
      >
        <chakra.a asChild display="inline-flex" borderRadius="l2" focusVisibleRing="outside" css={touchTarget}>
          <Link to="/" aria-label={`${brand.name}, home`}>
            <Logo name={brand.name} />
          </Link>
        </chakra.a>
        <chakra.nav aria-label="Main" display={{ base: 'none', md: 'block' }}>
          <chakra.ul display="flex" gap="1">
            {menuItems.map(({ text, hash }) => (
              <li key={hash}>
                <Button asChild variant="ghost" colorPalette="gray" px="3">
                  <AnchorLink hash={hash}>{text}</AnchorLink>
                </Button>
              </li>
            ))}
            {signedIn && (
              <li>
                <Button asChild variant="ghost" colorPalette="gray" px="3">
                  <Link to="/workspace">Workspace</Link>
                </Button>
              </li>
            )}
          </chakra.ul>
        </chakra.nav>
        <chakra.div flex="1" />
        <ThemeToggle />
        <Button asChild variant="outline" display={{ base: 'none', md: 'inline-flex' }}>
          <AnchorLink hash="id_contact">Contact us</AnchorLink>
        </Button>
        {signedIn ? (
          <Suspense fallback={<chakra.span boxSize="10" borderRadius="full" bg="primary.muted" />}>
            <ProfileCard viewer={viewer} accountUrl={accountUrl} onLogout={onLogout} />
          </Suspense>
        ) : (
          <Button asChild>
            <a href={loginUrl} target="_blank" rel="noopener">
              Login
            </a>
          </Button>
        )}
        <MobileMenu signedIn={signedIn} />
      </chakra.div>
    </chakra.header>
  )
}
