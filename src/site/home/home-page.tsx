import { lazyRouteComponent } from '@tanstack/react-router'

import type { Viewer } from '../../session/current-user'
import { Later } from '../../ui/deferred'
import { keepStatic } from '../../ui/load-failure'
import { Hero } from './hero'
import type { SectionsProps } from './home-sections'
import { exists } from '../shell/prerendered-part'

// Renders synchronously once loaded. React.lazy would suspend even then, and an anchor inside would not be found.
const HomeSections = lazyRouteComponent(() => import('./home-sections').catch(keepStatic), 'HomeSections')
const BoardDrawing = lazyRouteComponent(() => import('../drawings/board-drawing').catch(keepStatic), 'BoardDrawing')

type HomePageProps = SectionsProps & {
  viewer: Viewer
  /** The address of the workspace, opened in a new tab. */
  loginUrl: string
  /** Resolves when the loading overlay is gone; null if it already is. */
  opened: Promise<unknown> | null
}

/**
 * The home page. It has ten anchors: one per section and one per tool card. The whole page is prerendered, but only the
 * hero hydrates immediately. The drawing and the sections follow once the overlay is gone, so that they delay nothing.
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

/** Preloads the lazy parts for a navigation to the home page. A prerendered page already contains them. */
export async function preloadHomePage(): Promise<void> {
  if (!exists('home')) await Promise.all([HomeSections.preload?.(), BoardDrawing.preload?.()])
}
