import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiClipboardTextOutline, mdiMagnify } from '@mdi/js'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, Suspense, useEffect, useMemo, useState } from 'react'

import type { Services } from '../../app/services'
import { WorkspaceHeader } from '../../site/shell/workspace-header'
import { Icon } from '../../ui/icon'
import { ToolsMenu } from '../../workspace/tools/tools-menu'
import { followTransfers } from '../../workspace/transfers/running-transfers'
import { toolOpener } from '../open-tool'
import { lazyPart } from '../../ui/loading/lazy-part'

const UploadsInProgress = lazyPart(() =>
  import('../../workspace/transfers/uploads-in-progress').then((it) => it.UploadsInProgress),
)

type HeaderProps = Omit<ComponentProps<typeof WorkspaceHeader>, 'children'> & { services: Services }

/** The header of the workspace with its actions: search, uploads in progress, requests and tools. */
export function Header({ services, ...frame }: HeaderProps) {
  const navigate = useNavigate()
  const openTool = useMemo(() => toolOpener(services), [services])
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isList = path === '/workspace'
  const search = () => {
    navigate({ to: '/workspace', state: { isSearching: true } }).catch(console.error)
  }

  return (
    <WorkspaceHeader {...frame}>
      <RunningUploads api={services.api} />
      {/* The list has a search field of its own. */}
      {!isList && (
        <Button
          variant="ghost"
          colorPalette="gray"
          px={{ base: '0', lg: '3' }}
          // Phones have no space for this button. There, the search field of the project list is one step away.
          hideBelow="sm"
          aria-label="Search projects"
          onClick={search}
        >
          <Icon path={mdiMagnify} />
          <chakra.span hideBelow="lg">Search</chakra.span>
        </Button>
      )}
      <Button variant="ghost" colorPalette="gray" px={{ base: '0', md: '3' }} aria-label="Simulation requests" asChild>
        <Link to="/workspace/requests/{-$requestId}" params={{ requestId: undefined }} preload={false}>
          <Icon path={mdiClipboardTextOutline} />
          <chakra.span hideBelow="md">Requests</chakra.span>
        </Link>
      </Button>
      {/* The staff link and the notifications button, whose code is loaded later. */}
      <div id="notices" />
      <ToolsMenu onOpen={openTool} />
    </WorkspaceHeader>
  )
}

/** When the first transfer starts, loads the code that shows uploads. */
function RunningUploads({ api }: { api: object }) {
  const [hasTransfers, setHasTransfers] = useState(false)
  useEffect(
    () =>
      followTransfers(api, () => {
        // A page may start the transfers while it renders, when the state of other components must not change.
        queueMicrotask(() => setHasTransfers(true))
        return () => {}
      }),
    [api],
  )
  return (
    hasTransfers && (
      <Suspense>
        <UploadsInProgress api={api} />
      </Suspense>
    )
  )
}
