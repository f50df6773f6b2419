import { useVirtualizer } from '@tanstack/react-virtual'
import { useSelector } from '@xstate/react'
import { useCallback, useRef } from 'react'

import { itemsOf, leftOutOf, noticeOf, type UploadActor } from '../../../machines/transfers/upload.machine'
import * as rules from '../../../machines/transfers/upload-rules'
import { deferredMeasuring } from '../../ui/deferred-measuring'
import { useDeferredSelector } from '../../ui/use-deferred-selector'
import { ProgressLine, progressText } from './transfer-row'
import { answers, UploadRow } from './upload-row'

type Preview = (item: rules.UploadItem) => void

type UploadPanelProps = {
  uploads: UploadActor
  projectId: string
  /** Null where files cannot be previewed before they are uploaded. */
  onPreview: Preview | null
}

/** The progress of a project's uploads, individually and in total, with the questions that the user has to answer. */
export function UploadPanel(props: UploadPanelProps) {
  const { uploads, projectId } = props
  const notice = useSelector(uploads, noticeOf)
  const skippedText = useSelector(uploads, leftOutOf)
  const hasItems = useSelector(uploads, (snapshot) => itemsOf(snapshot).some((item) => item.projectId === projectId))
  if (!hasItems && !notice && !skippedText) return null

  return (
    <section aria-label="Upload">
      {notice && (
        <p role="alert" className="notice">
          {notice}
        </p>
      )}
      {skippedText && (
        <p role="status" className="left-out">
          {skippedText}
        </p>
      )}
      {hasItems && <Uploads {...props} />}
    </section>
  )
}

/** A separate component, because it is rendered again on every progress update of any file. */
function Uploads({ uploads, projectId, onPreview }: UploadPanelProps) {
  const all = useDeferredSelector(uploads, itemsOf)
  const own = all.filter((item) => item.projectId === projectId)
  // Items that need an answer come first.
  const items = [...own.filter(isAsking), ...own.filter((item) => !isAsking(item))]
  return (
    <div className="box">
      <UploadTotal items={items} uploads={uploads} projectId={projectId} />
      <Conflicts items={items} uploads={uploads} />
      <UploadList items={items} uploads={uploads} onPreview={onPreview} />
    </div>
  )
}

const isAsking = ({ status }: rules.UploadItem) => status === 'asking'

type ListProps = { items: rules.UploadItem[]; uploads: UploadActor }

function UploadTotal({ items, uploads, projectId }: ListProps & { projectId: string }) {
  const underWay = items.filter(rules.isUnderWay)
  const done = items.filter(({ status }) => status === 'done').length
  const total = rules.totalProgress(items)
  return (
    <div className="head">
      <div className="line">
        <span role="status" className="title">
          {rules.summaryOf(items)}
        </span>
        <span className="state rest">{underWay.length > 0 && progressText(total)}</span>
        {underWay.length > 0 ? (
          <button type="button" onClick={() => uploads.send({ type: 'uploads.cancelled', projectId })}>
            Cancel all
          </button>
        ) : (
          <button type="button" onClick={() => uploads.send({ type: 'list.cleared', projectId })}>
            Clear list
          </button>
        )}
      </div>
      <ProgressLine
        label="Progress of all uploads"
        part={total.size > 0 ? total.sent / total.size : Math.min(done, 1)}
      />
    </div>
  )
}

/** Offers to answer all name conflicts at once if there are several. Each row also offers its own answers. */
function Conflicts({ items, uploads }: ListProps) {
  const asking = items.filter(isAsking)
  if (asking.length < 2) return null
  return (
    <div role="group" aria-label="Files with the same name" className="line asking">
      <span className="rest">{asking.length} files have the same names as files in the project.</span>
      {answers.map(({ answer, all }) => (
        <button
          key={answer}
          type="button"
          onClick={() => uploads.send({ type: 'conflict.answered', ids: asking.map(({ id }) => id), answer })}
        >
          {all}
        </button>
      ))}
    </div>
  )
}

// The list appears while up to a thousand files are being processed, so its measurement is deferred.
const laidOutLater = deferredMeasuring(256)

/** Renders only the visible rows, because a thousand files may be queued. */
function UploadList({ items, uploads, onPreview }: ListProps & { onPreview: Preview | null }) {
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  // Without a stable function, the virtualizer would recompute all rows.
  const keyOf = useCallback((index: number) => items[index]?.id ?? index, [items])
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual returns functions that must not be memoized, so the component opts out.
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 56,
    getItemKey: keyOf,
    overscan: 3,
    ...laidOutLater,
  })
  const shown = rows.getVirtualItems()
  return (
    <div ref={scroller} className="list" tabIndex={0} aria-label="Uploads" role="list">
      <div style={{ height: rows.getTotalSize() }}>
        {/* Rows are in normal flow, so that a growing row moves the rows after it immediately, even before it is measured. */}
        <div style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}>
          {shown.map(({ index, key }) => {
            const item = items[index]
            return (
              item && (
                <div
                  key={key}
                  ref={rows.measureElement}
                  data-index={index}
                  role="listitem"
                  aria-setsize={items.length}
                  aria-posinset={index + 1}
                >
                  <UploadRow item={item} uploads={uploads} onPreview={onPreview} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}
