import { Heading } from '@chakra-ui/react/heading'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef } from '@xstate/react'
import { Suspense } from 'react'

import { requestReportMachine } from '../../../../machines/requests/request-report.machine'
import { lazyPart } from '../../../ui/loading/lazy-part'
import { saveFrom } from '../../transfers/save-file'
import { publicReport, publicRequest } from './public-sample'
import { addressOf, listedFiles } from './sample-files'
import { Measure } from './sample-measure'
import { ShownReport } from './shown-report'

const FilePreview = lazyPart(() => import('../../previews/file-preview').then((it) => it.FilePreview))

type SampleReportProps = {
  /** The id of the previewed file in the URL. */
  openId: string | null
  /** Opens a file at a view of its preview. Null closes the open file. */
  onFile: (id: string | null, view?: string) => void
}

const input = { requestId: publicRequest.id, delivery: null, report: publicReport }

/** The public sample report, shown like a customer's report. The site itself serves its files. */
export function SampleReport({ openId, onFile }: SampleReportProps) {
  const actor = useActorRef(requestReportMachine, { input })
  const opened = listedFiles.find(({ id }) => id === openId)
  return (
    <chakra.section aria-labelledby="sample_verdict" py={{ base: '8', md: '12' }}>
      <Measure>
        <Heading as="h2" id="sample_verdict" size="xl" mb="4">
          The verdict
        </Heading>
        <ShownReport
          actor={actor}
          request={publicRequest}
          report={publicReport}
          openRow={null}
          // Rows are opened by links, which also work without scripts.
          onRow={null}
          onFile={onFile}
          actions={null}
        />
        {opened && (
          <Suspense fallback={null}>
            <FilePreview
              files={listedFiles}
              file={opened}
              hasList={false}
              onGo={onFile}
              onDownload={(id) => saveFrom(addressOf(id), id)}
              onRevisions={null}
              onClose={() => onFile(null)}
            />
          </Suspense>
        )}
      </Measure>
    </chakra.section>
  )
}
