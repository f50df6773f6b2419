import { failToLoad } from '../../ui/loading/load-failure'
import { staticView } from '../shell/static-view'

export const PrivacyView = staticView('privacy', () =>
  import('./privacy-page').then((it) => ({ default: it.PrivacyPage }), failToLoad),
)
export const TermsView = staticView('terms', () =>
  import('./terms-page').then((it) => ({ default: it.TermsPage }), failToLoad),
)
