import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'

import { PageSpinner } from '../ui/page-spinner'
import { Kept, stands } from './kept'

const pages = {
  privacy: lazyRouteComponent(() => import('./privacy-page'), 'PrivacyPage'),
  terms: lazyRouteComponent(() => import('./terms-page'), 'TermsPage'),
}

/** A legal page for a route: the prerendered one on a direct visit, and otherwise loaded with the navigation. */
function legalView(part: keyof typeof pages) {
  const Page = pages[part]
  const View = () => (
    <Kept part={part}>
      <Suspense fallback={<PageSpinner text="Loading..." />}>
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
