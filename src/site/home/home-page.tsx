import { lazyRouteComponent } from '@tanstack/react-router'

import type { Viewer } from '../../session/current-user'
import { Island } from '../../ui/island'
import { keepStatic } from '../../ui/load-failure'
import { Hero } from './hero'
import type { SectionServices } from './home-sections'
import { exists, Kept } from '../shell/prerendered-part'

// Render synchronously once loaded. React.lazy would suspend even then, and an anchor inside would not be found.
const HomeSection = lazyRouteComponent(() => import('./home-sections').catch(keepStatic), 'HomeSection')
const StaticSection = lazyRouteComponent(() => import('./static-sections').catch(keepStatic), 'StaticSection')
const BoardDrawing = lazyRouteComponent(() => import('../drawings/board-drawing').catch(keepStatic), 'BoardDrawing')

type HomePageProps = SectionServices & {
  viewer: Viewer
  /** The address of the workspace, opened in a new tab. */
  loginUrl: string
}

/**
 * The home page. It has ten anchors: one per section and one per tool card. The whole page is prerendered. The hero hydrates
 * first; sections that respond to the visitor hydrate when they are visible or used, and the others stay as they are.
 */
export function HomePage({ viewer, loginUrl, api, onOpenTool, notify }: HomePageProps) {
  const services = { api, onOpenTool, notify }
  return (
    <div data-part="home">
      <Hero
        viewer={viewer}
        loginUrl={loginUrl}
        drawing={
          <Kept part="board">
            <BoardDrawing />
          </Kept>
        }
      />
      <Kept part="services">
        <StaticSection name="services" />
      </Kept>
      <Island name="publications">
        <HomeSection name="publications" services={services} />
      </Island>
      <Island name="tools">
        <HomeSection name="tools" services={services} />
      </Island>
      <Kept part="about">
        <StaticSection name="about" />
      </Kept>
      <Island name="contact">
        <HomeSection name="contact" services={services} />
      </Island>
      <Island name="news">
        <HomeSection name="news" services={services} />
      </Island>
      <Kept part="partners">
        <StaticSection name="partners" />
      </Kept>
    </div>
  )
}

/** Preloads the lazy parts for a navigation to the home page. A prerendered page already contains them. */
export async function preloadHomePage(): Promise<void> {
  if (!exists('home')) await Promise.all([HomeSection.preload?.(), StaticSection.preload?.(), BoardDrawing.preload?.()])
}
