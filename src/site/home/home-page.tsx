import { lazyRouteComponent } from '@tanstack/react-router'

import type { Viewer } from '../../session/current-user'
import { Later } from '../../ui/deferred'
import { keepAsItStands } from '../../ui/load-failure'
import { Hero } from './hero'
import type { SectionsProps } from './home-sections'
import { stands } from '../shell/prerendered-part'

// Once loaded these are rendered at once. React's lazy leaves a gap even then, and an anchor in it would not be found.
const HomeSections = lazyRouteComponent(() => import('./home-sections').catch(keepAsItStands), 'HomeSections')
const BoardDrawing = lazyRouteComponent(() => import('../drawings/board-drawing').catch(keepAsItStands), 'BoardDrawing')

type HomePageProps = SectionsProps & {
  viewer: Viewer
  /** The work site, opened in a new tab. */
  loginUrl: string
  /** When the page is open to its visitor; null when it is already. */
  opened: Promise<unknown> | null
}

/**
 * The home page. Its ten anchors: the sections, and one on each tool's card. All of it is prerendered, but only the first
 * screen comes alive at once: the drawing and the sections follow when the page is open, so that they delay nothing.
 */
export function HomePage({ viewer, loginUrl, opened, api, onOpenTool, tell }: HomePageProps) {
  return (
    <div data-part="home">
      <Hero
        viewer={viewer}
        loginUrl={loginUrl}
        drawing={
          <Later after={opened}>
            <BoardDrawing />
          </Later>
        }
      />
      <Later after={opened}>
        <HomeSections api={api} onOpenTool={onOpenTool} tell={tell} />
      </Later>
    </div>
  )
}

/** Brings what a navigation to the home page will show; a page that was prerendered has it. */
export async function preloadHomePage(): Promise<void> {
  if (!stands('home')) await Promise.all([HomeSections.preload?.(), BoardDrawing.preload?.()])
}
