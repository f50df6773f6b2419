import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'

import { MessagePage } from './message-page'

export function NotFoundPage() {
  return (
    <MessagePage code="404 / open net" title="There is no page at this address">
      <chakra.p color="fg.muted">
        The link may be old, or the address mistyped. You can reach every page from the home page.
      </chakra.p>
      <Button asChild>
        <Link to="/">Go to the home page</Link>
      </Button>
    </MessagePage>
  )
}
