import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { mdiChevronLeft, mdiChevronRight, mdiDownload, mdiFileHidden } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { Suspense, useEffect } from 'react'

import type { ProjectFile } from '../../../machines/files/file-order'
import * as preview from '../../../machines/previews/file-preview.machine'
import { Icon } from '../../ui/icon'
import { EmptyState, ErrorNotice } from '../../ui/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { lowScroller, lowWindow } from '../../ui/theme/accessibility-styles'
import { fileSize } from '../../ui/amounts'
import { DialogFrame } from '../../ui/dialog-frame'
import { usePreviewMachines } from './machines'
import { BrokenPreview } from './broken-preview'
import { previews } from './registry'

type PreviewDialogProps = {
  files: ProjectFile[]
  id: string
  /** Null for a file that is not uploaded yet. */
  onDownload: ((id: string) => void) | null
  onClose: () => void
}

/** Elements that handle the left and right arrow keys themselves. */
const ownArrows = 'input, select, textarea, video, audio, [contenteditable], [data-own-arrows]'

/**
 * Shows one file at a time; the arrow keys switch to the other files of the list. Content of a file is never executed.
 */
export function PreviewDialog({ files, id, onDownload, onClose }: PreviewDialogProps) {
  const actor = useActorRef(usePreviewMachines().filePreview, { input: { files, id } })
  const file = useSelector(actor, preview.fileOf)
  const { index, count } = useSelector(actor, preview.placeOf, samePlace)

  // Listen on the window, because a button that becomes disabled at the last file loses the focus.
  useEffect(() => {
    const go = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey || (target instanceof Element && target.closest(ownArrows))) return
      if (key === 'ArrowRight') actor.send({ type: 'file.next' })
      if (key === 'ArrowLeft') actor.send({ type: 'file.previous' })
    }
    addEventListener('keydown', go)
    return () => removeEventListener('keydown', go)
  }, [actor])

  return (
    <DialogFrame title={file?.name ?? 'Preview'} size="cover" onClose={onClose}>
      <chakra.div display="flex" flexDirection="column" gap="3" h="full">
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <chakra.p textStyle="sm" color="fg.muted" me="auto">
            {file && `${fileSize(file.size)} · ${file.fileType}`}
          </chakra.p>
          <Button
            size="sm"
            variant="outline"
            disabled={index <= 0}
            aria-label="Previous file"
            aria-keyshortcuts="ArrowLeft"
            onClick={() => actor.send({ type: 'file.previous' })}
          >
            <Icon path={mdiChevronLeft} />
          </Button>
          <chakra.span role="status" textStyle="figures" color="fg.muted">
            {index + 1} of {count}
          </chakra.span>
          <Button
            size="sm"
            variant="outline"
            disabled={index + 1 >= count}
            aria-label="Next file"
            aria-keyshortcuts="ArrowRight"
            onClick={() => actor.send({ type: 'file.next' })}
          >
            <Icon path={mdiChevronRight} />
          </Button>
          {file?.id && onDownload && (
            <Button size="sm" variant="outline" onClick={() => onDownload(file.id)}>
              <Icon path={mdiDownload} />
              Download
            </Button>
          )}
        </chakra.div>
        <Content actor={actor} onDownload={onDownload} />
      </chakra.div>
    </DialogFrame>
  )
}

const samePlace = (a: { index: number; count: number }, b: typeof a) => a.index === b.index && a.count === b.count

/** Fills the rest of the dialog. In a short window the height is limited to what is visible at once. */
const contentStyle: SystemStyleObject = {
  flex: '1',
  minH: '0',
  display: 'flex',
  flexDirection: 'column',
  [lowWindow]: { ...lowScroller, h: 'calc(100dvh - 64px)' },
}

type ContentProps = { actor: preview.FilePreviewActor; onDownload: PreviewDialogProps['onDownload'] }

function Content({ actor, onDownload }: ContentProps) {
  const file = useSelector(actor, preview.fileOf)
  const content = useSelector(actor, preview.contentOf)
  const kind = useSelector(actor, preview.previewedKind)
  const failure = useSelector(actor, preview.previewFailureOf)
  const unavailable = useSelector(actor, preview.isUnavailable)
  const empty = useSelector(actor, preview.isEmpty)
  const unsupported = useSelector(actor, preview.isUnsupported)
  const format = useSelector(actor, preview.unshownFormatOf)
  const remark = useSelector(actor, preview.remarkOf)
  const advice = useSelector(actor, preview.exportAdviceOf)
  const instead = file?.id && onDownload ? <DownloadInstead onClick={() => onDownload(file.id)} /> : null

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
        <p>
          Files of this format cannot be previewed: <strong>{format}</strong>.
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
  if (!file || !content || !kind) return <PageSpinner text="Loading preview..." />
  const Preview = previews[kind]
  const broken = (reason: string) => actor.send({ type: 'preview.broken', reason })
  const unreadable = (reason: string) => actor.send({ type: 'preview.unreadable', reason })
  return (
    <chakra.div key={`${file.id} ${kind}`} css={contentStyle}>
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
          <Preview file={file} content={content} onBroken={broken} onUnreadable={unreadable} />
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
