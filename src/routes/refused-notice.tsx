import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import { failureOfSession } from '../../machines/session/session.machine'
import { useSession } from '../session/context'
import { ErrorNotice } from '../ui/notices/notices'

/** Replaces pages for signed-in users when the provider has signed the user in but the API rejects the token. */
export function RefusedNotice() {
  const session = useSession()
  const failure = useSelector(session, failureOfSession)
  return (
    <chakra.div maxW="3xl" mx="auto" px="4" py="16">
      <ErrorNotice
        title="Your account could not be loaded."
        text={`${failure?.message ?? 'The server is not responding.'} Your work is kept.`}
        onRetry={() => session.send({ type: 'user.retry' })}
      />
    </chakra.div>
  )
}
