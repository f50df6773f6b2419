import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { brand } from '../../content/brand'
import type { Viewer } from '../../session/current-user'
import { Logo } from '../../ui/logo'
import { touchTarget } from '../../ui/theme/recipes'
import { ThemeToggle } from '../../ui/theme-toggle'
import { AnchorLink } from './anchor-link'
import { menuItems } from './header-links'
import { MobileMenu } from './mobile-menu'

/** Most visitors have none. */
const ProfileCard = lazy(async () => ({ default: (await import('./profile-card')).ProfileCard }))

export type HeaderProps = {
  viewer: Viewer
  /** As wide as the workspace, so that the logo stands above its content. */
  wide?: boolean
  loginUrl: string
  /** The provider's account page; null while no provider is configured. */
  accountUrl: string | null
  onLogout: () => void
}

/** On every page: the way home, through the site, into the workspace, and who is signed in. */
export function SiteHeader({ viewer, wide = false, loginUrl, accountUrl, onLogout }: HeaderProps) {
  const signedIn = viewer.status === 'signed-in'
  return (
    <chakra.header
      position="sticky"
      top="0"
      zIndex="sticky"
      bg="bg"
      borderBottomWidth="1px"
      // A low window, such as a zoomed one, has no room for it.
      css={{ '@media print': { display: 'none' }, '@media (max-height: 399px)': { position: 'static' } }}
    >
      <SkipLink />
      <chakra.div
        display="flex"
        alignItems="center"
        gap={{ base: '1', sm: '2', lg: '6' }}
        maxW={wide ? 'none' : '1264px'}
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

/** The first stop of the Tab key: past the menu to what the page is about. */
function SkipLink() {
  return (
    <chakra.a
      href="#main"
      position="absolute"
      top="2"
      left="4"
      zIndex="skipNav"
      px="4"
      py="2"
      borderRadius="l2"
      bg="primary.solid"
      color="primary.contrast"
      focusVisibleRing="outside"
      css={{ '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' } }}
    >
      Skip to content
    </chakra.a>
  )
}
