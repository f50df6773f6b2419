import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiClose, mdiMenu } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { type KeyboardEvent, useId, useRef } from 'react'

import { isOpen } from '../../../machines/site/mobile-menu.machine'
import { Icon } from '../../ui/icon'
import { AnchorLink } from './anchor-link'
import { menuItems } from './header-links'
import { siteMenu } from './mobile-menu-actors'

/** The menu on narrow screens, below the header. It traps Tab; its button and Escape close it. */
export function MobileMenu({ signedIn }: { signedIn: boolean }) {
  const [snapshot, send] = useActor(siteMenu)
  const open = isOpen(snapshot)
  const panelId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const close = () => send({ type: 'menu.closed' })

  const keepFocusInside = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!open) return
    if (event.key === 'Escape') {
      close()
      toggle.current?.focus()
    }
    if (event.key !== 'Tab') return
    const focusable = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
    const next = focusable.indexOf(event.target as HTMLElement) + (event.shiftKey ? -1 : 1)
    if (next >= 0 && next < focusable.length) return
    event.preventDefault()
    focusable.at(event.shiftKey ? -1 : 0)?.focus()
  }

  return (
    <chakra.div display={{ base: 'block', md: 'none' }} onKeyDown={keepFocusInside}>
      <Button
        ref={toggle}
        variant="ghost"
        colorPalette="gray"
        px="0"
        aria-label={open ? 'Close menu' : 'Open menu'}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => send({ type: 'menu.toggled' })}
      >
        <Icon path={open ? mdiClose : mdiMenu} />
      </Button>
      <chakra.nav
        id={panelId}
        aria-label="Mobile"
        hidden={!open}
        position="absolute"
        top="100%"
        insetX="0"
        h="calc(100dvh - 65px)"
        overflowY="auto"
        overscrollBehavior="contain"
        p="4"
        bg="bg"
      >
        <chakra.ul display="grid" gap="1">
          {menuItems.map(({ text, hash }) => (
            <li key={hash}>
              <Button asChild variant="ghost" colorPalette="gray" size="xl" w="full" justifyContent="flex-start">
                <AnchorLink hash={hash} onClick={close}>
                  {text}
                </AnchorLink>
              </Button>
            </li>
          ))}
          {signedIn && (
            <li>
              <Button asChild variant="ghost" colorPalette="gray" size="xl" w="full" justifyContent="flex-start">
                <Link to="/workspace" onClick={close}>
                  Workspace
                </Link>
              </Button>
            </li>
          )}
          <chakra.li mt="3">
            <Button asChild variant="outline" size="xl" w="full">
              <AnchorLink hash="id_contact" onClick={close}>
                Contact us
              </AnchorLink>
            </Button>
          </chakra.li>
        </chakra.ul>
      </chakra.nav>
    </chakra.div>
  )
}
