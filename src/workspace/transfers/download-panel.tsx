import { useSelector } from '@xstate/react'

import {
  type DownloadActor,
  type DownloadItem,
  downloadNoticeOf,
  downloadsOf,
} from '../../../machines/transfers/download.machine'
import { streamedAbove } from '../../../machines/previews/preview-kinds'
import { fileSize } from '../../ui/amounts'
import { TransferRow } from './transfer-row'

/** Lists downloads and exports with their progress and errors. */
export function DownloadPanel({ downloads }: { downloads: DownloadActor }) {
  const items = useSelector(downloads, downloadsOf)
  const notice = useSelector(downloads, downloadNoticeOf)
  if (items.length === 0 && !notice) return null
  const isOver = items.every(({ status }) => status !== 'waiting' && status !== 'receiving')

  return (
    <section aria-label="Downloads">
      {notice && (
        <p role="alert" className="notice">
          {notice}
        </p>
      )}
      <div className="box">
        <div className="head">
          <div className="line">
            <span className="title rest">Downloads</span>
            <button type="button" disabled={!isOver} onClick={() => downloads.send({ type: 'list.cleared' })}>
              Clear downloads
            </button>
          </div>
        </div>
        <div role="list" aria-label="Downloaded files" className="list" tabIndex={0}>
          {items.map((item) => (
            <div key={item.id} role="listitem">
              <DownloadRow item={item} downloads={downloads} />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

const stateOf = ({ status, received, size }: DownloadItem): string => {
  switch (status) {
    case 'waiting':
      return 'Waiting'
    case 'receiving':
      return size === null ? fileSize(received) : `${fileSize(received)} of ${fileSize(size)}`
    case 'done':
      return size !== null && size > streamedAbove ? 'Download started in the browser' : 'Downloaded'
    case 'failed':
      return 'Failed'
    case 'cancelled':
      return 'Canceled'
  }
}

function DownloadRow({ item, downloads }: { item: DownloadItem; downloads: DownloadActor }) {
  const { id, name, status, received, size } = item
  const isUnderWay = status === 'waiting' || status === 'receiving'
  return (
    <TransferRow
      name={name}
      part={status === 'done' ? 1 : size ? Math.min(1, received / size) : size === 0 || isUnderWay ? null : 0}
      state={stateOf(item)}
      failed={status === 'failed'}
      failure={item.failure}
    >
      {isUnderWay ? (
        <button
          type="button"
          aria-label={`Cancel download of ${name}`}
          onClick={() => downloads.send({ type: 'download.cancelled', id })}
        >
          Cancel
        </button>
      ) : (
        status !== 'done' && (
          <button
            type="button"
            aria-label={`Download ${name} again`}
            onClick={() => downloads.send({ type: 'download.retried', id })}
          >
            Retry
          </button>
        )
      )}
    </TransferRow>
  )
}
