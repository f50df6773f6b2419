import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiAccountEditOutline, mdiLogout } from '@mdi/js'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'

import type { Viewer } from '../session/viewer'
import { Icon } from '../ui/icon'

type ProfileCardProps = {
  viewer: Extract<Viewer, { status: 'signed-in' }>
  accountUrl: string | null
  onLogout: () => void
}

/**
 * The avatar, and the card it opens: who is signed in, the way to the account page (on wide screens) and out. Esc and
 * leaving it close the card; Esc gives the focus back to the avatar.
 */
export function ProfileCard({ viewer, accountUrl, onLogout }: ProfileCardProps) {
  const [open, setOpen] = useState(false)
  const cardId = useId()
  const avatar = useRef<HTMLButtonElement>(null)

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    avatar.current?.focus()
  }
  // A press on nothing focusable leaves with no related target, so a press beside the card closes it as Tab does.
  const closeOnLeave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    <chakra.div position="relative" onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      <chakra.button
        ref={avatar}
        type="button"
        aria-label={`Profile of ${viewer.fullname}`}
        aria-expanded={open}
        aria-controls={cardId}
        onClick={() => setOpen(!open)}
        display="grid"
        placeItems="center"
        boxSize="10"
        borderRadius="full"
        bg="primary.muted"
        color="primary.fg"
        textStyle="sm"
        fontWeight="semibold"
        cursor="button"
        borderWidth="1px"
        borderColor="primary.border"
        focusVisibleRing="outside"
      >
        {viewer.initials}
      </chakra.button>
      <chakra.div
        id={cardId}
        hidden={!open}
        tabIndex={-1}
        position="absolute"
        insetEnd="0"
        top="calc(100% + 8px)"
        zIndex="dropdown"
        w="72"
        p="2"
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="l3"
        boxShadow="lg"
        outline="none"
      >
        <chakra.div px="3" pt="2" pb="3" mb="2" borderBottomWidth="1px" overflowWrap="anywhere">
          <chakra.p fontWeight="semibold">{viewer.fullname}</chakra.p>
          <chakra.p textStyle="sm" color="fg.muted">
            {viewer.email}
          </chakra.p>
        </chakra.div>
        {accountUrl && (
          <Button
            asChild
            variant="ghost"
            colorPalette="gray"
            w="full"
            px="3"
            justifyContent="flex-start"
            display={{ base: 'none', md: 'inline-flex' }}
          >
            <a href={accountUrl} target="_blank" rel="noopener">
              <Icon path={mdiAccountEditOutline} />
              Edit Profile
            </a>
          </Button>
        )}
        <Button variant="ghost" colorPalette="gray" w="full" px="3" justifyContent="flex-start" onClick={onLogout}>
          <Icon path={mdiLogout} />
          Log out
        </Button>
      </chakra.div>
    </chakra.div>
  )
}
