import { Button } from '@chakra-ui/react/button'
import { Heading } from '@chakra-ui/react/heading'
import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'

import { BusyButton } from '../../ui/busy-button'
import * as keeping from '../../../machines/pricing/kept-board.machine'
import type { Project } from '../../../machines/projects/project-list'
import { fileSize } from '../../ui/amounts'
import { ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { useKeptBoardMachines } from './kept-board-machines'

type KeptBoardPageProps = {
  /** The names of the user's projects. */
  names: string[]
  onCreated: (project: Project) => void
  onBegun: (request: { projectId: string; step: 1 | 2 | 3 | 4 }) => void
}

/**
 * Shows the progress while the board that was kept during sign-in becomes a project with a request, and then opens the
 * request.
 */
export function KeptBoardPage({ names, onCreated, onBegun }: KeptBoardPageProps) {
  const machine = useKeptBoardMachines().keptBoard.provide({
    actions: { tellCreated: (_, project) => onCreated(project), tellBegun: (_, request) => onBegun(request) },
  })
  const actor = useActorRef(machine, { input: { names } })
  const kept = useSelector(actor, keeping.keptBoardOf)
  const failure = useSelector(actor, keeping.keptFailureOf)
  const isAbsent = useSelector(actor, keeping.isAbsent)
  const isForgetting = useSelector(actor, keeping.isForgetting)
  return (
    <Frame aria-labelledby="kept_board_title">
      <Heading as="h1" id="kept_board_title" size="2xl" overflowWrap="anywhere">
        {isAbsent ? 'No board is kept in this browser' : kept ? kept.name : 'Your board'}
      </Heading>
      {isAbsent ? (
        <>
          <p>
            The board may have been uploaded or removed, or chosen in another browser. Boards are also erased after 24
            hours and when you log out.
          </p>
          <div>
            <Button asChild>
              <Link to="/workspace">Go to your projects</Link>
            </Button>
            <Button asChild variant="outline">
              <Link to="/price">Price a board</Link>
            </Button>
          </div>
        </>
      ) : failure === null ? (
        <Progress actor={actor} />
      ) : (
        <>
          <ErrorNotice
            title={failure}
            text={kept && 'Your board and your selection are still in this browser.'}
            {...(!isForgetting && { onRetry: () => actor.send({ type: 'retry.requested' }) })}
          />
          <div>
            <Button asChild variant="outline">
              <Link to="/workspace">Go to your projects</Link>
            </Button>
            <BusyButton variant="ghost" busy={isForgetting} onClick={() => actor.send({ type: 'board.forgotten' })}>
              Remove this board
            </BusyButton>
          </div>
        </>
      )}
    </Frame>
  )
}

function Progress({ actor }: { actor: keeping.KeptBoardActor }) {
  const isWaiting = useSelector(actor, keeping.isWaiting)
  const isUploading = useSelector(actor, keeping.isUploading)
  const sent = useSelector(actor, keeping.sentOf)
  const size = useSelector(actor, keeping.keptBoardOf)?.size ?? 0
  if (isWaiting) return <PageSpinner text="Another tab is using your board..." />
  if (!isUploading) return <PageSpinner text="Preparing your request..." />
  return (
    <>
      <PageSpinner text="Uploading your board..." />
      <progress aria-label="Upload progress" value={sent} max={Math.max(size, 1)} />
      <p>
        {fileSize(sent)} of {fileSize(size)}. Your request opens when the board is uploaded.
      </p>
    </>
  )
}

const Frame = chakra('section', {
  base: {
    display: 'grid',
    gap: '4',
    maxW: '3xl',
    mx: 'auto',
    px: { base: '4', md: '6' },
    py: '12',
    '& p': { color: 'fg.muted' },
    '& > div:last-child': { display: 'flex', flexWrap: 'wrap', gap: '3' },
    '& progress': { w: 'full', accentColor: '{colors.primary.solid}' },
  },
})
