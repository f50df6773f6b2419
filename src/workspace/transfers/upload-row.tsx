import type { UploadActor } from '../../../machines/transfers/upload.machine'
import { type ConflictAnswer, isActive, itemProgress, type UploadItem } from '../../../machines/transfers/upload-rules'
import { fileSize } from '../../ui/amounts'
import { progressText, TransferRow } from './transfer-row'

/** The answers that the user can give if the name of a file is already in use. */
export const answers: { answer: ConflictAnswer; one: string; all: string }[] = [
  { answer: 'new revision', one: 'New revision', all: 'All as new revisions' },
  { answer: 'keep both', one: 'Keep both', all: 'Keep all' },
  { answer: 'skip', one: 'Skip', all: 'Skip all' },
]

const statusText = {
  listing: 'Waiting for the file list',
  asking: 'A file with this name already exists',
  waiting: 'Waiting',
  sending: 'Uploading',
  paused: 'Paused',
  done: 'Uploaded',
  failed: 'Failed',
  cancelled: 'Canceled',
  interrupted: 'Interrupted',
} as const

type UploadRowProps = {
  item: UploadItem
  uploads: Pick<UploadActor, 'send'>
  onPreview: ((item: UploadItem) => void) | null
}

/** A file in the list of uploads, with the available actions. */
export function UploadRow({ item, uploads, onPreview }: UploadRowProps) {
  const { id, name, status, size, sent } = item
  const part = status === 'done' ? 1 : size > 0 ? Math.min(1, sent / size) : 0
  const isOnWay = isActive(item)
  const details = isOnWay && sent > 0 ? progressText(itemProgress(item)) : fileSize(size)
  return (
    <TransferRow
      name={name}
      part={part}
      state={`${statusText[status]} · ${details}`}
      failed={status === 'failed' || status === 'interrupted'}
      failure={item.failure}
      isAsking={status === 'asking'}
    >
      {onPreview && status !== 'done' && status !== 'interrupted' && (
        <button type="button" aria-label={`Preview ${name} before upload`} onClick={() => onPreview(item)}>
          Preview
        </button>
      )}
      {status === 'asking' &&
        answers.map(({ answer, one }) => (
          <button
            key={answer}
            type="button"
            aria-label={`${one} ${name}`}
            onClick={() => uploads.send({ type: 'conflict.answered', ids: [id], answer })}
          >
            {one}
          </button>
        ))}
      {status === 'paused' && (
        <button
          type="button"
          aria-label={`Resume now: ${name}`}
          onClick={() => uploads.send({ type: 'upload.retried', id })}
        >
          Resume now
        </button>
      )}
      {(status === 'listing' || status === 'waiting' || isOnWay || status === 'interrupted') && (
        <button
          type="button"
          aria-label={`Cancel ${name}`}
          onClick={() => uploads.send({ type: 'upload.cancelled', id })}
        >
          Cancel
        </button>
      )}
      {(status === 'failed' || status === 'cancelled') && (
        <button type="button" aria-label={`Retry ${name}`} onClick={() => uploads.send({ type: 'upload.retried', id })}>
          Retry
        </button>
      )}
    </TransferRow>
  )
}
