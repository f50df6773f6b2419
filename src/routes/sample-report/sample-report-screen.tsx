import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router'

import { exists, Kept } from '../../site/shell/prerendered-part'
import { Island } from '../../ui/loading/island'
import { keepStatic } from '../../ui/loading/load-failure'

const Head = lazyRouteComponent(
  () => import('../../workspace/requests/report/sample-report-head').catch(keepStatic),
  'SampleReportHead',
)
const Part = lazyRouteComponent(() => import('./sample-report-part').catch(keepStatic), 'SampleReportPart')
const route = getRouteApi('/sample-report')

/** Preloads the parts of the page for a navigation to it. A prerendered page already contains them. */
export async function preloadSampleReport(): Promise<void> {
  if (!exists('sample-report')) await Promise.all([Head.preload?.(), Part.preload?.()])
}

/** The page of the sample report. The report's code is loaded when the report is used. */
export function SampleReportScreen() {
  const { file } = route.useSearch()
  return (
    <div data-part="sample-report">
      <Kept part="sample-report-head">
        <Head />
      </Kept>
      <Island name="sample-report" isNeeded={file !== undefined}>
        <Part />
      </Island>
    </div>
  )
}
