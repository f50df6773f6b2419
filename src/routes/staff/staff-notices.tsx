import { useNavigate } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { createPortal } from 'react-dom'

import { HeaderSlot } from '../../ui/header-slot'
import { lazyPart } from '../../ui/loading/lazy-part'
import { noticeAddress } from '../notice-address'

const NoticesMenu = lazyPart(() => import('../../workspace/notices/notices-menu').then((it) => it.NoticesMenu))

/** The notifications button in the header of the staff's pages. */
export function StaffNotices() {
  const navigate = useNavigate()
  // Once the slot exists, the header has been rendered, including the place for the button.
  const place = use(HeaderSlot)?.ownerDocument.getElementById('notices')
  return (
    place &&
    createPortal(
      <Suspense>
        <NoticesMenu
          onOpen={(place) => {
            navigate(noticeAddress(place)).catch(console.error)
          }}
          onSettings={() => {
            navigate({ to: '/workspace', search: { dialog: 'notifications' } }).catch(console.error)
          }}
        />
      </Suspense>,
      place,
    )
  )
}
