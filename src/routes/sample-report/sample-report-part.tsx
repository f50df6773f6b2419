import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'

import { connectWorkspace, WorkspaceProvider } from '../../workspace/lib/machines'
import { PreviewAddressContext } from '../../workspace/previews/preview-address'
import { SampleReport } from '../../workspace/requests/report/sample-report'
import { withSampleFiles } from '../../workspace/requests/report/sample-machines'
import { pathInAddress } from '../path-in-address'
import type { SampleReportSearch } from './sample-report-search'

const root = getRouteApi('__root__')
const route = getRouteApi('/sample-report')

const never = () => () => {}

/** Connects the sample report to the files of the site and to the URL. */
export function SampleReportPart() {
  const { services } = root.useRouteContext()
  const { file, view: addressed } = route.useSearch()
  const view = typeof addressed === 'string' ? addressed : ''
  const navigate = useNavigate()
  const router = useRouter()
  // The prerendered page shows no file, so hydration must not show one either.
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const connection = useMemo(
    () => connectWorkspace(withSampleFiles(services.api), services.session.currentUser),
    [services],
  )
  const go = useMemo(
    () => (search: SampleReportSearch, how: object) => {
      navigate({ to: '.', search, hash: true, resetScroll: false, hashScrollIntoView: false, ...how }).catch(
        console.error,
      )
    },
    [navigate],
  )
  const address = useMemo(
    () => ({
      view,
      shown: 0,
      // The view is written to the URL only once it has settled. By then, another file or page may have been opened.
      onView: (settled: string) => {
        const next: SampleReportSearch = router.options.parseSearch(router.history.location.search)
        if (pathInAddress(router) !== '/sample-report' || next.file !== file || file === undefined) return
        go({ file, ...(settled !== '' && { view: settled }) }, { replace: true, state: true })
      },
      onShow: () => {},
    }),
    [view, file, go, router],
  )
  const open = (id: string | null, shown = '') => {
    if (id !== null) {
      const search = { file: id, ...(shown !== '' && { view: shown }) }
      go(search, file === undefined ? { state: { isDialogOverPage: true } } : { replace: true, state: true })
    } else if (router.state.location.state.isDialogOverPage) router.history.back()
    else go({}, { replace: true })
  }
  return (
    <WorkspaceProvider value={connection}>
      <PreviewAddressContext value={address}>
        <SampleReport openId={isHydrated ? (file ?? null) : null} onFile={open} />
      </PreviewAddressContext>
    </WorkspaceProvider>
  )
}
