import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import {
  type DownloadActor,
  type DownloadItem,
  downloadNoticeOf,
  downloadsOf,
} from '../../machines/workspace/download.machine'
import { streamedAbove } from '../../machines/workspace/preview-kinds'
import { fileSize } from './amounts'
import { TransferRow, transferStyle } from './transfer-row'

/** What is being downloaded or exported, how far it has come, and why it failed. */
export function DownloadPanel({ downloads }: { downloads: DownloadActor }) {
  const items = useSelector(downloads, downloadsOf)
  const notice = useSelector(downloads, downloadNoticeOf)
  if (items.length === 0 && !notice) return null
  const isOver = items.every(({ status }) => status !== 'waiting' && status !== 'receiving')

  return (
    <chakra.section aria-label="Downloads" css={transferStyle}>
      {notice && (
        <chakra.p role="alert" className="failure" textStyle="sm" mb="2">
          {notice}
        </chakra.p>
      )}
      <chakra.div borderWidth="1px" borderRadius="l2" overflow="hidden">
        <chakra.div display="flex" alignItems="center" gap="3" px="3" py="1.5" bg="bg.subtle" borderBottomWidth="1px">
          <chakra.span textStyle="sm" fontWeight="medium" me="auto">
            Downloads
          </chakra.span>
          <Button size="xs" variant="ghost" disabled={!isOver} onClick={() => downloads.send({ type: 'list.cleared' })}>
            Clear downloads
          </Button>
        </chakra.div>
        <chakra.div role="list" aria-label="Downloaded files" maxH="40" overflow="auto" tabIndex={0}>
          {items.map((item) => (
            <div key={item.id} role="listitem">
              <DownloadRow item={item} downloads={downloads} />
            </div>
          ))}
        </chakra.div>
      </chakra.div>
    </chakra.section>
  )
}

const stateOf = ({ status, received, size }: DownloadItem): string => {
  switch (status) {
    case 'waiting':
      return 'Waiting'
    case 'receiving':
      return size === null ? fileSize(received) : `${fileSize(received)} of ${fileSize(size)}`
    case 'done':
      return size !== null && size > streamedAbove ? 'Handed to the browser' : 'Downloaded'
    case 'failed':
      return 'Failed'
    case 'cancelled':
      return 'Cancelled'
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
