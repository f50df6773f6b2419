import { createRoute } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'

import { profileOf, statusOf, userOf } from '../../machines/session/session.machine'
import type { ToolId } from '../../machines/tools/tool-launch.machine'
import { guarded } from '../app/guarded'
import { useSession } from '../session/context'
import { viewerOf } from '../session/viewer'
import { HomePage } from '../site/home-page'
import { rootRoute } from './root'

/** The home page, with all its anchors. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: guarded('public'),
  component: Home,
})

/** The same page under its other address. */
export const homeAliasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/home',
  beforeLoad: guarded('public'),
  component: Home,
})

function Home() {
  const { services } = rootRoute.useRouteContext()
  const session = useSession()
  const status = useSelector(session, statusOf)
  const user = useSelector(session, userOf)
  const profile = useSelector(session, profileOf)
  const openTool = (tool: ToolId) =>
    services.tools.send({ type: 'tool.requested', tool, toolName: services.config.tools[tool].name })
  return <HomePage viewer={viewerOf(status, profile, user)} loginUrl={services.config.loginUrl} onOpenTool={openTool} />
}
