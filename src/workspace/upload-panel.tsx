import { Button } from '@chakra-ui/react/button'
import { Progress } from '@chakra-ui/react/progress'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiTrayArrowUp } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'

import { itemsOf, noticeOf, type UploadActor, type UploadItem } from '../../machines/workspace/upload.machine'
import { Icon } from '../ui/icon'
import { fileSize } from './amounts'
import { keepChosenFiles } from './machines'

/** Chooses files, and shows each one's way to the project. */
export function UploadPanel({ upload }: { upload: UploadActor }) {
  const items = useSelector(upload, itemsOf)
  const notice = useSelector(upload, noticeOf)
  const picker = useRef<HTMLInputElement>(null)

  return (
    <chakra.section aria-label="Upload" display="grid" gap="3">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="4">
        <Button size="sm" onClick={() => picker.current?.click()}>
          <Icon path={mdiTrayArrowUp} />
          Upload files
        </Button>
        <chakra.p textStyle="sm" color="fg.muted">
          Board layout, stackup, material data: any file of the project, up to 2,048 MB in all.
        </chakra.p>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={(event) => {
            upload.send({ type: 'files.chosen', files: keepChosenFiles(event.target.files ?? []) })
            event.target.value = ''
          }}
        />
      </chakra.div>
      {notice && <chakra.p role="alert">{notice}</chakra.p>}
      {items.length > 0 && (
        <chakra.ul aria-label="Uploads" display="grid" gap="2">
          {items.map((item) => (
            <UploadRow key={item.id} item={item} upload={upload} />
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  )
}

const statusText = {
  waiting: 'Waiting',
  sending: 'Uploading',
  done: 'Uploaded',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const

function UploadRow({ item, upload }: { item: UploadItem; upload: UploadActor }) {
  const isUnderWay = item.status === 'waiting' || item.status === 'sending'
  const percent = item.status === 'done' ? 100 : item.size > 0 ? Math.round((item.sent / item.size) * 100) : 0
  return (
    <chakra.li display="grid" gap="2" p="3" borderWidth="1px" borderRadius="l2">
      <chakra.div display="flex" alignItems="center" gap="3" textStyle="sm">
        <chakra.span fontFamily="mono" flex="1" minW="0" overflowWrap="anywhere">
          {item.name}
        </chakra.span>
        <chakra.span textStyle="figures" color="fg.muted" whiteSpace="nowrap">
          {statusText[item.status]} · {fileSize(item.size)}
        </chakra.span>
        {isUnderWay && (
          <Button
            size="xs"
            variant="ghost"
            aria-label={`Cancel ${item.name}`}
            onClick={() => upload.send({ type: 'upload.cancelled', id: item.id })}
          >
            Cancel
          </Button>
        )}
        {(item.status === 'failed' || item.status === 'cancelled') && (
          <Button
            size="xs"
            variant="outline"
            aria-label={`Upload ${item.name} again`}
            onClick={() => upload.send({ type: 'upload.retried', id: item.id })}
          >
            Retry
          </Button>
        )}
      </chakra.div>
      <Progress.Root size="sm" value={percent} colorPalette={item.status === 'failed' ? 'error' : 'primary'}>
        <Progress.Track aria-label={`Progress of ${item.name}`}>
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
      {item.failure && (
        <chakra.p role="alert" textStyle="sm" color="error.fg">
          {item.failure}
        </chakra.p>
      )}
    </chakra.li>
  )
}
