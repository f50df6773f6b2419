import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'

import { Kept, stands } from './kept'

const pages = {
  privacy: lazyRouteComponent(() => import('./privacy-page'), 'PrivacyPage'),
  terms: lazyRouteComponent(() => import('./terms-page'), 'TermsPage'),
}

/** A legal page for a route: the prerendered one on a direct visit, and otherwise loaded before the navigation ends. */
function legalView(part: keyof typeof pages) {
  const Page = pages[part]
  const View = () => (
    <Kept part={part}>
      <Suspense>
        <Page />
      </Suspense>
    </Kept>
  )
  const preload = async (): Promise<void> => {
    if (!stands(part)) await Page.preload?.()
  }
  return Object.assign(View, { preload })
}

export const PrivacyView = legalView('privacy')
export const TermsView = legalView('terms')
