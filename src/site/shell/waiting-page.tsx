import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'

import { MessagePage } from './message-page'

/** The content behind the overlay on client-rendered pages, until their code is loaded. */
export function WaitingPage() {
  return (
    <main>
      <noscript>
        <MessagePage code="No JavaScript" title="Logging in and using the workspace require JavaScript">
          <chakra.p color="fg.muted">
            Enable JavaScript in your browser, then reload this page. The rest of the site can be read without it.
          </chakra.p>
          <Button asChild>
            <a href="/">Go to the home page</a>
          </Button>
        </MessagePage>
      </noscript>
      <div data-needs-script="">
        <MessagePage code="Loading" title="This is taking longer than usual">
          <chakra.p color="fg.muted">
            The page will open when it is ready. If it does not, check your connection.
          </chakra.p>
          <Button asChild>
            <a href="">Try again</a>
          </Button>
        </MessagePage>
      </div>
    </main>
  )
}
