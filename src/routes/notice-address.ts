import type { NoticePlace } from '../../machines/notices/notice-place'

/** The page to which a notification leads, as a route with its parameters. */
export function noticeAddress(place: NoticePlace) {
  if ('staffRequestId' in place) {
    return { to: '/staff/{-$requestId}', params: { requestId: place.staffRequestId }, search: {} } as const
  }
  if ('requestId' in place) {
    return { to: '/workspace/requests/{-$requestId}', params: { requestId: place.requestId }, search: {} } as const
  }
  const { projectId, tab, search } = place
  return { to: '/workspace/projects/$projectId/{-$tab}', params: { projectId, tab }, search } as const
}
