import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { mdiDownload, mdiFileHidden } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { Suspense } from 'react'

import type { ProjectFile } from '../../../machines/files/file-order'
import * as preview from '../../../machines/previews/file-preview.machine'
import { Icon } from '../../ui/icon'
import { fileSize } from '../../ui/amounts'
import { EmptyState, ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { lowScroller, lowWindow } from '../../ui/theme/accessibility-styles'
import { BrokenPreview } from './broken-preview'
import { usePreviewMachines } from './machines'
import { previews } from './registry'

/** Fills the rest of the frame. In a short window the height is limited to what is visible at once. */
const contentStyle: SystemStyleObject = {
  flex: '1',
  minH: '0',
  display: 'flex',
  flexDirection: 'column',
  [lowWindow]: { ...lowScroller, h: 'calc(100dvh - 64px)' },
}

type PreviewContentProps = {
  file: ProjectFile
  /** The files of the set that `file` stands for; null if it stands for itself. */
  parts?: ProjectFile[] | null
  /** Null if no download is offered, as for a file that has not been uploaded yet. */
  onDownload: ((id: string) => void) | null
}

/** Shows a file, which is never executed, or the reason why it cannot be shown. Each file needs its own React key. */
export function PreviewContent({ file, parts = null, onDownload }: PreviewContentProps) {
  const actor = useActorRef(usePreviewMachines().filePreview, { input: { file, parts } })
  const content = useSelector(actor, preview.contentOf)
  const kind = useSelector(actor, preview.previewedKind)
  const failure = useSelector(actor, preview.previewFailureOf)
  const unavailable = useSelector(actor, preview.isUnavailable)
  const empty = useSelector(actor, preview.isEmpty)
  const unsupported = useSelector(actor, preview.isUnsupported)
  const format = useSelector(actor, preview.unshownFormatOf)
  const remark = useSelector(actor, preview.remarkOf)
  const shown = useSelector(actor, preview.shownFileOf)
  const advice = useSelector(actor, preview.exportAdviceOf)
  const instead = file.id && onDownload ? <DownloadInstead onClick={() => onDownload(file.id)} /> : null

  if (unavailable) {
    return (
      <EmptyState icon={mdiFileHidden} title="Preview not available">
        {empty && <p>This file is empty: it has 0 bytes.</p>}
      </EmptyState>
    )
  }
  if (unsupported) {
    return (
      <EmptyState icon={mdiFileHidden} title="Preview not supported">
        {shown !== file && <p>The only file in this archive: {shown.name}</p>}
        <p>
          Files in this format cannot be previewed: <strong>{format}</strong>.
        </p>
        {advice && <p>{advice}</p>}
        {instead}
      </EmptyState>
    )
  }
  if (failure) {
    return (
      <>
        <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'preview.retry' })} />
        <div>{instead}</div>
      </>
    )
  }
  if (!content || !kind) return <PageSpinner text="Loading preview..." />
  const Preview = previews[kind]
  const broken = (reason: string) => actor.send({ type: 'preview.broken', reason })
  const unreadable = (reason: string) => actor.send({ type: 'preview.unreadable', reason })
  return (
    <chakra.div key={kind} css={contentStyle}>
      {shown !== file && (
        <chakra.p mb="3" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          The only file in this archive: <chakra.span fontFamily="mono">{shown.name}</chakra.span> (
          {fileSize(shown.size)})
        </chakra.p>
      )}
      {remark && (
        <chakra.p
          role="status"
          mb="3"
          px="3"
          py="2"
          borderRadius="l2"
          bg="warning.subtle"
          color="warning.fg"
          textStyle="sm"
        >
          {remark}
        </chakra.p>
      )}
      <BrokenPreview onBroken={broken}>
        <Suspense fallback={<PageSpinner text="Loading preview..." />}>
          <Preview file={shown} content={content} onBroken={broken} onUnreadable={unreadable} />
        </Suspense>
      </BrokenPreview>
    </chakra.div>
  )
}

const DownloadInstead = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>
    <Icon path={mdiDownload} />
    Download file instead
  </Button>
)
