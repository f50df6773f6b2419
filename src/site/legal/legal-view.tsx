import { lazy, Suspense } from 'react'

import { failToLoad } from '../../ui/load-failure'
import { Kept, exists } from '../shell/prerendered-part'

const pages = {
  privacy: () => import('./privacy-page').then((it) => ({ default: it.PrivacyPage }), failToLoad),
  terms: () => import('./terms-page').then((it) => ({ default: it.TermsPage }), failToLoad),
}

/** A legal page for a route. A direct visit keeps the prerendered page; a navigation preloads the page. */
function legalView(part: keyof typeof pages) {
  const Page = lazy(pages[part])
  const View = () => (
    <Kept part={part}>
      <Suspense>
        <Page />
      </Suspense>
    </Kept>
  )
  const preload = async (): Promise<void> => {
    if (!exists(part)) await pages[part]()
  }
  return Object.assign(View, { preload })
}

export const PrivacyView = legalView('privacy')
export const TermsView = legalView('terms')
