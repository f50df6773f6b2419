import { streamedAbove } from '../../../machines/previews/preview-kinds'
import type { DownloadItem } from '../../../machines/transfers/download-file.machine'
import type { DownloadActor } from '../../../machines/transfers/download.machine'
import { fileSize } from '../../ui/amounts'
import { TransferRow } from './transfer-row'

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

type Row = { item: DownloadItem; downloads: Pick<DownloadActor, 'send'> }

/** A download with its progress, its failure, and a button that cancels or repeats it. */
export function DownloadRow({ item, downloads }: Row) {
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
            aria-label={`Retry download of ${name}`}
            onClick={() => downloads.send({ type: 'download.retried', id })}
          >
            Retry
          </button>
        )
      )}
    </TransferRow>
  )
}
