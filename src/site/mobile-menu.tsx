import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiClose, mdiMenu } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { Icon } from '../ui/icon'
import { AnchorLink } from './anchor-link'
import { menuItems } from './menu-items'

/** The menu of narrow screens, below the header. While it is open the page behind does not scroll; Esc closes it. */
export function MobileMenu({ signedIn }: { signedIn: boolean }) {
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)

  useEffect(() => {
    document.documentElement.style.overflow = open ? 'hidden' : ''
    return () => {
      document.documentElement.style.overflow = ''
    }
  }, [open])

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    close()
    toggle.current?.focus()
  }

  return (
    <chakra.div display={{ base: 'block', md: 'none' }} onKeyDown={closeOnEscape}>
      <Button
        ref={toggle}
        variant="ghost"
        colorPalette="gray"
        px="0"
        aria-label={open ? 'Close menu' : 'Open menu'}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
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
