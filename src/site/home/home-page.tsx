import { lazyRouteComponent } from '@tanstack/react-router'

import type { Viewer } from '../../session/current-user'
import { Island } from '../../ui/loading/island'
import { keepStatic } from '../../ui/loading/load-failure'
import { Hero } from './hero'
import type { SectionName, SectionServices } from './home-sections'
import type { StaticSectionName } from './static-sections'
import { exists, Kept } from '../shell/prerendered-part'

// These parts are rendered synchronously once they are loaded. With React.lazy, they would suspend even then, and the
// anchors in them would not be found.
const HomeSection = lazyRouteComponent(() => import('./home-sections').catch(keepStatic), 'HomeSection')
const StaticSection = lazyRouteComponent(() => import('./static-sections').catch(keepStatic), 'StaticSection')
const BoardDrawing = lazyRouteComponent(() => import('../drawings/board-drawing').catch(keepStatic), 'BoardDrawing')

type HomePageProps = SectionServices & {
  viewer: Viewer
  /** The URL of the workspace, which is opened in a new tab. */
  loginUrl: string
}

/**
 * The home page. Every section below the hero and every tool card has an anchor. The whole page is prerendered. The
 * hero hydrates first; sections that respond to the visitor hydrate when they are visible or used, and the others
 * remain static.
 */
export function HomePage({ viewer, loginUrl, api, v1, onOpenTool, notify }: HomePageProps) {
  const services = { api, v1, onOpenTool, notify }
  const island = (name: SectionName) => (
    <Island name={name}>
      <HomeSection name={name} services={services} />
    </Island>
  )
  const kept = (name: StaticSectionName) => (
    <Kept part={name}>
      <StaticSection name={name} />
    </Kept>
  )
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
      {kept('price')}
      {kept('services')}
      {kept('how')}
      {island('publications')}
      {island('tools')}
      {kept('about')}
      {kept('security')}
      {island('contact')}
      {island('news')}
      {kept('partners')}
    </div>
  )
}

/** Preloads the lazy parts for a navigation to the home page. A prerendered page already contains them. */
export async function preloadHomePage(): Promise<void> {
  if (!exists('home')) await Promise.all([HomeSection.preload?.(), StaticSection.preload?.(), BoardDrawing.preload?.()])
}
