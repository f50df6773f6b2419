import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiPencilOutline, mdiAccountRemove, mdiExportVariant, mdiKeyboardOutline, mdiLogout } from '@mdi/js'
import { Link, useLocation } from '@tanstack/react-router'

import type { Viewer } from '../../session/current-user'
import { isSignedInPath, isWorkspacePath } from '../../session/workspace-path'
import { useDropdown } from '../../ui/dropdown'
import { Icon } from '../../ui/icon'
import { ThemeToggle } from '../../ui/theme-toggle'

const shortcuts = { text: 'Keyboard shortcuts', icon: mdiKeyboardOutline, dialog: 'shortcuts' } as const
const ownData = [
  { text: 'Export my data', icon: mdiExportVariant, dialog: 'export-data' },
  { text: 'Delete my data', icon: mdiAccountRemove, dialog: 'delete-data' },
] as const

type ProfileCardProps = {
  viewer: Extract<Viewer, { status: 'signed-in' }>
  accountUrl: string | null
  onLogout: () => void
}

/**
 * The avatar and the card it opens, with the user's name and e-mail, and logout. On wide screens, it also contains the
 * account page, and the export and deletion of the user's data, which phones find in the privacy policy. In the workspace,
 * it also contains the theme, for which the header has no room, and the keyboard shortcuts.
 */
export function ProfileCard({ viewer, accountUrl, onLogout }: ProfileCardProps) {
  const { around, button, panel, close } = useDropdown()
  const isWorkspace = useLocation({ select: ({ pathname }) => isWorkspacePath(pathname) })
  const hasWorkspaceHeader = useLocation({ select: ({ pathname }) => isSignedInPath(pathname) })

  return (
    <chakra.div position="relative" {...around}>
      <chakra.button
        {...button}
        type="button"
        aria-label={`Profile of ${viewer.fullname}`}
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
        // A picture rather than text, which the accessible name would have to contain.
        data-initials={viewer.initials}
        css={{
          '&::before': { content: 'attr(data-initials)' },
          '@media (pointer: coarse)': { boxSize: '11' },
        }}
      />
      <chakra.div
        {...panel}
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
              <Icon path={mdiPencilOutline} />
              Edit Profile
            </a>
          </Button>
        )}
        {hasWorkspaceHeader && <ThemeToggle isInMenu />}
        <Button variant="ghost" colorPalette="gray" w="full" px="3" justifyContent="flex-start" onClick={onLogout}>
          <Icon path={mdiLogout} />
          Log out
        </Button>
        <chakra.div display={{ base: 'none', md: 'block' }} mt="2" pt="2" borderTopWidth="1px">
          {(isWorkspace ? [shortcuts, ...ownData] : ownData).map(({ text, icon, dialog }) => (
            <Button
              key={dialog}
              asChild
              variant="ghost"
              colorPalette="gray"
              w="full"
              px="3"
              justifyContent="flex-start"
            >
              <Link
                {...(isWorkspace
                  ? { to: '.', search: (now) => ({ ...now, dialog }), state: { isDialogOverPage: true } }
                  : { to: '/workspace', search: { dialog } })}
                resetScroll={false}
                onClick={close}
              >
                <Icon path={icon} />
                {text}
              </Link>
            </Button>
          ))}
        </chakra.div>
      </chakra.div>
    </chakra.div>
  )
}
