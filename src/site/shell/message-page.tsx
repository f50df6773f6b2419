import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { LoadFailure } from '../../ui/loading/load-failure'

/** A page with a message and a next action, inside the shell. */
export function MessagePage({ code, title, children }: { code: string; title: string; children: ReactNode }) {
  return (
    <chakra.div
      minH="60vh"
      display="grid"
      alignContent="center"
      justifyItems="start"
      gap="4"
      maxW="prose"
      mx="auto"
      px="4"
      py="16"
    >
      <chakra.p textStyle="legend" color="accent.fg">
        {code}
      </chakra.p>
      <chakra.h1 textStyle="4xl" fontWeight="semibold">
        {title}
      </chakra.h1>
      {children}
    </chakra.div>
  )
}

/** The error page for a route that failed to load or render. The rest of the site keeps working. */
export function BrokenPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof LoadFailure
  return (
    <MessagePage
      code={isMissing ? 'No connection' : 'Unexpected error'}
      title={isMissing ? 'This page did not load' : 'This page could not be shown'}
    >
      <chakra.p color="fg.muted">
        {isMissing ? 'The connection failed. Check your network, then try again.' : 'Something went wrong on our side.'}{' '}
        Your saved work is safe.
      </chakra.p>
      <chakra.div display="flex" gap="3">
        <Button onClick={isMissing ? () => location.reload() : onRetry}>Try again</Button>
        <Button asChild variant="outline">
          <Link to="/">Go to the home page</Link>
        </Button>
      </chakra.div>
    </MessagePage>
  )
}
