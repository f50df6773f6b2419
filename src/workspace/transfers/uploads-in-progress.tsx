import { chakra } from '@chakra-ui/react/styled-system'
import { mdiUpload } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useSyncExternalStore } from 'react'

import { isUnderWay, totalProgress, type UploadItem } from '../../../machines/transfers/upload-rules'
import { Icon } from '../../ui/icon'
import { followTransfers } from './running-transfers'

const none: UploadItem[] = []

/** Reads the uploads that run in this tab, without starting any. */
function uploadsOf(api: object) {
  let items = none
  return {
    current: () => items,
    follow: (changed: () => void) =>
      followTransfers(api, ({ uploads }) => {
        const read = () => {
          const { items: all } = uploads.getSnapshot().context
          if (all === items) return
          items = all
          changed()
        }
        read()
        const following = uploads.subscribe(read)
        return () => following.unsubscribe()
      }),
  }
}

/** The progress of the running uploads, with a link to the files of the first one's project. Hidden without uploads. */
export function UploadsInProgress({ api }: { api: object }) {
  const uploads = useMemo(() => uploadsOf(api), [api])
  const running = useDeferredValue(useSyncExternalStore(uploads.follow, uploads.current)).filter(isUnderWay)
  const first = running[0]
  if (!first) return null
  const { sent, size } = totalProgress(running)
  const percent = size === 0 ? 0 : Math.floor((sent / size) * 100)
  return (
    <Pill asChild>
      <Link
        to="/workspace/projects/$projectId/{-$tab}"
        params={{ projectId: first.projectId, tab: 'files' }}
        aria-label={`Uploading ${running.length} ${running.length === 1 ? 'file' : 'files'}, ${percent}% done`}
      >
        <Icon path={mdiUpload} />
        {percent}%
      </Link>
    </Pill>
  )
}

const Pill = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    h: '8',
    px: { base: '1', sm: '2' },
    '@media (pointer: coarse)': { h: '11' },
    textStyle: 'figures',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'info.fg',
    bg: 'info.subtle',
    borderRadius: 'full',
    focusVisibleRing: 'outside',
  },
})
