import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiMenu } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'

import { brand } from '../../content/brand'
import type { Viewer } from '../../session/current-user'
import { useDropdown } from '../../ui/dropdown'
import { workspaceHeaderHeight } from '../../ui/header-slot'
import { Icon } from '../../ui/icon'
import { LogoMark } from '../../ui/logo'
import { AnchorLink } from './anchor-link'
import { menuItems } from './header-links'
import { ProfileCard } from './profile-card'
import { SkipLink } from './skip-link'

type WorkspaceHeaderProps = {
  viewer: Viewer
  accountUrl: string | null
  onLogout: () => void
  loginUrl: string
  /** Receives the element in which a page shows the name of the open project. */
  slot: Ref<HTMLDivElement>
  /** The actions of the workspace. */
  children: ReactNode
}

/**
 * The header of the workspace, which replaces the public pages' header. It shows the name of the open project, the
 * actions, and the user.
 */
export function WorkspaceHeader({ viewer, accountUrl, onLogout, loginUrl, slot, children }: WorkspaceHeaderProps) {
  return (
    <Bar>
      <SkipLink />
      <Link to="/" aria-label={`${brand.name}, home`} className="logo">
        <LogoMark size="28px" />
      </Link>
      <div ref={slot} className="open" />
      <div className="actions">
        {children}
        <SiteMenu />
        {viewer.status === 'signed-in' ? (
          <ProfileCard viewer={viewer} accountUrl={accountUrl} onLogout={onLogout} />
        ) : (
          <Button asChild ms="2">
            <a href={loginUrl} target="_blank" rel="noopener">
              Login
            </a>
          </Button>
        )}
      </div>
    </Bar>
  )
}

const sections = [...menuItems, { text: 'Contact us', hash: 'id_contact' }]

/** The links of the public pages' header. */
function SiteMenu() {
  const { around, button, panel } = useDropdown()
  return (
    <chakra.div position="relative" {...around}>
      <Button variant="ghost" colorPalette="gray" px="0" aria-label="Site menu" {...button}>
        <Icon path={mdiMenu} />
      </Button>
      <chakra.nav
        {...panel}
        aria-label="Site"
        position="absolute"
        insetEnd="0"
        top="calc(100% + 4px)"
        zIndex="dropdown"
        w="48"
        p="2"
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="l3"
        boxShadow="lg"
        outline="none"
      >
        <ul>
          {sections.map(({ text, hash }) => (
            <li key={hash}>
              <Button asChild variant="ghost" colorPalette="gray" w="full" px="3" justifyContent="flex-start">
                <AnchorLink hash={hash}>{text}</AnchorLink>
              </Button>
            </li>
          ))}
        </ul>
      </chakra.nav>
    </chakra.div>
  )
}

const Bar = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'sticky',
    display: 'flex',
    alignItems: 'center',
    gap: { base: '1', md: '3' },
    h: `${workspaceHeaderHeight}px`,
    ps: { base: '2', md: '4' },
    pe: { base: '2', md: '4' },
    bg: 'bg',
    borderBottomWidth: '1px',
    '@media print': { display: 'none' },
    // A sticky header would take too much space in a short window, for example at high zoom.
    '@media (max-height: 399px)': { position: 'static' },
    '& .logo': {
      display: 'grid',
      placeItems: 'center',
      flexShrink: '0',
      boxSize: '11',
      borderRadius: 'l2',
      focusVisibleRing: 'inside',
    },
    '& .open': { flex: '1', minW: '0' },
    // Reserves the space of a button that appears later.
    '& #notices': { minW: '11' },
    '& .actions': { display: 'flex', alignItems: 'center', gap: { base: '0', sm: '1' } },
  },
})
