import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import type { Project } from '../../../machines/projects/project-list'
import { isOtherAccount, mayRetry, reasonOf } from '../../../machines/sharing/invitation-acceptance.machine'
import { PageSpinner } from '../../ui/page-spinner'
import { useInvitationMachines } from './invitation-machines'

type InvitationPageProps = {
  /** The part of the link that identifies the invitation; empty if it is missing. */
  token: string
  onJoined: (project: Project) => void
  onLogOut: () => void
  onProjects: () => void
}

/** The page of an invitation link: joins the project, or explains why that is not possible and what to do. */
export function InvitationPage({ token, onJoined, onLogOut, onProjects }: InvitationPageProps) {
  const [input] = useState({ token })
  const machine = useInvitationMachines().invitationAcceptance.provide({
    actions: { tellJoined: (_, project) => onJoined(project) },
  })
  const actor = useActorRef(machine, { input })
  const reason = useSelector(actor, reasonOf)
  const otherAccount = useSelector(actor, isOtherAccount)
  const retry = useSelector(actor, mayRetry)
  if (reason === null) return <PageSpinner text="Joining the project..." />
  return (
    <chakra.section aria-label="Invitation" maxW="prose" mx="auto" px="4" py="16" display="grid" gap="4">
      <chakra.h1 textStyle="2xl" fontWeight="semibold">
        {otherAccount ? 'You are signed in with another account' : 'You did not join the project'}
      </chakra.h1>
      <chakra.p role="alert" overflowWrap="anywhere">
        {reason}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        {retry && <Button onClick={() => actor.send({ type: 'acceptance.retry' })}>Try again</Button>}
        {otherAccount && <Button onClick={onLogOut}>Log out</Button>}
        <Button variant="outline" onClick={onProjects}>
          Go to your projects
        </Button>
      </chakra.div>
    </chakra.section>
  )
}
