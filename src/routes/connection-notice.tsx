import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { createPortal } from 'react-dom'

import { connectionOf } from '../../machines/session/session.machine'
import { useSession } from '../session/context'

const texts = {
  lost: 'You are still signed in, and your work here is kept. This page will try again automatically.',
  overdue:
    'Your sign-in has not been renewed for more than five minutes. Your work here is kept, and this page keeps trying. You can also log in from a new tab.',
}

/** Shows that the sign-in provider cannot be reached, without shifting the layout. */
export function ConnectionNotice({ loginUrl }: { loginUrl: string }) {
  const connection = useSelector(useSession(), connectionOf)
  if (connection === 'there') return null
  // Rendered next to the app's root, because an open dialog hides the root from assistive technology.
  return createPortal(
    <chakra.div
      role="status"
      data-notice=""
      colorPalette="warning"
      position="fixed"
      insetX="4"
      bottom="4"
      zIndex="toast"
      maxW="xl"
      mx="auto"
      p="4"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="4"
      bg="bg.panel"
      borderWidth="2px"
      borderColor="colorPalette.border"
      borderRadius="l3"
      // An open dialog disables pointer events outside it, so the notice enables them.
      pointerEvents="auto"
    >
      <chakra.p flex="1 1 240px" textStyle="sm">
        <strong>The sign-in service cannot be reached</strong>
        <br />
        {texts[connection]}
      </chakra.p>
      {connection === 'overdue' && (
        <Button asChild size="sm" variant="outline">
          <a href={loginUrl} target="_blank" rel="noopener">
            Login
          </a>
        </Button>
      )}
    </chakra.div>,
    document.body,
  )
}
