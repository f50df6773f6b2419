import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiBellOutline } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'

import { BusyButton } from '../../ui/busy-button'
import { type NoticePlace, noticePlace } from '../../../machines/notices/notice-place'
import { noticeSentence } from '../../../machines/notices/notice-sentence'
import * as notices from '../../../machines/notices/notices.machine'
import { useDropdown } from '../../ui/dropdown'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { dateAndTime } from '../../ui/time'
import { useNoticeMachines } from './machines'

type NoticesMenuProps = {
  onOpen: (place: NoticePlace) => void
  onSettings: () => void
}

/** The number up to which unread notices are counted. */
const MOST_COUNTED = 100

/** The button with the number of unread notices, and the list that it opens. */
export function NoticesMenu({ onOpen, onSettings }: NoticesMenuProps) {
  const actor = useActorRef(useNoticeMachines().notices)
  const unread = useSelector(actor, notices.unreadOf)
  const { around, button, panel, close } = useDropdown()
  const count = unread >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(unread)
  return (
    <chakra.div position="relative" {...around}>
      <Button
        variant="ghost"
        colorPalette="gray"
        px="0"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}
        {...button}
      >
        <Icon path={mdiBellOutline} />
        {unread > 0 && <Count aria-hidden="true">{count}</Count>}
      </Button>
      <Panel {...panel} aria-label="Notifications">
        <header>
          <h2>Notifications</h2>
          <Button size="sm" variant="ghost" disabled={unread === 0} onClick={() => actor.send({ type: 'all.read' })}>
            Mark all as read
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              close()
              onSettings()
            }}
          >
            Settings
          </Button>
        </header>
        {!panel.hidden && (
          <List
            actor={actor}
            onOpen={(notice) => {
              actor.send({ type: 'notice.opened', id: notice.id })
              const place = noticePlace(notice)
              if (!place) return
              close()
              onOpen(place)
            }}
          />
        )}
      </Panel>
    </chakra.div>
  )
}

function List({ actor, onOpen }: { actor: notices.NoticesActor; onOpen: (notice: notices.Notice) => void }) {
  const listed = useSelector(actor, notices.noticesOf)
  const loading = useSelector(actor, notices.isLoading)
  const failed = useSelector(actor, notices.hasFailed)
  const failure = useSelector(actor, notices.failureOf)
  const more = useSelector(actor, notices.hasMore)
  const loadingMore = useSelector(actor, notices.isLoadingMore)
  return (
    <>
      {failure && (
        <ErrorNotice title={failure} {...(failed && { onRetry: () => actor.send({ type: 'notices.retry' }) })} />
      )}
      {loading && <p role="status">Loading notifications...</p>}
      {!loading && !failed && listed.length === 0 && <p>No notifications yet.</p>}
      <ul>
        {listed.map((notice) => (
          <li key={notice.id}>
            <button type="button" onClick={() => onOpen(notice)}>
              <span>
                {!notice.read && <strong>New: </strong>}
                {noticeSentence(notice)}
              </span>
              {notice.text && <q>{notice.text}</q>}
              <small>
                {notice.project_name && `${notice.project_name}, `}
                <time dateTime={notice.created}>{dateAndTime(notice.created)}</time>
              </small>
            </button>
          </li>
        ))}
      </ul>
      {more && !loading && (
        <BusyButton
          variant="outline"
          size="sm"
          busy={loadingMore}
          onClick={() => actor.send({ type: 'page.requested' })}
        >
          Show more
        </BusyButton>
      )}
    </>
  )
}

const Count = chakra('span', {
  base: {
    position: 'absolute',
    top: '1',
    insetEnd: '0.5',
    minW: '4',
    px: '1',
    borderRadius: 'full',
    textStyle: 'xs',
    lineHeight: '1rem',
    fontWeight: 'semibold',
    bg: 'primary.solid',
    color: 'primary.contrast',
  },
})

const Panel = chakra('section', {
  base: {
    position: { base: 'fixed', sm: 'absolute' },
    insetStart: { base: '2', sm: 'auto' },
    insetEnd: { base: '2', sm: '0' },
    top: { base: '14', sm: 'calc(100% + 4px)' },
    zIndex: 'dropdown',
    w: { sm: '96' },
    maxH: 'min(32rem, calc(100dvh - 5rem))',
    overflowY: 'auto',
    p: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    boxShadow: 'lg',
    outline: 'none',
    textStyle: 'sm',
    '& header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1', mb: '2' },
    '& h2': { flex: '1', fontWeight: 'semibold', px: '2' },
    '& > p': { px: '2', py: '4', color: 'fg.muted' },
    '& li button': {
      display: 'grid',
      gap: '1',
      w: 'full',
      p: '2',
      borderRadius: 'l2',
      textAlign: 'start',
      overflowWrap: 'anywhere',
      cursor: 'pointer',
      focusVisibleRing: 'inside',
      _hover: { bg: 'bg.muted' },
    },
    '& q': { lineClamp: '2', color: 'fg.muted' },
    '& small': { textStyle: 'xs', color: 'fg.muted' },
  },
})
