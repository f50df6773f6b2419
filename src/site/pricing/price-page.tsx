import type { ReactNode } from 'react'

import { lazyRouteComponent } from '@tanstack/react-router'

import { keepStatic } from '../../ui/loading/load-failure'
import { exists, Kept } from '../shell/prerendered-part'

const BoardZone = lazyRouteComponent(() => import('./board-zone').catch(keepStatic), 'BoardZone')
const PriceTable = lazyRouteComponent(() => import('./price-table').catch(keepStatic), 'PriceTable')

/** The price page. It is static until a visitor provides a board; then `estimate` replaces the drop zone. */
export function PricePage({ estimate }: { estimate: ReactNode }) {
  return (
    <div data-part="pricing">
      {estimate ?? <EmptyZone />}
      <Kept part="price-table">
        <PriceTable />
      </Kept>
    </div>
  )
}

/** The drop zone with its heading. */
export const EmptyZone = () => (
  <Kept part="price-zone">
    <BoardZone />
  </Kept>
)

/** Preloads the lazy parts for a navigation to the page. A prerendered page already contains them. */
export async function preloadPriceParts(): Promise<void> {
  if (!exists('pricing')) await Promise.all([BoardZone.preload?.(), PriceTable.preload?.()])
}
